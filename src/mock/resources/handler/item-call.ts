// Calls behind the methods of `call.items`.

import type { Properties } from '../../../server/pipeline/api/items.ts';
import type { OperationRequest } from '../../../server/pipeline/responder.ts';
import { setAtPath } from '../property-path.ts';
import type { OperationKind, Resource, ResourceAction } from '../resource.ts';
import { type InferredModel, ResourceCall } from '../resource-call.ts';

/** A command of a handler for a collection. */
export interface ItemCommand {
  readonly kind: 'list' | 'read' | 'create' | 'change' | 'delete';
  /** Ids of parents by their keys; may be incomplete. */
  readonly parents: Readonly<Record<string, string>>;
  readonly id?: string | number | undefined;
  /** The new item. */
  readonly item?: Properties;
}

/** A key that no path parameter uses. */
const ID = '{id}';

/**
 * Creates the call for a command, modelled on the operation of the same kind if the document has one: its schema
 * defines which properties can be sent.
 */
export function createItemCall(
  request: OperationRequest,
  inferred: InferredModel,
  resource: Resource,
  { kind, parents, id, item }: ItemCommand,
): ResourceCall {
  const action = actionFor(inferred, resource, kind, Object.keys(parents), request);
  const path = id === undefined ? parents : { ...parents, [ID]: id };
  const body = item && setAtPath({}, action.requestPath ?? [], item);
  const likeAction: OperationRequest = {
    api: request.api,
    operation: action.operation,
    input: undefined,
    parts: { path, query: {}, header: {}, cookie: {}, body },
    headers: {},
    url: () => request.url(),
    base: request.base,
    crossSiteOrigin: () => request.crossSiteOrigin(),
    isLocal: () => request.isLocal(),
    caller: request.caller,
    store: request.store,
    handlerStore: request.handlerStore,
    followed: request.followed,
    now: request.now,
    trace: request.trace,
    newId: () => request.newId(),
    seed: request.seed,
    faults: request.faults,
    idempotencyKeys: request.idempotencyKeys,
    deadline: request.deadline,
    findBodyViolations: (response) => request.findBodyViolations(response),
    onSuccess: (callback) => request.onSuccess(callback),
    undoChanges: () => request.undoChanges(),
    undoAllChanges: () => request.undoAllChanges(),
    record: (exchange) => request.record(exchange),
    recordFault: (fault) => request.recordFault(fault),
    warn: (warning) => request.warn(warning),
  };
  return new ResourceCall(likeAction, action, inferred);
}

/** Cached, because other caches use the action object as a key. */
const cache = new WeakMap<Resource, Map<string, ResourceAction>>();

function actionFor(
  { document, resources }: InferredModel,
  resource: Resource,
  kind: ItemCommand['kind'],
  parents: readonly string[],
  { operation }: OperationRequest,
): ResourceAction {
  const actions = cache.get(resource) ?? new Map<string, ResourceAction>();
  cache.set(resource, actions);
  const key = [kind, ...parents].join(' ');
  const found = actions.get(key);
  if (found) return found;
  const all = [...document.operations.keys()].flatMap((id) => {
    const one = resources.action(id);
    return one?.resource === resource ? one : [];
  });
  const others: readonly OperationKind[] = kind === 'change' || kind === 'create' ? [kind, 'replace'] : [kind];
  const likeAction = others
    .map((other) => all.find((one) => one.kind === other && one.part.length === 0))
    .find(Boolean);
  const action: ResourceAction = {
    operation: (likeAction ?? all[0])?.operation ?? operation,
    resource,
    kind,
    parents: resource.parents.flatMap((parent) =>
      parents.includes(parent.key) ? { ...parent, parameter: parent.key } : [],
    ),
    parameter: resource.isSingleton || kind === 'list' || kind === 'create' ? undefined : ID,
    keys: new Map(),
    returned: undefined,
    idProperty: undefined,
    part: [],
    requestPath: likeAction?.requestPath ?? [],
    responsePath: [],
    file: undefined,
    isUpsert: false,
    sets: undefined,
    setsTime: undefined,
    softDeletion: undefined,
    reason: 'a handler uses items',
  };
  actions.set(key, action);
  return action;
}
