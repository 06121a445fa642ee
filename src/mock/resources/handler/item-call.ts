// The call behind a method of `call.items`: like a request for the same operation.

import type { Properties } from '../../../server/pipeline/api/items.ts';
import type { OperationRequest } from '../../../server/pipeline/responder.ts';
import { withValue } from '../place.ts';
import type { Deed, Resource, Role } from '../resource.ts';
import { type Inferred, ResourceCall } from '../resource-call.ts';

/** What a handler does with a collection. */
export interface ItemOrder {
  readonly deed: 'list' | 'read' | 'create' | 'change' | 'delete';
  /** The ids of parents by their keys, some or all of them. */
  readonly parents: Readonly<Record<string, string>>;
  readonly id?: string | number | undefined;
  /** The new item. */
  readonly item?: Properties;
}

/** No path parameter has this name. */
const ID = '{id}';

/** Creates the call. Its role is that of the operation that does the same, if the document has one: it says what can be sent. */
export function itemCall(
  request: OperationRequest,
  inferred: Inferred,
  resource: Resource,
  { deed, parents, id, item }: ItemOrder,
): ResourceCall {
  const role = roleFor(inferred, resource, deed, Object.keys(parents), request);
  const path = id === undefined ? parents : { ...parents, [ID]: id };
  const body = item && withValue({}, role.asked ?? [], item);
  const like: OperationRequest = {
    api: request.api,
    operation: role.operation,
    input: undefined,
    parts: { path, query: {}, header: {}, cookie: {}, body },
    headers: {},
    url: () => request.url(),
    base: request.base,
    page: () => request.page(),
    isLocal: () => request.isLocal(),
    isExact: (number) => Number.isSafeInteger(number) || !Number.isInteger(number),
    caller: request.caller,
    store: request.store,
    handlerStore: request.handlerStore,
    now: request.now,
    newId: () => request.newId(),
    seed: request.seed,
    faults: request.faults,
    deadline: request.deadline,
    follow: (sequel) => request.follow(sequel),
    takeBack: () => request.takeBack(),
    record: (exchange) => request.record(exchange),
    meet: (fault) => request.meet(fault),
    warn: (warning) => request.warn(warning),
  };
  return new ResourceCall(like, role, inferred);
}

/** What is known by role, such as its properties, is known by the object: the same one each time. */
const known = new WeakMap<Resource, Map<string, Role>>();

function roleFor(
  { document, resources }: Inferred,
  resource: Resource,
  deed: ItemOrder['deed'],
  parents: readonly string[],
  { operation }: OperationRequest,
): Role {
  const roles = known.get(resource) ?? new Map<string, Role>();
  known.set(resource, roles);
  const key = [deed, ...parents].join(' ');
  const found = roles.get(key);
  if (found) return found;
  const all = [...document.operations.keys()].flatMap((id) => {
    const one = resources.role(id);
    return one?.resource === resource ? one : [];
  });
  const others: readonly Deed[] = deed === 'change' || deed === 'create' ? [deed, 'replace'] : [deed];
  const like = others.map((other) => all.find((one) => one.deed === other && one.part.length === 0)).find(Boolean);
  const role: Role = {
    operation: (like ?? all[0])?.operation ?? operation,
    resource,
    deed,
    parents: resource.parents.flatMap((parent) =>
      parents.includes(parent.key) ? { ...parent, parameter: parent.key } : [],
    ),
    parameter: resource.single || deed === 'list' || deed === 'create' ? undefined : ID,
    named: undefined,
    part: [],
    asked: like?.asked ?? [],
    shown: [],
    makes: false,
    sets: undefined,
    because: 'a handler uses items',
  };
  roles.set(key, role);
  return role;
}
