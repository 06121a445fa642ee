// Path groups: finds the collections, items and singletons in a path tree.

import { type Annotations, readOperationAnnotations } from '../../../openapi/annotations.ts';
import type { References } from '../../../openapi/references.ts';
import { getSchemaShape, type SchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { isAround, listIn } from './envelope.ts';
import { answerOf, type Family, familyOf, isNoThing, listOf, searchBelow, wordOf, wordsAt } from './family.ts';
import { idPropertyOf, withoutThing } from './id.ts';
import { type PathNode, valueBelow, valuesAbove } from './path-tree.ts';
import { isSameThing, plain } from './word.ts';

/** The path groups of a path tree. */
export interface Families {
  readonly all: readonly Family[];
  /** The group whose item or singleton path is this node. */
  ofItem(node: PathNode): Family | undefined;
  /** The group whose collection path is this node. */
  ofCollection(node: PathNode): Family | undefined;
  /** The group whose items have this node as a part: a property of their schema. */
  ofPart(node: PathNode): Family | undefined;
}

/** Path segments of singletons: the caller, settings. */
const SINGLE =
  /^(me|self|myself|whoami|current|currentuser|mine|settings?|config|configuration|preferences|profile|account)$/;

export function familiesIn(nodes: readonly PathNode[], references: References): Families {
  const all: Family[] = [];
  const byItem = new Map<PathNode, Family>();
  const byCollection = new Map<PathNode, Family>();
  const byPart = new Map<PathNode, Family>();
  const addGroup = (collection: PathNode | undefined, item: PathNode | undefined, single = false) => {
    const group = familyOf(collection, item, single, references);
    all.push(group);
    if (item) byItem.set(item, group);
    if (collection) byCollection.set(collection, group);
  };
  const candidates = nodes.filter((node) => !node.isVerb && node.above !== undefined && !isExcluded(wordsAt(node)));
  for (const node of candidates) {
    const { above, operations, parameter } = node;
    if (parameter === undefined || !above || isUnnamedCollection(node, references)) continue;
    const isNamed = above.word !== undefined && !isNoThing(above);
    const isCollection = (isNamed || isUnnamedCollection(above, references)) && !isExcluded(wordsAt(above));
    const collection = isCollection ? above : undefined;
    const isSent = operations.size === 1 && operations.has('POST') && above.operations.size === 0;
    // A parameter that selects a type stands above the items, as in `/campaigns/{kind}/{id}`.
    const isKind = operations.size > 0 && valueBelow(node) !== undefined && isChoice(node, references);
    const looksLikeOne = operations.size > 0 && !isSent && !isKind && !onlyLists(node, references);
    const isItem = wordsAt(node).resource !== undefined || looksLikeOne;
    // Some items have only paths below them.
    const isAbove = node.below.size > 0 && (above.operations.has('GET') || above.operations.has('POST'));
    // In `/connections/{api}/{service}`, the last parameter is the id.
    if (isItem) addGroup(collection, node);
    else if (operations.size === 0 && collection && isAbove && !(valueBelow(node)?.operations.size ?? 0))
      addGroup(collection, isChoice(node, references) ? undefined : node);
  }
  for (const node of candidates) {
    if (node.parameter !== undefined || node.operations.size === 0 || byCollection.has(node)) continue;
    const isNamed = wordsAt(node).resource !== undefined;
    const nature = natureOf(node, byItem, references) ?? (isNamed ? annotatedNature(node, references) : undefined);
    if (nature === 'part') byPart.set(node, byItem.get(node.above as PathNode) as Family);
    else if (nature === 'single') addGroup(undefined, node, true);
    else if (nature === 'collection') addGroup(node, undefined);
  }
  // Some collections have only a search operation.
  for (const node of candidates) {
    if (node.word === undefined || isNoThing(node) || byCollection.has(node) || byItem.has(node)) continue;
    const search = searchBelow(node)?.operation;
    const list = search && !readOperationAnnotations(search).ignore && listOf(search, node.word, references);
    if (list && getSchemaShape(list.schema, references)?.isObject) addGroup(node, valueBelow(node));
  }
  const order = new Map(nodes.map((node, index) => [node, index]));
  const indexOf = ({ collection, item }: Family) => order.get((collection ?? item) as PathNode) ?? 0;
  all.sort((one, other) => indexOf(one) - indexOf(other));
  return {
    all,
    ofItem: (node) => byItem.get(node),
    ofCollection: (node) => byCollection.get(node),
    ofPart: (node) => byPart.get(node),
  };
}

/**
 * Whether a node without a segment name is a collection: `/rules/{instanceId}` before `/rules/{instanceId}/{ruleId}`,
 * or `/` before `/{id}`. It must list items, or only create them.
 */
function isUnnamedCollection(node: PathNode, references: References): boolean {
  const { operations, parameter, above } = node;
  const hasName = parameter === undefined ? !above || isNoThing(node) : above?.word !== undefined && !isNoThing(above);
  const value = valueBelow(node);
  if (
    !hasName ||
    operations.size === 0 ||
    !value ||
    value.operations.size === 0 ||
    wordsAt(node).resource !== undefined
  )
    return false;
  const read = operations.get('GET')?.operation;
  if (read) return isListAnswer(getSchemaShape(answerOf(read), references), wordOf(node), references);
  return [...operations.keys()].every((method) => method === 'POST');
}

/** Whether annotations exclude the node from the resources. */
function isExcluded({ ignore, resource }: Annotations): boolean {
  return ignore === true || resource === false;
}

/** Classifies a node that annotations declare to be a resource. */
function annotatedNature({ operations, word = '' }: PathNode, references: References): 'single' | 'collection' {
  const read = operations.get('GET')?.operation;
  return read && !listOf(read, word, references) ? 'single' : 'collection';
}

/** Classifies a segment without a parameter below it; undefined if it is no resource. */
function natureOf(
  node: PathNode,
  byItem: ReadonlyMap<PathNode, Family>,
  references: References,
): 'part' | 'single' | 'collection' | undefined {
  const { operations, above, word = '' } = node;
  const read = operations.get('GET')?.operation;
  const parentGroup = above && byItem.get(above);
  if (!read) {
    const isWritten = operations.has('PUT') || operations.has('PATCH') || operations.has('DELETE');
    return isWritten && parentGroup && partNamed(word, parentGroup, references) ? 'part' : undefined;
  }
  if (parentGroup && partNamed(word, parentGroup, references) && !operations.has('POST')) return 'part';
  const response = answerOf(read);
  if (isListAnswer(getSchemaShape(response, references), word, references)) {
    const found = listIn(response, word, references);
    return getSchemaShape(found?.schema, references)?.isObject ? 'collection' : undefined;
  }
  if (isFoundByQuery(operations)) return undefined;
  if (operations.has('PUT') || operations.has('PATCH')) return 'single';
  if (!getSchemaShape(response, references)?.isObject) return undefined;
  return (operations.has('POST') && operations.has('DELETE')) || SINGLE.test(plain(word)) ? 'single' : undefined;
}

/** The property of an item with the name of a path segment below it. */
export function partNamed(word: string, group: Family, references: References): string | undefined {
  const shape = getSchemaShape(group.schema, references);
  for (const [name, schema] of shape?.properties ?? []) {
    if (plain(name) !== plain(word)) continue;
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
  const inner = [...node.below.values()].flatMap(({ operations, below: children }) => [
    ...operations.values(),
    ...[...children.values()].flatMap((one) => [...one.operations.values()]),
  ]);
  const [placed] = inner;
  const name = placed?.values[valuesAbove(node).length];
  const parameter = placed?.operation.parameters.find((one) => one.in === 'path' && one.name === name);
  return Array.isArray(getSchemaShape(parameter?.schema, references)?.keywordValue('enum'));
}

/** Whether a parameter filters a list and is no id, as in `/pets/byStatus/{status}`. */
function onlyLists(node: PathNode, references: References): boolean {
  const [[method, placed] = [], ...others] = node.operations;
  if (method !== 'GET' || !placed || others.length > 0) return false;
  const shape = getSchemaShape(answerOf(placed.operation), references);
  const { parameter = '', above } = node;
  const word = above?.word ?? '';
  // `/trees/{tree_sha}` returns a tree if the response has a `sha`, even if it contains a list.
  const isOne =
    !shape?.isList &&
    [...(shape?.properties.keys() ?? [])].some((name) => plain(name) === withoutThing(parameter, word));
  return !isOne && isListAnswer(shape, word, references);
}

/** Whether a response is a list with only pagination around it, not an item that contains a list. */
export function isListAnswer(shape: SchemaShape | undefined, word: string, references: References): boolean {
  if (!shape) return false;
  if (shape.isList) return true;
  const found = listIn(shape.part, word, references);
  if (!found || idPropertyOf(shape, { parameter: undefined, word: '' }, references, true)) return false;
  const [list = ''] = found.place;
  const others = [...shape.properties.keys()].filter((name) => name !== list);
  const isCalledSo =
    isSameThing(list, word) ||
    /^(data|items|results?|values?|records|entries|content|list|embedded)$/.test(plain(list));
  const around = others.filter((name) => isAround(name)).length;
  if (isCalledSo ? around * 2 < others.length : around < others.length) return false;
  return (
    found.place.length === 1 || isListAnswer(getSchemaShape(shape.properties.get(list), references), word, references)
  );
}
