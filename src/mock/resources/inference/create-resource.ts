// Creation of resources: id, parents, unique properties, owner.

import { normalizeName } from '../../../openapi/name-words.ts';
import type { Schema } from '../../../openapi/objects.ts';
import type { Part, References } from '../../../openapi/references.ts';
import { getSchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { isSameName, singular } from '../../../openapi/singular.ts';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import { once } from '../../../schema/once.ts';
import type { Id, Parent, PropertyPath, Resource } from '../resource.ts';
import { findSoftDeletes } from './find-soft-deletes.ts';
import { BARE_NAMES, findIdProperty, isReadableId } from './id-property.ts';
import { findAnnotatedId, findAnnotatedOwner, isVersionSegment, type PathGroup } from './path-group.ts';
import { childParameter, type PathNode, parentParameters } from './path-tree.ts';
import type { ResourceType } from './resource-types.ts';
import { findAnnotatedUnique, findUniqueProperties } from './unique-properties.ts';

/**
 * @param open - whether no operation creates or lists the items
 * @param resourceAt - finds the resource that a path parameter identifies
 */
export function createResource(
  { name, group }: ResourceType,
  open: boolean,
  resourceAt: (value: PathNode) => Resource | undefined,
  references: References,
): Resource {
  const { isSingleton, item, collection, parameters: values } = group;
  const id = once(() => (isSingleton ? undefined : createId(group, references)));
  const parents = once(() => {
    const names = parameterNamesOf(group);
    return values.map((value, index) => {
      const name = names[index];
      // The first declared name, which the paths of all operations share, unless any parent may take its place.
      const own = name !== undefined && isAnyParent(value, name) ? name : undefined;
      return createParent(value, own, group.schema, resourceAt, references);
    });
  });
  const unique = once(
    () => findAnnotatedUnique(group, references) ?? findUniqueProperties(group.schema, id()?.path, references),
  );
  const owner = once(() => {
    const shape = getSchemaShape(group.schema, references);
    return shape && findAnnotatedOwner(shape, group.annotations, references);
  });
  const softDeletes = once(() => findSoftDeletes(group, references));
  return {
    name,
    path: ((item && item.operations.size > 0 ? item : collection) ?? item)?.path ?? '',
    isSingleton,
    isVirtual: open,
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
    get softDeletes() {
      return softDeletes();
    },
  };
}

/** The id of items that the path identifies by other properties; it is never shown. */
const HIDDEN: Id = {
  path: undefined,
  schema: undefined,
  parameterSchemas: [],
  type: 'string',
  isClientProvided: false,
};

function createId(group: PathGroup, references: References): Id {
  if (group.isKeyed) return HIDDEN;
  const { item, collection, name: word } = group;
  const value = item ?? (collection && childParameter(collection));
  const shape = getSchemaShape(group.schema, references);
  const parameter = parameterSchema(value, references);
  const naming = { parameter: value?.parameter, collection: word, type: typeOf(parameter, references) };
  const named = shape && findAnnotatedId(shape, group.annotations, references);
  const likely = shape && findIdProperty(shape, naming, references);
  // A name does not identify items of a path with a numeric parameter.
  const isPlausible = !likely || naming.type === undefined || naming.type === 'string' || !isReadableId(likely.path);
  const found = named ?? (isPlausible || typeOf(likely.schema, references) !== 'string' ? likely : undefined);
  const schema = found?.schema ?? parameter;
  return {
    path: found?.path,
    schema,
    parameterSchemas: value ? parameterSchemas(value, references) : [],
    type: typeOf(schema, references) ?? typeOf(parameter, references) ?? 'string',
    isClientProvided: found !== undefined && isClientProvided(group, found.path, references),
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
  const index = parentParameters(value).length;
  const own = parameterSchema(value, references);
  const found = new Map<string, Part<Schema>>();
  if (own) found.set(stringifyJson(references.resolve(own)?.value), own);
  const visit = ({ operations, children }: PathNode) => {
    for (const { operation, parameterNames: values } of operations.values()) {
      const name = values[index];
      const schema = operation.parameters.find((one) => one.in === 'path' && one.name === name)?.schema;
      const text = schema && stringifyJson(references.resolve(schema)?.value);
      if (schema && text !== undefined && found.size < MAX_SCHEMAS && !found.has(text)) found.set(text, schema);
    }
    for (const inner of children.values()) visit(inner);
  };
  visit(value);
  return [...found.values()];
}

/** The strictest schema of the path parameter among its operations: a number before a string. */
function parameterSchema(value: PathNode | undefined, references: References): Part<Schema> | undefined {
  const schemas = [...(value?.operations.values() ?? [])].flatMap(({ operation, parameterNames: values }) => {
    const name = values.at(-1);
    return operation.parameters.find((one) => one.in === 'path' && one.name === name)?.schema ?? [];
  });
  const types = schemas.map((schema) => typeOf(schema, references));
  const isNumber = (type: string | undefined) => type === 'integer' || type === 'number';
  return schemas[types.findIndex(isNumber)] ?? schemas[types.indexOf('string')] ?? schemas[0];
}

/** Whether clients must send the id when they create an item. */
function isClientProvided(
  { collection, item, itemTest }: PathGroup,
  propertyPath: PropertyPath,
  references: References,
): boolean {
  const create = collection?.operations.get('POST')?.operation;
  if (!create) return item?.operations.has('PUT') ?? false;
  let shape = getSchemaShape(create.requestSchema, references);
  const [first = ''] = propertyPath;
  if (shape && !shape.properties.has(first)) {
    const inner = [...shape.properties].find(([name]) => isSameName(name, itemTest.name) || name === 'data');
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

/** The names of the path parameters as an operation of the group declares them; empty without an operation. */
function parameterNamesOf({ collection, item }: PathGroup): readonly string[] {
  const [first] = [...(collection?.operations.values() ?? []), ...(item?.operations.values() ?? [])];
  return first?.parameterNames ?? [];
}

/** A path parameter above an item. @param name - its name in the path. Default: the first declared one of the place */
export function createParent(
  value: PathNode,
  name: string | undefined,
  schema: Part<Schema> | undefined,
  resourceAt: (value: PathNode) => Resource | undefined,
  references: References,
): Parent {
  // `/v1/{parent}/pets` has any parent, although `/v1/{name}` is a pet.
  const isAny = name !== undefined && isAnyParent(value, name);
  const resource = once(() => (isAny ? undefined : resourceAt(value)));
  // In `/repos/{owner}/{repo}`, the segment name belongs to the last parameter.
  const isWordOfNext = () => resource() === undefined && childParameter(value) !== undefined;
  const propertyPath = once(() =>
    findParentProperty(value, isWordOfNext() ? '' : (value.parent?.segment ?? ''), schema, references),
  );
  return {
    // Equal paths may have different parameter names.
    parameter: name ?? value.parameter ?? '',
    key: isAny ? name : parentKey(value),
    get resource() {
      return resource();
    },
    get path() {
      return propertyPath();
    },
  };
}

/** Whether a parameter takes the place of a segment name and is named differently from the item in its place. */
function isAnyParent({ parent, parameter }: PathNode, name: string): boolean {
  return (parent?.segment === undefined || isVersionSegment(parent)) && name !== parameter;
}

/** The key of a parent, numbered if an outer one has the same name: `itemId`, then `itemId2`. */
function parentKey(value: PathNode): string {
  const { parameter = '' } = value;
  const alike = parentParameters(value).filter((one) => one.parameter === parameter).length;
  return alike === 0 ? parameter : `${parameter}${alike + 1}`;
}

/**
 * Finds the property of an item that identifies a parent: `ownerId`, or `owner.id`. @param word - the name of the
 * parent; empty if unknown
 */
function findParentProperty(
  { parameter = '' }: PathNode,
  word: string,
  schema: Part<Schema> | undefined,
  references: References,
): PropertyPath | undefined {
  const shape = getSchemaShape(schema, references);
  if (!shape) return undefined;
  const resourceName = singular(normalizeName(word));
  const parameterName = normalizeName(parameter);
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
    if (normalizeName(name) !== '' && wanted.has(normalizeName(name)) && isPrimitive(property)) return [name];
  }
  for (const [name, property] of shape.properties) {
    if (resourceName === '' || normalizeName(name) !== resourceName) continue;
    const inner = getSchemaShape(property, references);
    for (const [key, part] of inner?.properties ?? []) {
      if ([parameterName, suffix || 'id'].includes(normalizeName(key)) && isPrimitive(part)) return [name, key];
    }
    // `owner: 17` for the path `/owners/{ownerId}`.
    if (isPrimitive(property)) return [name];
  }
  return undefined;
}
