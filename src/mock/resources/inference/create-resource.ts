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
  { name, family: group }: Kind,
  open: boolean,
  resourceAt: (value: PathNode) => Resource | undefined,
  references: References,
): Resource {
  const { single, item, collection, values } = group;
  const id = lazy(() => (single ? undefined : createId(group, references)));
  const parents = lazy(() => values.map((value) => parentOf(value, group.schema, resourceAt, references)));
  const unique = lazy(() => saidUnique(group, references) ?? uniqueIn(group.schema, id()?.place, references));
  const owner = lazy(() => {
    const shape = getSchemaShape(group.schema, references);
    return shape && ownerAt(shape, group.said, references);
  });
  return {
    name,
    path: ((item && item.operations.size > 0 ? item : collection) ?? item)?.path ?? '',
    single,
    open,
    get schema() {
      return group.schema;
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

function createId(group: Family, references: References): Id {
  const { item, collection, word } = group;
  const value = item ?? (collection && valueBelow(collection));
  const shape = getSchemaShape(group.schema, references);
  const parameter = parameterSchema(value, references);
  const naming = { parameter: value?.parameter, word, type: typeOf(parameter, references) };
  const named = shape && idAt(shape, group.said, references);
  const likely = shape && idPropertyOf(shape, naming, references);
  // A name does not identify items of a path with a numeric parameter.
  const isPlausible = !likely || naming.type === undefined || naming.type === 'string' || !isCalledBy(likely.place);
  const found = named ?? (isPlausible || typeOf(likely.schema, references) !== 'string' ? likely : undefined);
  const schema = found?.schema ?? parameter;
  return {
    place: found?.place,
    schema,
    inPaths: value ? parameterSchemas(value, references) : [],
    type: typeOf(schema, references) ?? typeOf(parameter, references) ?? 'string',
    given: found !== undefined && isClientProvided(group, found.place, references),
  };
}

function typeOf(schema: Part<Schema> | undefined, references: References): Id['type'] | undefined {
  const types = getSchemaShape(schema, references)?.types;
  return (['string', 'integer', 'number'] as const).find((type) => types?.has(type));
}

/** Maximum number of schemas of one path parameter; most paths declare the same one. */
const MAX_SCHEMAS = 8;

/** The schemas of the path parameter, that of the item path first, then those of the operations below. */
function parameterSchemas(value: PathNode, references: References): readonly Part<Schema>[] {
  const index = valuesAbove(value).length;
  const own = parameterSchema(value, references);
  const found = new Map<string, Part<Schema>>();
  if (own) found.set(JSON.stringify(references.resolve(own)?.value), own);
  const visit = ({ operations, below: children }: PathNode) => {
    for (const { operation, values } of operations.values()) {
      const name = values[index];
      const schema = operation.parameters.find((one) => one.in === 'path' && one.name === name)?.schema;
      const text = schema && JSON.stringify(references.resolve(schema)?.value);
      if (schema && text !== undefined && found.size < MAX_SCHEMAS && !found.has(text)) found.set(text, schema);
    }
    for (const inner of children.values()) visit(inner);
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
function isClientProvided({ collection, item, test }: Family, propertyPath: Place, references: References): boolean {
  const create = collection?.operations.get('POST')?.operation;
  if (!create) return item?.operations.has('PUT') ?? false;
  let shape = getSchemaShape(create.requestSchema, references);
  const [first = ''] = propertyPath;
  if (shape && !shape.properties.has(first)) {
    const inner = [...shape.properties].find(([name]) => isSameThing(name, test.word) || name === 'data');
    shape = getSchemaShape(inner?.[1], references);
  }
  for (const step of propertyPath) {
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
  const propertyPath = lazy(() =>
    findParentProperty(value, isWordOfNext() ? '' : (value.above?.word ?? ''), schema, references),
  );
  return {
    parameter: value.parameter ?? '',
    key: parentKey(value),
    get resource() {
      return resource();
    },
    get place() {
      return propertyPath();
    },
  };
}

/** The key of a parent, numbered if an outer one has the same name: `itemId`, then `itemId2`. */
function parentKey(value: PathNode): string {
  const { parameter = '' } = value;
  const alike = valuesAbove(value).filter((one) => one.parameter === parameter).length;
  return alike === 0 ? parameter : `${parameter}${alike + 1}`;
}

/** Names of ids that do not name their resource. */
const BARE_NAMES = new Set(['id', 'name', 'key', 'uuid', 'guid', 'slug', 'code', 'number', 'sid', 'type']);

/**
 * Finds the property of an item that identifies a parent: `ownerId`, or `owner.id`. @param word - the name of the
 * parent; empty if unknown
 */
function findParentProperty(
  { parameter = '' }: PathNode,
  word: string,
  schema: Part<Schema> | undefined,
  references: References,
): Place | undefined {
  const shape = getSchemaShape(schema, references);
  if (!shape) return undefined;
  const resourceName = singular(plain(word));
  const parameterName = plain(parameter);
  const suffix = BARE_NAMES.has(parameterName)
    ? parameterName
    : parameterName.startsWith(resourceName)
      ? parameterName.slice(resourceName.length)
      : '';
  const wanted = new Set([
    BARE_NAMES.has(parameterName) ? '' : parameterName,
    resourceName && resourceName + (suffix || 'id'),
  ]);
  const isPrimitive = (part: Part<Schema>) => typeOf(part, references) !== undefined;
  for (const [name, property] of shape.properties) {
    if (plain(name) !== '' && wanted.has(plain(name)) && isPrimitive(property)) return [name];
  }
  for (const [name, property] of shape.properties) {
    if (resourceName === '' || plain(name) !== resourceName) continue;
    const inner = getSchemaShape(property, references);
    for (const [key, part] of inner?.properties ?? []) {
      if ([parameterName, suffix || 'id'].includes(plain(key)) && isPrimitive(part)) return [name, key];
    }
    // `owner: 17` for the path `/owners/{ownerId}`.
    if (isPrimitive(property)) return [name];
  }
  return undefined;
}
