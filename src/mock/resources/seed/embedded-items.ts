// Objects inside seed items that show an item of another resource: `requester: { id, name }`.

import { splitWords } from '../../../openapi/name-words.ts';
import { type FlatSchema, flattenSchema } from '../../../openapi/schema/flat-schema.ts';
import { sampleTypeOf } from '../../../openapi/schema/minimal-sample.ts';
import { singular } from '../../../openapi/singular.ts';
import { isRecord } from '../../../schema/is-record.ts';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import type { Inference } from '../inference.ts';
import { type ItemProperty, listAllProperties, listWriteOnlyNames } from '../item-properties.ts';
import { isStoredParent } from '../path-scope.ts';
import type { Resource, StoredItem } from '../resource.ts';

/** Endings of names of schemas with a part of an item, such as `AgentSummary`. */
const SUMMARY = /[_-]?(summary|reference|ref|mini|simple|brief|info|short|lite|embedded|stub|basic|preview|compact)$/i;
/** Maximum characters of an item that is shown whole; of larger ones, only scalars: items may show items that show items. */
const MAX_SHOWN = 2000;

const cache = new WeakMap<ItemProperty, Resource | null>();

/**
 * The resource whose items a property shows, in an object or in the elements of a list: by its schema, else by the name
 * of the schema or the property, if the object has the id of the resource. Cached.
 *
 * @param own - the resource with the property
 */
export function findEmbeddedResource(member: ItemProperty, own: Resource, parts: Inference): Resource | undefined {
  const known = cache.get(member);
  if (known !== undefined) return known ?? undefined;
  const shown = shownSchema(member, parts);
  const found = shown && findByName(member, own, shown, parts);
  const resource = found && showsItems(shown, found, parts) ? found : undefined;
  cache.set(member, resource ?? null);
  return resource;
}

/** A value with items in place of its objects: their properties, as far as the objects have them. */
export function embedItems(
  value: unknown,
  resource: Resource,
  items: readonly StoredItem[],
  start: number,
  { document }: Inference,
): unknown {
  const hidden = listWriteOnlyNames(resource.schema, document.references);
  const embed = (object: unknown, index: number) => {
    const item = items[(start + index) % items.length]?.item;
    if (!isRecord(object) || !isRecord(item)) return object;
    const isLarge = stringifyJson(item).length > MAX_SHOWN;
    const shown = Object.keys(object).flatMap((name) => {
      const isShown =
        Object.hasOwn(item, name) && !hidden.includes(name) && !(isLarge && typeof item[name] === 'object');
      return isShown ? [[name, item[name]] as const] : [];
    });
    return { ...object, ...Object.fromEntries(shown) };
  };
  return Array.isArray(value) ? value.slice(0, items.length).map(embed) : embed(value, 0);
}

/** The schema of the object, or of the elements of the list; undefined for other values. */
function shownSchema({ type, schema }: ItemProperty, { document }: Inference): FlatSchema | undefined {
  const shown = type === 'array' ? flattenSchema(schema.items, document.references) : schema;
  return sampleTypeOf(shown) === 'object' && Object.keys(shown.properties).length > 0 ? shown : undefined;
}

function findByName(
  member: ItemProperty,
  own: Resource,
  shown: FlatSchema,
  { resources, resolveReference, guessReference }: Inference,
): Resource | undefined {
  const { name, typeName = '' } = member;
  const bySchema = [...resources.all.values()].filter(({ schema }) => schema?.pointer.split('/').at(-1) === typeName);
  if (typeName !== '' && bySchema.length === 1) return bySchema[0];
  const byName = (words: string) => resolveReference(`${singular(splitWords(words).join(' '))} id`, shown);
  return (
    (typeName === '' ? undefined : (byName(typeName) ?? byName(typeName.replace(SUMMARY, '')))) ??
    byName(name) ??
    guessReference({ ...member, type: 'object', schema: shown }, own)
  );
}

/** Whether objects have the id of a resource, and require nothing that its items do not have. */
function showsItems(shown: FlatSchema, { id, schema, parents }: Resource, { document }: Inference): boolean {
  const [idName = '', ...below] = id?.path ?? [];
  if (idName === '' || below.length > 0 || !Object.hasOwn(shown.properties, idName)) return false;
  // Which items below a parent belong to an item is not known here.
  if (parents.some(isStoredParent)) return false;
  const names = new Set(listAllProperties(schema, document.references).map(({ name }) => name));
  return shown.required.every((name) => names.has(name));
}
