// Creation of resources: id, parents, unique properties, owner.

import { lazy } from '../../../openapi/lazy.ts';
import type { Schema } from '../../../openapi/objects.ts';
import type { Part, References } from '../../../openapi/references.ts';
import { getSchemaShape } from '../../../openapi/schema/schema-shape.ts';
import type { Id, Parent, Place, Resource } from '../resource.ts';
import { type Family, idAt, ownerAt } from './family.ts';
import { idPropertyOf, isCalledBy } from './id.ts';
import type { Kind } from './kinds.ts';
import { type PathNode, valueBelow, valuesAbove } from './path-tree.ts';
import { saidUnique, uniqueIn } from './unique.ts';
import { isSameThing, plain, singular } from './word.ts';

/**
 * @param open - whether no operation creates or lists the items
 * @param resourceAt - finds the resource that a path parameter identifies
 */
export function createResource(
  { name, family }: Kind,
  open: boolean,
  resourceAt: (value: PathNode) => Resource | undefined,
  references: References,
): Resource {
  const { single, item, collection, values } = family;
  const id = lazy(() => (single ? undefined : idOf(family, references)));
  const parents = lazy(() => values.map((value) => parentOf(value, family.schema, resourceAt, references)));
  const unique = lazy(() => saidUnique(family, references) ?? uniqueIn(family.schema, id()?.place, references));
  const owner = lazy(() => {
    const shape = getSchemaShape(family.schema, references);
    return shape && ownerAt(shape, family.said, references);
  });
  return {
    name,
    path: ((item && item.operations.size > 0 ? item : collection) ?? item)?.path ?? '',
    single,
    open,
    get schema() {
      return family.schema;
    },
    get id() {
      return id();
    },
    get parents() {
      return parents();
    },
    get unique() {
      return unique();
    },
    get owner() {
      return owner();
    },
  };
}

function idOf(family: Family, references: References): Id {
  const { item, collection, word } = family;
  const value = item ?? (collection && valueBelow(collection));
  const shape = getSchemaShape(family.schema, references);
  const parameter = parameterSchema(value, references);
  const naming = { parameter: value?.parameter, word, type: typeOf(parameter, references) };
  const named = shape && idAt(shape, family.said, references);
  const likely = shape && idPropertyOf(shape, naming, references);
  // A name does not identify items of a path with a numeric parameter.
  const isMeant = !likely || naming.type === undefined || naming.type === 'string' || !isCalledBy(likely.place);
  const found = named ?? (isMeant || typeOf(likely.schema, references) !== 'string' ? likely : undefined);
  const schema = found?.schema ?? parameter;
  return {
    place: found?.place,
    schema,
    inPaths: value ? parameterSchemas(value, references) : [],
    type: typeOf(schema, references) ?? typeOf(parameter, references) ?? 'string',
    given: found !== undefined && isGiven(family, found.place, references),
  };
}

function typeOf(schema: Part<Schema> | undefined, references: References): Id['type'] | undefined {
  const types = getSchemaShape(schema, references)?.types;
  return (['string', 'integer', 'number'] as const).find((type) => types?.has(type));
}

/** Maximum number of schemas of one path parameter; most paths declare the same one. */
const MOST_SCHEMAS = 8;

/** The schemas of the path parameter, that of the item path first, then those of the operations below. */
function parameterSchemas(value: PathNode, references: References): readonly Part<Schema>[] {
  const index = valuesAbove(value).length;
  const own = parameterSchema(value, references);
  const found = new Map<string, Part<Schema>>();
  if (own) found.set(JSON.stringify(references.resolve(own)?.value), own);
  const visit = ({ operations, below }: PathNode) => {
    for (const { operation, values } of operations.values()) {
      const name = values[index];
      const schema = operation.parameters.find((one) => one.in === 'path' && one.name === name)?.schema;
      const text = schema && JSON.stringify(references.resolve(schema)?.value);
      if (schema && text !== undefined && found.size < MOST_SCHEMAS && !found.has(text)) found.set(text, schema);
    }
    for (const inner of below.values()) visit(inner);
  };
  visit(value);
  return [...found.values()];
}

/** The strictest schema of the path parameter among its operations: a number before a string. */
function parameterSchema(value: PathNode | undefined, references: References): Part<Schema> | undefined {
  const schemas = [...(value?.operations.values() ?? [])].flatMap(({ operation, values }) => {
    const name = values.at(-1);
    return operation.parameters.find((one) => one.in === 'path' && one.name === name)?.schema ?? [];
  });
  const types = schemas.map((schema) => typeOf(schema, references));
  const isNumber = (type: string | undefined) => type === 'integer' || type === 'number';
  return schemas[types.findIndex(isNumber)] ?? schemas[types.indexOf('string')] ?? schemas[0];
}

/** Whether clients must send the id when they create an item. */
function isGiven({ collection, item, test }: Family, place: Place, references: References): boolean {
  const create = collection?.operations.get('POST')?.operation;
  if (!create) return item?.operations.has('PUT') ?? false;
  let shape = getSchemaShape(create.requestSchema, references);
  const [first = ''] = place;
  if (shape && !shape.properties.has(first)) {
    const inner = [...shape.properties].find(([name]) => isSameThing(name, test.word) || name === 'data');
    shape = getSchemaShape(inner?.[1], references);
  }
  for (const step of place) {
    const property = shape?.properties.get(step);
    if (!shape?.required.has(step) || !property) return false;
    shape = getSchemaShape(property, references);
    if (shape?.keywordValue('readOnly') === true) return false;
  }
  return true;
}

/** A path parameter above an item. */
export function parentOf(
  value: PathNode,
  schema: Part<Schema> | undefined,
  resourceAt: (value: PathNode) => Resource | undefined,
  references: References,
): Parent {
  const resource = lazy(() => resourceAt(value));
  // In `/repos/{owner}/{repo}`, the segment name belongs to the last parameter.
  const isWordOfNext = () => resource() === undefined && valueBelow(value) !== undefined;
  const place = lazy(() => placeOfParent(value, isWordOfNext() ? '' : (value.above?.word ?? ''), schema, references));
  return {
    parameter: value.parameter ?? '',
    key: keyOfParent(value),
    get resource() {
      return resource();
    },
    get place() {
      return place();
    },
  };
}

/** The key of a parent, numbered if an outer one has the same name: `itemId`, then `itemId2`. */
function keyOfParent(value: PathNode): string {
  const { parameter = '' } = value;
  const alike = valuesAbove(value).filter((one) => one.parameter === parameter).length;
  return alike === 0 ? parameter : `${parameter}${alike + 1}`;
}

/** Names of ids that do not name their resource. */
const BARE = new Set(['id', 'name', 'key', 'uuid', 'guid', 'slug', 'code', 'number', 'sid', 'type']);

/**
 * Finds the property of an item that identifies a parent: `ownerId`, or `owner.id`. @param word - the name of the
 * parent; empty if unknown
 */
function placeOfParent(
  { parameter = '' }: PathNode,
  word: string,
  schema: Part<Schema> | undefined,
  references: References,
): Place | undefined {
  const shape = getSchemaShape(schema, references);
  if (!shape) return undefined;
  const thing = singular(plain(word));
  const asked = plain(parameter);
  const bare = BARE.has(asked) ? asked : asked.startsWith(thing) ? asked.slice(thing.length) : '';
  const wanted = new Set([BARE.has(asked) ? '' : asked, thing && thing + (bare || 'id')]);
  const isPrimitive = (part: Part<Schema>) => typeOf(part, references) !== undefined;
  for (const [name, property] of shape.properties) {
    if (plain(name) !== '' && wanted.has(plain(name)) && isPrimitive(property)) return [name];
  }
  for (const [name, property] of shape.properties) {
    if (thing === '' || plain(name) !== thing) continue;
    const inner = getSchemaShape(property, references);
    for (const [key, part] of inner?.properties ?? []) {
      if ([asked, bare || 'id'].includes(plain(key)) && isPrimitive(part)) return [name, key];
    }
    // `owner: 17` for the path `/owners/{ownerId}`.
    if (isPrimitive(property)) return [name];
  }
  return undefined;
}
