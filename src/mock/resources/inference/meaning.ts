// Matching of operations to resources and operation kinds.

import { readOperationAnnotations } from '../../../openapi/annotations.ts';
import type { Operation } from '../../../openapi/document.ts';
import type { References } from '../../../openapi/references.ts';
import { getSchemaShape } from '../../../openapi/schema/schema-shape.ts';
import type { Deed, Resource } from '../resource.ts';
import { itemIn, listIn } from './envelope.ts';
import { type Families, isListAnswer, partNamed } from './families.ts';
import { answerOf, type Family, listOf } from './family.ts';
import { namesItems } from './id.ts';
import { type Kinds, listKey, schemaKey } from './kinds.ts';
import { type PathNode, type Placed, valueBelow } from './path-tree.ts';
import type { Meaning } from './role.ts';
import { stateAfter } from './state.ts';
import { isCount, isCreate, isSearch, manyDeed, writtenDeed } from './verb.ts';
import { isSameThing, plain, singular } from './word.ts';

/** The results of the inference so far. */
export interface Findings {
  readonly families: Families;
  readonly kinds: Kinds;
  resourceOf(group: Family): Resource;
  /** The resource that a path parameter identifies. */
  resourceAt(value: PathNode): Resource | undefined;
  readonly references: References;
}

/** Matches an operation to a resource and a kind; returns the reason as text if it has none. */
export function meaningOf(placed: Placed, context: Findings): Meaning | string {
  const { node, operation } = placed;
  const method = operation.method === 'HEAD' ? 'GET' : operation.method;
  const { families: groups } = context;
  const { ignore, resource, example } = readOperationAnnotations(operation);
  if (ignore) return 'ignored (x-understudy)';
  if (resource === false) return 'not a resource (x-understudy)';
  if (example !== undefined) return `returns example ${example} (x-understudy)`;
  const item = groups.ofItem(node);
  if (item) return matchItem(method, node, item, context);
  const collection = groups.ofCollection(node);
  if (collection) return matchCollection(placed, method, collection, context);
  const whole = groups.ofPart(node);
  if (whole) return matchPart(placed, method, whole, context);
  return matchSegment(placed, method, context);
}

/** Creates a match with the resource of a path group. */
function createMatch(
  group: Family,
  kind: Deed,
  reason: string,
  { resourceOf }: Findings,
  more: Partial<Meaning> = {},
): Meaning {
  return { deed: kind, test: group.test, resource: resourceOf(group), because: reason, ...more };
}

function matchItem(method: string, node: PathNode, group: Family, context: Findings): Meaning | string {
  const { path } = node;
  const one = group.single ? `the singleton ${path}` : path;
  const hasCreate = group.collection?.operations.has('POST') ?? false;
  const match = (kind: Deed, text: string, makes = false) =>
    createMatch(group, kind, text, context, { item: node, makes });
  switch (method) {
    case 'GET':
      return match('read', `reads ${one}`);
    case 'PUT':
      return hasCreate ? match('replace', `replaces ${one}`) : match('replace', `replaces or creates ${one}`, true);
    case 'PATCH':
      return match('change', `updates ${one}`);
    case 'DELETE':
      return match('delete', `deletes ${one}`);
    case 'POST': {
      const makes = group.single || (!hasCreate && !node.operations.has('PUT'));
      return match('change', makes ? `updates or creates ${one}` : `updates ${one}`, makes);
    }
    default:
      return `no action for ${method} on ${one}`;
  }
}

function matchCollection({ operation }: Placed, method: string, group: Family, context: Findings): Meaning | string {
  const { references } = context;
  const { path } = group.collection as PathNode;
  const body = getSchemaShape(operation.requestSchema, references);
  const match = (kind: Deed, text: string) => createMatch(group, kind, text, context);
  switch (method) {
    case 'GET': {
      const response = operation.responses.forStatus(operation.successStatus);
      const hasBodyWithoutList =
        operation.method !== 'HEAD' && response?.hasBody && getSchemaShape(answerOf(operation), references)?.isObject;
      if (hasBodyWithoutList && !listOf(operation, group.word, references)) return 'its response has no list';
      return match('list', `lists ${path}`);
    }
    case 'POST':
      if (body?.isList || isListOfOne(operation, group, references))
        return match('createMany', `creates several items in ${path}`);
      return match('create', `creates an item in ${path}`);
    case 'PUT':
    case 'PATCH':
      return isOfItems(operation, group, references)
        ? match('changeMany', `updates several items in ${path}`)
        : 'its request body has no list of items';
    case 'DELETE': {
      const shape = getSchemaShape(group.schema, references);
      const names = operation.parameters.filter((one) => one.in === 'query' && namesItems(one.name, group.word, shape));
      if (isOfItems(operation, group, references) || names.length > 0)
        return match('deleteMany', `deletes items in ${path} by id`);
      const hasFilters = operation.body !== undefined || operation.parameters.some((one) => one.in === 'query');
      return match('clear', `deletes ${hasFilters ? 'matching' : 'all'} items in ${path}`);
    }
    default:
      return `no action for ${method} on ${path}`;
  }
}

/** Whether a body has a list of items or of their ids. */
function isOfItems({ requestSchema }: Operation, { word }: Family, references: References): boolean {
  const found = listIn(requestSchema, word, references);
  if (!found) return false;
  const name = found.place.at(-1) ?? word;
  return (
    isSameThing(name, word) || /ids?$/i.test(name) || (getSchemaShape(found.schema, references)?.isObject ?? false)
  );
}

/** Whether a body has only a list of items. */
function isListOfOne({ requestSchema }: Operation, { test, word }: Family, references: References): boolean {
  const found = itemIn(requestSchema, test, references);
  return found?.place.length === 2 && found.place[1] === '0' && isSameThing(found.place[0] ?? '', word);
}

/** The operation kind of each method on a part of an item. */
const KINDS_OF_PARTS: ReadonlyMap<string, readonly [deed: Deed, does: string]> = new Map([
  ['GET', ['read', 'reads']],
  ['PUT', ['replace', 'replaces']],
  ['PATCH', ['change', 'updates']],
  ['POST', ['change', 'updates']],
  ['DELETE', ['delete', 'removes']],
]);

function matchPart({ operation, node }: Placed, method: string, group: Family, context: Findings): Meaning | string {
  const { references } = context;
  const name = partNamed(node.word ?? '', group, references) ?? '';
  const [kind, does] = KINDS_OF_PARTS.get(method) ?? [];
  if (!kind) return `no action for ${method} on a part of an item`;
  const key = schemaKey(group.schema, references);
  const isWhole = [answerOf(operation), operation.requestSchema].some((one) => schemaKey(one, references) === key);
  if (isWhole && key !== undefined) {
    const reason = `${does} ${node.above?.path}`;
    return createMatch(group, kind, reason, context, { item: node.above });
  }
  const reason = `${does} ${name} of ${node.above?.path}`;
  return createMatch(group, kind, reason, context, { item: node.above, part: [name] });
}

/** Segments between an item and an action without a meaning of their own. */
const FILLERS = new Set(['lifecycle', 'actions', 'action', 'operations', 'commands', 'command', 'do']);

/**
 * Matches a segment that is no resource: an action on the item or collection before it, or an operation on another
 * resource.
 */
function matchSegment(placed: Placed, method: string, context: Findings): Meaning | string {
  const { node, operation } = placed;
  const { families: groups, kinds: types, references } = context;
  const { word = '' } = node;
  const hasFiller = node.above?.word !== undefined && FILLERS.has(plain(node.above.word));
  const above = hasFiller ? node.above?.above : node.above;
  const parentGroup = above && groups.ofItem(above);
  const collection = above && groups.ofCollection(above);
  const match = (group: Family, kind: Deed, text: string, more: Partial<Meaning> = {}) =>
    createMatch(group, kind, text, context, more);
  const response = answerOf(operation);
  const answersList = isListAnswer(getSchemaShape(response, references), collection?.word ?? word, references);
  const key = answersList ? listKey(operation, collection?.word ?? word, references) : undefined;

  if (collection) {
    const { word: itemName } = collection;
    if (method === 'GET' && isCount(word)) return match(collection, 'count', `counts ${above.path}`);
    const bulkKind = method === 'GET' ? undefined : manyDeed(word, method);
    if (bulkKind) return match(collection, bulkKind, `bulk operation on ${above.path}`);
    if (method === 'POST' && isSearch(word) && response) return match(collection, 'search', `searches ${above.path}`);
    if (method === 'GET' && answersList && (isSearch(word) || types.ofSchema(key, itemName) === types.of(collection)))
      return match(collection, 'list', `lists matching items of ${above.path}`);
    const writeMatch = matchWriteOnCollection(placed, collection, context);
    if (writeMatch) return writeMatch;
    if (method === 'POST' && isCreate(word) && !collection.collection?.operations.has('POST'))
      return match(collection, 'create', `creates an item in ${above.path}`);
  }
  const known = answersList ? types.ofSchema(key, word) : undefined;
  if (known && method === 'GET') return match(known.family, 'list', `lists ${known.name}`);
  if (known && method === 'POST' && isSearch(word)) return match(known.family, 'search', `searches ${known.name}`);
  if (parentGroup && above && method !== 'GET' && !valueBelow(node)) {
    const createdGroup = method === 'POST' ? findCreatedGroup(placed, context) : undefined;
    if (createdGroup) return match(createdGroup, 'create', `creates an item in ${types.of(createdGroup).name}`);
    const writeMatch = matchWriteOnItem(placed, parentGroup, above, context);
    if (writeMatch) return writeMatch;
    const isReverted = method === 'DELETE' && node.operations.size > 1;
    const actionName = isReverted ? `un${word}` : word;
    return match(parentGroup, 'act', `action ${actionName} on ${above.path}`, { item: above, verb: actionName });
  }
  return 'not recognised as a resource';
}

/**
 * Matches `POST /pets/{petId}/update` if its body resembles a pet, and `POST /pets/{petId}/delete` if it has no body
 * and a pet has no such state.
 */
function matchWriteOnItem(
  { node, operation }: Placed,
  group: Family,
  item: PathNode,
  context: Findings,
): Meaning | undefined {
  const { references } = context;
  const { word = '' } = node;
  const kind = writtenDeed(word);
  const shape = getSchemaShape(group.schema, references);
  if (kind === 'delete' && !operation.body && shape && !stateAfter(word, group.schema, references))
    return createMatch(group, 'delete', `deletes ${item.path}`, context, { item });
  const sent = [...(getSchemaShape(operation.requestSchema, references)?.properties.keys() ?? [])];
  const shared = sent.filter((name) => shape?.properties.has(name));
  if (kind !== 'change' || shared.length === 0 || shared.length * 2 < sent.length) return undefined;
  return createMatch(group, 'change', `updates ${item.path}`, context, { item });
}

/** Matches `POST /pets/update` and `POST /pets/delete` if the body requires the id of the pet. */
function matchWriteOnCollection({ node, operation }: Placed, group: Family, context: Findings): Meaning | undefined {
  const { references, resourceOf } = context;
  const kind = writtenDeed(node.word ?? '');
  const body = kind && getSchemaShape(operation.requestSchema, references);
  const [id, ...inner] = (body && resourceOf(group).id?.place) || [];
  if (!body || id === undefined || inner.length > 0) return undefined;
  const names = [plain(id), ...(plain(id) === 'id' ? [singular(plain(group.word)) + plain(id)] : [])];
  const name = [...body.required].find((one) => names.includes(plain(one)));
  const types = getSchemaShape(body.properties.get(name ?? ''), references)?.types;
  if (name === undefined || !types || types.has('array') || types.has('object')) return undefined;
  const does = kind === 'change' ? 'updates' : 'deletes';
  const reason = `${does} the item of ${group.collection?.path} given by ${name} in the body`;
  return createMatch(group, kind as Deed, reason, context, { named: name });
}

/** The path group whose items an operation creates: one named like its path, if the response has its schema. */
function findCreatedGroup({ operation, node }: Placed, { kinds: types, references }: Findings): Family | undefined {
  const key = schemaKey(answerOf(operation), references);
  const type = types.ofSchema(key, node.word ?? '');
  return type && operation.body && plain(type.family.word) === plain(node.word ?? '') ? type.family : undefined;
}
