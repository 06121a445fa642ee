// Path groups: finds the collections, items and singletons in a path tree.

import { type Annotations, readOperationAnnotations } from '../../../openapi/annotations.ts';
import { normalizeName } from '../../../openapi/name-words.ts';
import type { References } from '../../../openapi/references.ts';
import { getSchemaShape, type SchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { isSameName } from '../../../openapi/singular.ts';
import { findRange } from '../../samples/time-range.ts';
import { isHiddenPath } from './deleted-words.ts';
import { findListSchema, isEnvelopeProperty } from './envelope.ts';
import { isContentById, isFilePath } from './file-paths.ts';
import { BARE_NAMES, findIdProperty, withoutTypeName } from './id-property.ts';
import {
  annotationsAt,
  collectionName,
  createPathGroup,
  findResponseList,
  findResponseSchema,
  findSearch,
  isVersionSegment,
  type PathGroup,
} from './path-group.ts';
import { childParameter, type PathNode, parentParameters } from './path-tree.ts';

/** The path groups of a path tree. */
export interface PathGroups {
  readonly all: readonly PathGroup[];
  /** The group whose item or singleton path is this node. */
  ofItem(node: PathNode): PathGroup | undefined;
  /** The group whose collection path is this node. */
  ofCollection(node: PathNode): PathGroup | undefined;
  /** The group whose items have this node as a part: a property of their schema. */
  ofPart(node: PathNode): PathGroup | undefined;
  /** The collection whose items this node identifies by several properties, as in `/tags/{type}/{value}`. */
  ofKeys(node: PathNode): KeyedGroup | undefined;
}

/** A group whose items are identified by several properties. */
export interface KeyedGroup {
  readonly group: PathGroup;
  /** The property of each parameter. */
  readonly keys: ReadonlyMap<PathNode, string>;
}

/** Path segments of singletons: the caller, settings. */
const SINGLE =
  /^(me|self|myself|whoami|current|currentuser|mine|settings?|config|configuration|preferences|profile|account)$/;

export function findPathGroups(nodes: readonly PathNode[], references: References): PathGroups {
  const all: PathGroup[] = [];
  const byItem = new Map<PathNode, PathGroup>();
  const byCollection = new Map<PathNode, PathGroup>();
  const byPart = new Map<PathNode, PathGroup>();
  const byKeys = new Map<PathNode, ReadonlyMap<PathNode, string>>();
  const keyed = new Set<PathNode | undefined>();
  const addGroup = (collection: PathNode | undefined, item: PathNode | undefined, isSingleton = false) => {
    const group = createPathGroup(collection, item, { isSingleton, isKeyed: keyed.has(collection) }, references);
    all.push(group);
    if (item) byItem.set(item, group);
    if (collection) byCollection.set(collection, group);
  };
  const candidates = nodes.filter(
    (node) =>
      !node.isAction &&
      node.parent !== undefined &&
      !isExcluded(annotationsAt(node)) &&
      !isFilePath(node) &&
      !isHiddenList(node) &&
      !isContentById(node),
  );
  for (const node of candidates) {
    const { parent, operations, parameter } = node;
    if (parameter === undefined || !parent || isUnnamedCollection(node, references)) continue;
    const isNamed = parent.segment !== undefined && !isVersionSegment(parent);
    const isCollection = (isNamed || isUnnamedCollection(parent, references)) && !isExcluded(annotationsAt(parent));
    const collection = isCollection ? parent : undefined;
    const isSent = operations.size === 1 && operations.has('POST') && parent.operations.size === 0;
    // A parameter that selects a type stands above the items, as in `/campaigns/{kind}/{id}`.
    const isKind = operations.size > 0 && childParameter(node) !== undefined && isChoice(node, references);
    const looksLikeOne = operations.size > 0 && !isSent && !isKind && !onlyLists(node, references);
    const isItem = annotationsAt(node).resource !== undefined || looksLikeOne;
    // Some items have only paths below them.
    const isAbove = node.children.size > 0 && (parent.operations.has('GET') || parent.operations.has('POST'));
    const keys = findKeys(node, references);
    // In `/connections/{api}/{service}`, the last parameter is the id.
    if (keys) {
      byKeys.set(node, keys);
      keyed.add(parent.parent);
    } else if (isItem) addGroup(collection, node);
    else if (operations.size === 0 && collection && isAbove && !(childParameter(node)?.operations.size ?? 0))
      addGroup(collection, isChoice(node, references) ? undefined : node);
  }
  for (const node of candidates) {
    if (node.parameter !== undefined || node.operations.size === 0 || byCollection.has(node)) continue;
    const isNamed = annotationsAt(node).resource !== undefined;
    const nature = natureOf(node, byItem, references) ?? (isNamed ? annotatedNature(node, references) : undefined);
    if (nature === 'part') byPart.set(node, byItem.get(node.parent as PathNode) as PathGroup);
    else if (nature === 'single') addGroup(undefined, node, true);
    else if (nature === 'collection') addGroup(node, undefined);
  }
  // Some collections have only a search operation.
  for (const node of candidates) {
    if (node.segment === undefined || isVersionSegment(node) || byCollection.has(node) || byItem.has(node)) continue;
    const search = findSearch(node)?.operation;
    const list =
      search && !readOperationAnnotations(search).ignore && findResponseList(search, node.segment, references);
    if (list && getSchemaShape(list.schema, references)?.isObject) addGroup(node, childParameter(node));
  }
  const order = new Map(nodes.map((node, index) => [node, index]));
  const indexOf = ({ collection, item }: PathGroup) => order.get((collection ?? item) as PathNode) ?? 0;
  all.sort((one, other) => indexOf(one) - indexOf(other));
  return {
    all,
    ofItem: (node) => byItem.get(node),
    ofCollection: (node) => byCollection.get(node),
    ofPart: (node) => byPart.get(node),
    ofKeys(node) {
      const keys = byKeys.get(node);
      const group = keys && byCollection.get(node.parent?.parent as PathNode);
      return group && { group, keys };
    },
  };
}

/**
 * Whether a node without a segment name is a collection: `/rules/{instanceId}` before `/rules/{instanceId}/{ruleId}`,
 * or `/` before `/{id}`. It must list items, or only create them.
 */
function isUnnamedCollection(node: PathNode, references: References): boolean {
  const { operations, parameter, parent } = node;
  const hasName =
    parameter === undefined
      ? !parent || isVersionSegment(node)
      : parent?.segment !== undefined && !isVersionSegment(parent);
  const value = childParameter(node);
  if (
    !hasName ||
    operations.size === 0 ||
    !value ||
    value.operations.size === 0 ||
    annotationsAt(node).resource !== undefined
  )
    return false;
  const read = operations.get('GET')?.operation;
  if (read)
    return isListResponse(getSchemaShape(findResponseSchema(read), references), collectionName(node), references);
  return [...operations.keys()].every((method) => method === 'POST');
}

/** Whether a path lists the deleted items of the collection above it. */
function isHiddenList(node: PathNode): boolean {
  return isHiddenPath(node) && node.parent?.segment !== undefined && node.parent.operations.has('GET');
}

/** The properties of two parameters after a collection: `type` and `value` of `/tags/{type}/{value}`. */
function findKeys(node: PathNode, references: References): ReadonlyMap<PathNode, string> | undefined {
  const { parent, children } = node;
  const collection = parent?.parent;
  if (parent?.parameter === undefined || parent.operations.size > 0 || !collection?.segment) return undefined;
  if (children.size > 0 || parent.children.size > 1 || annotationsAt(node).resource !== undefined) return undefined;
  const word = collection.segment;
  const read = collection.operations.get('GET')?.operation;
  if (!read || !isListResponse(getSchemaShape(findResponseSchema(read), references), word, references))
    return undefined;
  const { schema } = findResponseList(read, word, references) ?? {};
  const names = [...(getSchemaShape(schema, references)?.properties.keys() ?? [])];
  const short = (name: string) => withoutTypeName(name, word) || normalizeName(name);
  const keys = [parent, node].map(({ parameter = '' }) => names.find((name) => short(name) === short(parameter)));
  const [outer, inner] = keys;
  return outer !== undefined && inner !== undefined && outer !== inner
    ? new Map([
        [parent, outer],
        [node, inner],
      ])
    : undefined;
}

/** Whether annotations exclude the node from the resources. */
function isExcluded({ ignore, resource }: Annotations): boolean {
  return ignore === true || resource === false;
}

/** Classifies a node that annotations declare to be a resource. */
function annotatedNature(
  { operations, segment: word = '' }: PathNode,
  references: References,
): 'single' | 'collection' {
  const read = operations.get('GET')?.operation;
  return read && !findResponseList(read, word, references) ? 'single' : 'collection';
}

/** Classifies a segment without a parameter below it; undefined if it is no resource. */
function natureOf(
  node: PathNode,
  byItem: ReadonlyMap<PathNode, PathGroup>,
  references: References,
): 'part' | 'single' | 'collection' | undefined {
  const { operations, parent, segment: word = '' } = node;
  const read = operations.get('GET')?.operation;
  const parentGroup = parent && byItem.get(parent);
  if (!read) {
    const isWritten = operations.has('PUT') || operations.has('PATCH') || operations.has('DELETE');
    return isWritten && parentGroup && findPartProperty(word, parentGroup, references) ? 'part' : undefined;
  }
  if (parentGroup && findPartProperty(word, parentGroup, references) && !operations.has('POST')) return 'part';
  const response = findResponseSchema(read);
  if (isListResponse(getSchemaShape(response, references), word, references)) {
    const item = getSchemaShape(findListSchema(response, word, references)?.schema, references);
    return item?.isObject && !isReport(operations, item, references) ? 'collection' : undefined;
  }
  if (isFoundByQuery(operations)) return undefined;
  if (operations.has('PUT') || operations.has('PATCH')) return 'single';
  if (!getSchemaShape(response, references)?.isObject) return undefined;
  return (operations.has('POST') && operations.has('DELETE')) || SINGLE.test(normalizeName(word))
    ? 'single'
    : undefined;
}

/** Whether a list is computed for a range of time, such as `/reports/sales?from=&to=`: nothing else reads or writes it. */
function isReport(operations: PathNode['operations'], item: SchemaShape, references: References): boolean {
  const read = operations.get('GET')?.operation;
  if (!read || [...operations.keys()].some((method) => method !== 'GET' && method !== 'HEAD')) return false;
  const names = read.parameters.flatMap(({ in: location, name }) => (location === 'query' ? [name] : []));
  return (
    findRange(names) !== undefined && !findIdProperty(item, { parameter: undefined, collection: '' }, references, true)
  );
}

/** The property of an item with the name of a path segment below it. */
export function findPartProperty(word: string, group: PathGroup, references: References): string | undefined {
  const shape = getSchemaShape(group.schema, references);
  for (const [name, schema] of shape?.properties ?? []) {
    if (normalizeName(name) !== normalizeName(word)) continue;
    const part = getSchemaShape(schema, references);
    // A string there is usually a link to the part.
    return part?.isObject || part?.isList ? name : undefined;
  }
  return undefined;
}

/** Whether a required query parameter identifies the item, as in `/user?userId=7`. */
function isFoundByQuery(operations: PathNode['operations']): boolean {
  return [...operations.values()].some(({ operation }) =>
    operation.parameters.some(
      ({ in: location, name, required }) =>
        location === 'query' && required && /(id|key|uuid|guid|username)$/i.test(name),
    ),
  );
}

/** Whether a path parameter is an enum, such as a type, and thus no id. */
function isChoice(node: PathNode, references: References): boolean {
  const inner = [...node.children.values()].flatMap(({ operations, children }) => [
    ...operations.values(),
    ...[...children.values()].flatMap((one) => [...one.operations.values()]),
  ]);
  const [placed] = inner;
  const name = placed?.parameterNames[parentParameters(node).length];
  const parameter = placed?.operation.parameters.find((one) => one.in === 'path' && one.name === name);
  return Array.isArray(getSchemaShape(parameter?.schema, references)?.keywordValue('enum'));
}

/** Whether a parameter filters a list and is no id, as in `/pets/byStatus/{status}`. */
function onlyLists(node: PathNode, references: References): boolean {
  const [[method, placed] = [], ...others] = node.operations;
  if (method !== 'GET' || !placed || others.length > 0) return false;
  const shape = getSchemaShape(findResponseSchema(placed.operation), references);
  const { parameter = '', parent } = node;
  const word = parent?.segment ?? '';
  // `/trees/{tree_sha}` returns a tree if the response has a `sha`, even if it contains a list.
  const short = withoutTypeName(parameter, word);
  const own = short === '' && !BARE_NAMES.has(normalizeName(parameter)) ? [] : [short, normalizeName(parameter)];
  const isOne =
    !shape?.isList && [...(shape?.properties.keys() ?? [])].some((name) => own.includes(normalizeName(name)));
  return !isOne && isListResponse(shape, word, references);
}

function isPrimitive({ properties }: SchemaShape, name: string, references: References): boolean {
  const shape = getSchemaShape(properties.get(name), references);
  return shape !== undefined && !shape.isObject && !shape.isList;
}

/** Whether a response is a list with only pagination around it, not an item that contains a list. */
export function isListResponse(shape: SchemaShape | undefined, word: string, references: References): boolean {
  if (!shape) return false;
  if (shape.isList) return true;
  const found = findListSchema(shape.part, word, references);
  if (!found || findIdProperty(shape, { parameter: undefined, collection: '' }, references, true)) return false;
  const [list = ''] = found.path;
  const others = [...shape.properties.keys()].filter((name) => name !== list);
  const isCalledSo =
    isSameName(list, word) ||
    /^(data|items|results?|values?|records|entries|content|list|embedded)$/.test(normalizeName(list));
  // Values beside a list with the name of the path describe it: `{ toggleName, events: […] }` at `/events/{name}`.
  const isDescribed = isSameName(list, word) && getSchemaShape(found.schema, references)?.isObject;
  const around = others.filter(
    (name) => isEnvelopeProperty(name) || (isDescribed && isPrimitive(shape, name, references)),
  ).length;
  if (isCalledSo ? around * 2 < others.length : around < others.length) return false;
  return (
    found.path.length === 1 || isListResponse(getSchemaShape(shape.properties.get(list), references), word, references)
  );
}
