// Fields of items, and their references to other items.

import { listSchemaFields, type SchemaField } from '../../../openapi/schema/schema-fields.ts';
import { isRecord } from '../../../schema/is-record.ts';
import { isStringOrNumber } from '../../../schema/json/exact-number.ts';
import { childPointer } from '../../../schema/json-pointer.ts';
import type { RecordReference } from '../../../server/pipeline/api/record-form.ts';
import type { StoreState } from '../../../store/state.ts';
import type { Table } from '../../../store/table.ts';
import { listAllProperties } from '../item-properties.ts';
import { resolveParentIds } from '../path-scope.ts';
import type { Resource, StoredItem } from '../resource.ts';
import type { InferredModel } from '../resource-call.ts';
import { isWrappedItem } from '../seed/fixture-items.ts';
import { BY_ID, buildItemKey, getParentIds, type ParentIds } from './item-key.ts';

const known = new WeakMap<Resource, readonly SchemaField[]>();

/** The declared properties of items, with paths as in a fixture file. */
export function listItemFields({ document }: InferredModel, resource: Resource): readonly SchemaField[] {
  const found =
    known.get(resource) ?? wrappedFields(resource, listSchemaFields(resource.schema?.value, document.references));
  known.set(resource, found);
  return found;
}

function wrappedFields({ parents, isSingleton, id }: Resource, own: readonly SchemaField[]): readonly SchemaField[] {
  const needsId = !isSingleton && !id?.path;
  const missingParents = parents.filter(({ path }) => !path);
  if (!needsId && missingParents.length === 0) return own;
  const field = (pointer: string, ...types: readonly string[]) => ({ pointer, types, required: true });
  return [
    ...(needsId ? [field('/id', 'string')] : []),
    ...(missingParents.length > 0 ? [field('/parents', 'object')] : []),
    field('/item', 'object'),
    ...missingParents.map(({ key }) => field(childPointer('/parents', key), 'string')),
    ...own.map((one) => ({ ...one, pointer: `/item${one.pointer}` })),
  ];
}

/** An item in fixture format, within a state. */
interface SeenItem {
  readonly state: StoreState;
  readonly id: string;
  readonly written: unknown;
}

/**
 * The references of an item to existing items: its parents, and properties that refer to another resource (see
 * `createReferenceGuess`). An id that several items have is ignored.
 */
export function findItemReferences(
  inferred: InferredModel,
  resource: Resource,
  seen: SeenItem,
): readonly RecordReference[] {
  const { written, id } = seen;
  const isWrapped = isRecord(written) && isWrappedItem(written);
  const found = new Map<string, RecordReference>();
  const addReference = (pointer: string, other: Resource, value: string, parentIds: ParentIds | undefined) => {
    const key = keyAt(seen.state.table(other.name) as unknown as Table<StoredItem>, value, parentIds);
    if (key !== undefined && !(other === resource && key === id))
      found.set(pointer, { pointer, collection: other.name, id: key });
  };
  const parentIds = getParentIds(id);
  const named = resource.parents.map((parent, index) => [parent, parentIds[index] ?? ''] as const);
  for (const [index, [{ resource: above, key, path }, value]] of named.entries()) {
    const isBeside = isWrapped && isRecord(written.parents) && Object.hasOwn(written.parents, key);
    const own = path && childPointer(isWrapped ? '/item' : '', ...path);
    const pointer = isBeside ? childPointer('/parents', key) : own;
    if (above && pointer !== undefined)
      addReference(pointer, above, value, resolveParentIds(above, named.slice(0, index)));
  }
  const ownId = resource.id?.path?.join('/');
  const properties = listAllProperties(resource.schema, inferred.document.references);
  for (const { path, name, value } of idsIn(isWrapped ? written.item : written)) {
    const pointer = childPointer(isWrapped ? '/item' : '', ...path);
    const property = properties.find((one) => one.name === path[0] && one.name === name);
    const find = () => (property ? inferred.guessReference(property, resource) : inferred.resolveReference(name));
    const other = path.join('/') === ownId || found.has(pointer) ? undefined : find();
    if (other) addReference(pointer, other, value, resolveParentIds(other, named));
  }
  return [...found.values()];
}

/** The key of the only item with an id below known parents; undefined for none or several. */
function keyAt(table: Table<StoredItem>, id: string, parentIds: ParentIds | undefined): string | undefined {
  const key = parentIds && buildItemKey(parentIds, id);
  const existing = key === undefined ? undefined : table.get(key);
  if (existing) return existing.gone ? undefined : key;
  const [first, ...others] = [...table.group(BY_ID, id).values()].filter((stored) => !stored.gone);
  return others.length === 0 ? first?.id : undefined;
}

/** Maximum depth of ids, and maximum number of values examined. */
const [MAX_DEPTH, MAX_COUNT] = [4, 2000];

interface PlacedId {
  readonly path: readonly string[];
  /** The property that contains it, or the list. */
  readonly name: string;
  readonly value: string;
}

/** Strings and numbers in an item that may be ids. */
function idsIn(item: unknown): readonly PlacedId[] {
  const pending: { readonly place: readonly string[]; readonly name: string; readonly value: unknown }[] = [
    { place: [], name: '', value: item },
  ];
  const found: PlacedId[] = [];
  for (const { place: path, name, value } of pending) {
    if (isStringOrNumber(value)) found.push({ path, name, value: String(value) });
    if (typeof value !== 'object' || value === null || path.length === MAX_DEPTH) continue;
    for (const [step, member] of Object.entries(value)) {
      if (pending.length > MAX_COUNT) break;
      pending.push({ place: [...path, step], name: Array.isArray(value) ? name : step, value: member });
    }
  }
  return found;
}
