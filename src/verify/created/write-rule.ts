// The write rule: which requests a run may send to a shared server.

import type { Resource, ResourceAction, Resources } from '../../mock/resources/resource.ts';
import type { Document, Operation } from '../../openapi/document.ts';
import { SAFE_METHODS } from '../../openapi/methods.ts';
import type { PathValues } from '../cases/known-values.ts';
import { findIdInBody } from '../requests/id-in-body.ts';
import type { SerializedRequest } from '../requests/serialize-request.ts';
import type { CreatedItems, ItemLocation } from './created-items.ts';
import { type AddressedItem, withoutNames } from './creation-log.ts';
import { findMalformedId, findReadOf, isImprobableId } from './malformed-id.ts';

/** The effect of a request: nothing, a new item in a collection, or a change of an existing one. */
type Effect = 'reads' | 'creates' | 'changes';

/** A request is sent only if it can change nothing but items created by the run. */
export interface WriteRule {
  /** The effect of the requests of an operation. */
  effectOf(operation: Operation): Effect;
  /** Why no request of an operation is sent, a clause; undefined if requests for created items are. */
  findDenial(operation: Operation): string | undefined;
  /**
   * Why a request is not sent, a clause; undefined if it may be.
   *
   * @param request - whose method may differ from the operation's
   * @param path - its path values
   */
  findRequestDenial(operation: Operation, request: SerializedRequest, path: PathValues): string | undefined;
}

/** The items created so far. */
type CreatedItemLookup = Pick<CreatedItems, 'find' | 'existed' | 'wasListed' | 'isAbsent' | 'hasUnidentified'>;

const NOT_CREATED = 'it would change data that the run did not create';
const NAMES_OTHER = 'the id in the body can match an item that the run did not create';

export function createWriteRule(
  document: Document,
  { action: roleOf }: Pick<Resources, 'action'>,
  findAddressedItems: (operation: Operation) => readonly AddressedItem[],
  created: CreatedItemLookup,
): WriteRule {
  const actions = [...document.operations.keys()].flatMap((id) => roleOf(id) ?? []);
  /** The resource types whose items can be read, listed or deleted. */
  const findable = new Set(actions.filter(isLookupAction).map(({ resource }) => resource));

  return {
    effectOf,
    findDenial(operation) {
      if (effectOf(operation) !== 'changes' || findAddressedItems(operation).length > 0) return undefined;
      return describeMissingItems(operation, roleOf(operation.id), created);
    },
    findRequestDenial(operation, request, path) {
      if (SAFE_METHODS.has(request.method)) return undefined;
      const isItself = request.method === operation.method;
      const action = isItself ? roleOf(operation.id) : undefined;
      const effect = isItself ? effectOf(operation) : 'changes';
      if (effect === 'reads') return undefined;
      const reason =
        effect === 'creates' || (isItself && hasUnmatchedId(operation, request, path))
          ? undefined
          : findPathDenial(operation, action, path);
      return reason ?? (action && hasOtherBodyId(action, request, path) ? NAMES_OTHER : undefined);
    },
  };

  function effectOf(operation: Operation): Effect {
    const action = roleOf(operation.id);
    if (SAFE_METHODS.has(operation.method) || operation.method === 'QUERY' || action?.kind === 'search') return 'reads';
    const isIdentified =
      action?.kind === 'create' && findable.has(action.resource) && !created.hasUnidentified(operation);
    return isIdentified ? 'creates' : 'changes';
  }

  function findPathDenial(
    operation: Operation,
    action: ResourceAction | undefined,
    path: PathValues,
  ): string | undefined {
    if (action && canCreateByPut(action) && created.isAbsent(action, path)) return undefined;
    if (hasCreated(findAddressedItems(operation), path)) return undefined;
    return findAddressedItems(operation).length > 0 ? NOT_CREATED : describeMissingItems(operation, action, created);
  }

  /** Whether the path has a malformed id that matches no item, so that nothing is changed. */
  function hasUnmatchedId(operation: Operation, request: SerializedRequest, path: PathValues): boolean {
    const parameter = findMalformedId(operation, request);
    // A server that ignores the id may delete the whole collection.
    if (parameter === undefined || (operation.method === 'DELETE' && !operation.path.endsWith('}'))) return false;
    const items = findAddressedItems(operation);
    const index = items.findIndex((one) => one.parameter === parameter);
    // A server may ignore the parents in the path.
    const areOthersCreated = items.slice(index + 1).every(({ prefix, resource, parameter: name }) => {
      if (!resource || created.wasListed(resource, path[name])) return false;
      const id = String(path[name]);
      return created.find(resource, id).some((one) => isLocatedAt(prefix, one, id, isCollection));
    });
    const read = findReadOf(parameter, items, path, actions);
    const isUnmatched = read ? created.isAbsent(read.action, read.path) : isImprobableId(String(path[parameter]));
    return areOthersCreated && isUnmatched;
  }

  /** Whether the body has the id of another item that may exist: servers may use this id instead of the path. */
  function hasOtherBodyId(action: ResourceAction, request: SerializedRequest, path: PathValues): boolean {
    const id = findIdInBody(action, request);
    if (id === undefined || (action.parameter !== undefined && String(path[action.parameter]) === String(id)))
      return false;
    if (created.find(action.resource, id).length > 0 || created.isAbsent(action, path, id)) return false;
    return isReadable(action) || created.existed(action, path, id);
  }

  /** Whether a read operation can confirm that created items exist. */
  function isReadable({ resource }: ResourceAction): boolean {
    return actions.some(
      (one) => one.kind === 'read' && one.resource === resource && one.parameter !== undefined && one.part.length === 0,
    );
  }

  /** Whether a path is a collection: it has a list operation, or items below it. */
  function isCollection(path: string): boolean {
    return [...document.operations.values()].some((one) => {
      const own = withoutNames(one.path);
      return own.startsWith(`${path}/{}`) || (own === path && roleOf(one.id)?.kind === 'list');
    });
  }

  /** Whether a path identifies only created items, or items below them. */
  function hasCreated(items: readonly AddressedItem[], path: PathValues): boolean {
    const foreignIds: string[] = [];
    const own = new Set<Resource>();
    for (const { parameter, prefix, resource } of items) {
      const id = String(path[parameter]);
      const locations = resource
        ? created.find(resource, id).filter((one) => isLocatedAt(prefix, one, id, isCollection))
        : [];
      if (resource && locations.some(({ parentIds }) => foreignIds.every((value) => parentIds.includes(value))))
        own.add(resource);
      else if (own.size === 0) foreignIds.push(id);
      else if (resource && !resource.parents.some((parent) => parent.resource && own.has(parent.resource)))
        return false;
      // A server may ignore the parent in the path.
      else if (resource && created.wasListed(resource, id)) return false;
    }
    return own.size > 0;
  }
}

/** Whether a PUT or POST to the path of an item creates it. */
export function canCreateByPut({ isUpsert, parameter, resource, part }: ResourceAction): boolean {
  return isUpsert && parameter !== undefined && !resource.isSingleton && part.length === 0;
}

/** Minimum length of globally unique ids, such as UUIDs. */
export const UNIQUE_LENGTH = 16;

/**
 * Whether a path identifies a created item, and not another one with the same id. An item is below the collection in
 * which it was created; a shared schema is not enough.
 */
function isLocatedAt(
  prefix: string,
  { path, isFromAction = false }: ItemLocation,
  id: string,
  isCollection: (path: string) => boolean,
): boolean {
  // An action may return an existing item.
  if (isFromAction) return false;
  if (path === undefined || id.length >= UNIQUE_LENGTH) return true;
  const from = withoutNames(path);
  const collection = prefix.slice(0, prefix.lastIndexOf('/'));
  const rest = from.startsWith(`${collection}/`) ? from.slice(collection.length + 1) : undefined;
  return from === collection || from === prefix || (rest !== undefined && !rest.includes('{') && !isCollection(from));
}

/** Whether an operation lists, reads or deletes items. */
function isLookupAction({ kind, parameter, resource }: ResourceAction): boolean {
  if (resource.isSingleton) return false;
  return kind === 'list' || kind === 'search' || ((kind === 'read' || kind === 'delete') && parameter !== undefined);
}

/** Why an operation without an item in its path is not sent. */
function describeMissingItems(
  operation: Operation,
  action: ResourceAction | undefined,
  created: CreatedItemLookup,
): string {
  const { method, path } = operation;
  if (action?.kind === 'create')
    return created.hasUnidentified(operation)
      ? 'the item that it creates cannot be identified: its response shows no id'
      : 'the item that it creates cannot be identified: no operation reads, lists or deletes it';
  if (action?.kind === 'createMany') return 'the items that it creates cannot be identified';
  if (action?.resource.isSingleton) return `it changes ${path}, which the run did not create`;
  if (action?.idProperty !== undefined) return `it can change any item of ${path}, because the body names the item`;
  if (method === 'DELETE') return `it deletes all of ${path}`;
  if (method === 'PUT' || method === 'PATCH' || action) return `it can change all of ${path}`;
  return 'its path names no item, and it creates none that can be identified';
}
