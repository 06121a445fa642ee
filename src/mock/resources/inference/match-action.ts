// Matching of operations to resources and operation kinds.

import { readOperationAnnotations } from '../../../openapi/annotations.ts';
import type { Operation } from '../../../openapi/document.ts';
import { normalizeName } from '../../../openapi/name-words.ts';
import type { References } from '../../../openapi/references.ts';
import { getSchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { isSameName, singular } from '../../../openapi/singular.ts';
import { failure, type Result, type Success, success } from '../../../schema/result.ts';
import type { OperationKind, Resource } from '../resource.ts';
import { getBulkKind, getWriteKind, isCountWord, isCreateWord, isSearchWord } from './action-words.ts';
import { canEnter, findRevertingWord, isHiddenPath } from './deleted-words.ts';
import { findItemSchema, findListSchema } from './envelope.ts';
import { takesFile } from './file-content.ts';
import { isIdParameter } from './id-property.ts';
import { matchFile } from './match-file.ts';
import { matchWatch } from './match-watch.ts';
import { findResponseList, findResponseSchema, isInfoPath, type PathGroup } from './path-group.ts';
import { findPartProperty, isListResponse, type KeyedGroup, type PathGroups } from './path-groups.ts';
import { childParameter, type PathNode, type PathOperation } from './path-tree.ts';
import type { ActionMatch } from './resource-action.ts';
import { getListSchemaKey, getSchemaKey, type ResourceTypes } from './resource-types.ts';
import { findStateAfter } from './state-after.ts';

/** The results of the inference so far. */
export interface InferenceContext {
  readonly groups: PathGroups;
  readonly types: ResourceTypes;
  resourceOf(group: PathGroup): Resource;
  /** The resource that a path parameter identifies. */
  resourceAt(value: PathNode): Resource | undefined;
  readonly references: References;
}

/** Matches an operation to a resource and a kind, or gives the reason why it has none. */
export function matchAction(placed: PathOperation, context: InferenceContext): Result<ActionMatch> {
  const { node, operation } = placed;
  const method = operation.method === 'HEAD' ? 'GET' : operation.method;
  const { groups } = context;
  const { ignore, resource, example } = readOperationAnnotations(operation);
  if (ignore) return failure('ignored (x-understudy)');
  if (resource === false) return failure('not a resource (x-understudy)');
  if (example !== undefined) return failure(`returns example ${example} (x-understudy)`);
  const watch = method === 'GET' ? matchWatch(placed, context) : undefined;
  if (watch?.ok)
    return createMatch(watch.value.group, 'watch', watch.value.reason, context, { item: watch.value.item });
  const file = matchFile(placed, method, groups);
  if (file) return createMatch(file.group, file.kind, file.reason, context, { item: file.item, file: file.name });
  const item = groups.ofItem(node);
  if (item) return matchItem(method, node, item, context);
  const collection = groups.ofCollection(node);
  if (collection) return matchCollection(placed, method, collection, context);
  const keyed = groups.ofKeys(node);
  if (keyed) return matchKeys(method, node, keyed, context);
  const whole = groups.ofPart(node);
  if (whole) return matchPart(placed, method, whole, context);
  const other = matchSegment(placed, method, context);
  return other.ok ? other : (watch ?? other);
}

/** Creates a match with the resource of a path group. */
function createMatch(
  group: PathGroup,
  kind: OperationKind,
  reason: string,
  { resourceOf }: InferenceContext,
  more: Partial<ActionMatch> = {},
): Success<ActionMatch> {
  return success({ kind, itemTest: group.itemTest, resource: resourceOf(group), reason, ...more });
}

function matchItem(method: string, node: PathNode, group: PathGroup, context: InferenceContext): Result<ActionMatch> {
  const { path } = node;
  const one = group.isSingleton ? `the singleton ${path}` : path;
  const hasCreate = group.collection?.operations.has('POST') ?? false;
  const match = (kind: OperationKind, text: string, isUpsert = false) =>
    createMatch(group, kind, text, context, { item: node, isUpsert });
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
      const post = node.operations.get('POST')?.operation;
      const actionName = findRevertingWord([post?.id, post?.part.value.summary]);
      if (actionName !== undefined && context.resourceOf(group).softDeletes.length > 0)
        return createMatch(group, 'act', `action ${actionName} on ${one}`, context, { item: node, actionName });
      const isUpsert = group.isSingleton || (!hasCreate && !node.operations.has('PUT'));
      return match('change', isUpsert ? `updates or creates ${one}` : `updates ${one}`, isUpsert);
    }
    default:
      return failure(`no action for ${method} on ${one}`);
  }
}

/** The operation kind of each method on an item that several properties identify. */
const KINDS_BY_KEYS: ReadonlyMap<string, readonly [kind: OperationKind, does: string]> = new Map([
  ['GET', ['read', 'reads']],
  ['PUT', ['replace', 'replaces']],
  ['PATCH', ['change', 'updates']],
  ['DELETE', ['delete', 'deletes']],
]);

function matchKeys(
  method: string,
  { path }: PathNode,
  { group, keys }: KeyedGroup,
  context: InferenceContext,
): Result<ActionMatch> {
  const [kind, does] = KINDS_BY_KEYS.get(method) ?? [];
  if (!kind) return failure(`no action for ${method} on ${path}`);
  const reason = `${does} the item of ${group.collection?.path} with this ${[...keys.values()].join(' and ')}`;
  return createMatch(group, kind, reason, context, { keys });
}

function matchCollection(
  { operation }: PathOperation,
  method: string,
  group: PathGroup,
  context: InferenceContext,
): Result<ActionMatch> {
  const { references } = context;
  const { path } = group.collection as PathNode;
  const body = getSchemaShape(operation.requestSchema, references);
  const match = (kind: OperationKind, text: string) => createMatch(group, kind, text, context);
  switch (method) {
    case 'GET': {
      const response = operation.responses.forStatus(operation.successStatus);
      const hasBodyWithoutList =
        operation.method !== 'HEAD' &&
        response?.hasBody &&
        getSchemaShape(findResponseSchema(operation), references)?.isObject;
      if (hasBodyWithoutList && !findResponseList(operation, group.name, references))
        return failure('its response has no list');
      return match('list', `lists ${path}`);
    }
    case 'QUERY':
      if (!findResponseList(operation, group.name, references)) return failure('its response has no list');
      return match('search', `searches ${path}`);
    case 'POST':
      if (body?.isList || isListOfOne(operation, group, references))
        return match('createMany', `creates several items in ${path}`);
      return match('create', `creates an item in ${path}`);
    case 'PUT':
    case 'PATCH':
      return isOfItems(operation, group, references)
        ? match('changeMany', `updates several items in ${path}`)
        : failure('its request body has no list of items');
    case 'DELETE': {
      const shape = getSchemaShape(group.schema, references);
      const names = operation.parameters.filter(
        (one) => one.in === 'query' && isIdParameter(one.name, group.name, shape),
      );
      if (isOfItems(operation, group, references) || names.length > 0)
        return match('deleteMany', `deletes items in ${path} by id`);
      const hasFilters = operation.body !== undefined || operation.parameters.some((one) => one.in === 'query');
      return match('clear', `deletes ${hasFilters ? 'matching' : 'all'} items in ${path}`);
    }
    default:
      return failure(`no action for ${method} on ${path}`);
  }
}

/** Whether a body has a list of items or of their ids. */
function isOfItems({ requestSchema }: Operation, { name: segment }: PathGroup, references: References): boolean {
  const found = findListSchema(requestSchema, segment, references);
  if (!found) return false;
  const name = found.path.at(-1) ?? segment;
  return (
    isSameName(name, segment) || /ids?$/i.test(name) || (getSchemaShape(found.schema, references)?.isObject ?? false)
  );
}

/** Whether a body has only a list of items, which is no property of an item. */
function isListOfOne(
  { requestSchema }: Operation,
  { itemTest, schema, name }: PathGroup,
  references: References,
): boolean {
  const [list = '', index, ...inner] = findItemSchema(requestSchema, itemTest, references)?.path ?? [];
  if (index !== '0' || inner.length > 0) return false;
  return isSameName(list, name) || !getSchemaShape(schema, references)?.properties.has(list);
}

/** The operation kind of each method on a part of an item. */
const KINDS_OF_PARTS: ReadonlyMap<string, readonly [deed: OperationKind, does: string]> = new Map([
  ['GET', ['read', 'reads']],
  ['PUT', ['replace', 'replaces']],
  ['PATCH', ['change', 'updates']],
  ['POST', ['change', 'updates']],
  ['DELETE', ['delete', 'removes']],
]);

function matchPart(
  { operation, node }: PathOperation,
  method: string,
  group: PathGroup,
  context: InferenceContext,
): Result<ActionMatch> {
  const { references } = context;
  const name = findPartProperty(node.segment ?? '', group, references) ?? '';
  const [kind, does] = KINDS_OF_PARTS.get(method) ?? [];
  if (!kind) return failure(`no action for ${method} on a part of an item`);
  const key = getSchemaKey(group.schema, references);
  const isWhole = [findResponseSchema(operation), operation.requestSchema].some(
    (one) => getSchemaKey(one, references) === key,
  );
  if (isWhole && key !== undefined) {
    const reason = `${does} ${node.parent?.path}`;
    return createMatch(group, kind, reason, context, { item: node.parent });
  }
  const reason = `${does} ${name} of ${node.parent?.path}`;
  return createMatch(group, kind, reason, context, { item: node.parent, part: [name] });
}

/** Segments between an item and an action without a meaning of their own. */
const FILLERS = new Set(['lifecycle', 'actions', 'action', 'operations', 'commands', 'command', 'do']);

/**
 * Matches a segment that is no resource: an action on the item or collection before it, or an operation on another
 * resource.
 */
function matchSegment(placed: PathOperation, method: string, context: InferenceContext): Result<ActionMatch> {
  const { node, operation } = placed;
  const { groups, types, references } = context;
  const { segment = '' } = node;
  const hasFiller = node.parent?.segment !== undefined && FILLERS.has(normalizeName(node.parent.segment));
  const above = hasFiller ? node.parent?.parent : node.parent;
  const parentGroup = above && groups.ofItem(above);
  const collection = above && groups.ofCollection(above);
  const match = (group: PathGroup, kind: OperationKind, text: string, more: Partial<ActionMatch> = {}) =>
    createMatch(group, kind, text, context, more);
  const response = findResponseSchema(operation);
  const respondsWithList = isListResponse(
    getSchemaShape(response, references),
    collection?.name ?? segment,
    references,
  );
  const key = respondsWithList ? getListSchemaKey(operation, collection?.name ?? segment, references) : undefined;

  if (collection) {
    const { name: itemName } = collection;
    if (method === 'GET' && isCountWord(segment)) return match(collection, 'count', `counts ${above.path}`);
    const bulkKind = method === 'GET' ? undefined : getBulkKind(segment, method);
    if (bulkKind) return match(collection, bulkKind, `bulk operation on ${above.path}`);
    if (method === 'POST' && isSearchWord(segment) && response)
      return match(collection, 'search', `searches ${above.path}`);
    if (
      method === 'GET' &&
      respondsWithList &&
      (isSearchWord(segment) || isHiddenPath(node) || types.ofSchema(key, itemName) === types.of(collection))
    )
      return match(collection, 'list', `lists matching items of ${above.path}`);
    const writeMatch = matchWriteOnCollection(placed, collection, context);
    if (writeMatch) return writeMatch;
    if (method === 'POST' && isCreateWord(segment) && !collection.collection?.operations.has('POST'))
      return match(collection, 'create', `creates an item in ${above.path}`);
  }
  const isWhole =
    method === 'GET' &&
    parentGroup &&
    above &&
    getSchemaKey(response, references) === getSchemaKey(parentGroup.schema, references);
  if (isWhole && isInfoPath(node) && parentGroup.schema)
    return match(parentGroup, 'read', `reads ${above.path}`, { item: above });
  const known = respondsWithList ? types.ofSchema(key, segment) : undefined;
  if (known && method === 'GET') return match(known.group, 'list', `lists ${known.name}`);
  if (known && method === 'POST' && isSearchWord(segment))
    return match(known.group, 'search', `searches ${known.name}`);
  if (parentGroup && above && isHiddenPath(node)) {
    if (method === 'GET') return match(parentGroup, 'read', `reads ${above.path}, if it is deleted`, { item: above });
    if (method === 'DELETE') return match(parentGroup, 'delete', `removes ${above.path} for good`, { item: above });
  }
  if (parentGroup && above && method !== 'GET' && !childParameter(node)) {
    const createdGroup = method === 'POST' ? findCreatedGroup(placed, context) : undefined;
    if (createdGroup) return match(createdGroup, 'create', `creates an item in ${types.of(createdGroup).name}`);
    const writeMatch = matchWriteOnItem(placed, parentGroup, above, context);
    if (writeMatch) return writeMatch;
    const isReverted = method === 'DELETE' && canEnter(node.operations);
    const actionName = isReverted ? `un${segment}` : segment;
    const other = findReturnedItem(placed, context);
    const returned = other && other.item !== above ? other : undefined;
    return match(parentGroup, 'act', `action ${actionName} on ${above.path}`, { item: above, actionName, returned });
  }
  const created =
    method === 'POST' && takesFile(operation) ? types.ofSchema(getSchemaKey(response, references), segment) : undefined;
  if (created && !parentGroup) return match(created.group, 'create', `creates an item in ${created.name}`);
  const returned = method === 'GET' ? undefined : findReturnedItem(placed, context);
  if (returned?.item)
    return success({
      ...returned,
      kind: 'act',
      actionName: segment,
      reason: `action ${segment} on ${returned.item.path}`,
    });
  return failure('not recognised as a resource');
}

/** The item in the path that an operation returns, by its schema: `POST /features/{name}/environments/{env}/on`. */
function findReturnedItem({ operation, node }: PathOperation, context: InferenceContext): ActionMatch | undefined {
  const { groups, references } = context;
  const response = findResponseSchema(operation);
  for (let at = node.parent; at; at = at.parent) {
    const group = groups.ofItem(at);
    const key = group && !group.isSingleton && getSchemaKey(group.schema, references);
    if (!key) continue;
    const shown = findItemSchema(response, { ...group.itemTest, listItem: group.schema }, references);
    if (getSchemaKey(shown?.schema, references) === key)
      return createMatch(group, 'read', `returns ${at.path}`, context, { item: at }).value;
  }
  return undefined;
}

/**
 * Matches `POST /pets/{petId}/update` if its body resembles a pet, and `POST /pets/{petId}/delete` if it has no body
 * and a pet has no such state.
 */
function matchWriteOnItem(
  { node, operation }: PathOperation,
  group: PathGroup,
  item: PathNode,
  context: InferenceContext,
): Success<ActionMatch> | undefined {
  const { references } = context;
  const { segment = '' } = node;
  const kind = getWriteKind(segment);
  const shape = getSchemaShape(group.schema, references);
  if (kind === 'delete' && !operation.body && shape && !findStateAfter(segment, group.schema, references))
    return createMatch(group, 'delete', `deletes ${item.path}`, context, { item });
  const sent = [...(getSchemaShape(operation.requestSchema, references)?.properties.keys() ?? [])];
  const shared = sent.filter((name) => shape?.properties.has(name));
  if (kind !== 'change' || shared.length === 0 || shared.length * 2 < sent.length) return undefined;
  return createMatch(group, 'change', `updates ${item.path}`, context, { item });
}

/** Matches `POST /pets/update` and `POST /pets/delete` if the body requires the id of the pet. */
function matchWriteOnCollection(
  { node, operation }: PathOperation,
  group: PathGroup,
  context: InferenceContext,
): Success<ActionMatch> | undefined {
  const { references, resourceOf } = context;
  const kind = getWriteKind(node.segment ?? '');
  const body = kind && getSchemaShape(operation.requestSchema, references);
  const [id, ...inner] = (body && resourceOf(group).id?.path) || [];
  if (!body || id === undefined || inner.length > 0) return undefined;
  const names = [
    normalizeName(id),
    ...(normalizeName(id) === 'id' ? [singular(normalizeName(group.name)) + normalizeName(id)] : []),
  ];
  const name = [...body.required].find((one) => names.includes(normalizeName(one)));
  const types = getSchemaShape(body.properties.get(name ?? ''), references)?.types;
  if (name === undefined || !types || types.has('array') || types.has('object')) return undefined;
  const does = kind === 'change' ? 'updates' : 'deletes';
  const reason = `${does} the item of ${group.collection?.path} given by ${name} in the body`;
  return createMatch(group, kind as OperationKind, reason, context, { idProperty: name });
}

/** The path group whose items an operation creates: one named like its path, if the response has its schema. */
function findCreatedGroup(
  { operation, node }: PathOperation,
  { types, references }: InferenceContext,
): PathGroup | undefined {
  const { segment = '' } = node;
  const response = findResponseSchema(operation);
  // `POST /issues/{id}/attachments` takes files, and returns a list of attachments.
  const isUpload = takesFile(operation);
  const key =
    getSchemaKey(response, references) ?? (isUpload ? getListSchemaKey(operation, segment, references) : undefined);
  const group = types.ofSchema(key, segment)?.group;
  const isNamed = isUpload
    ? isSameName(group?.name ?? '', segment)
    : normalizeName(group?.name ?? '') === normalizeName(segment);
  return operation.body && isNamed ? group : undefined;
}
