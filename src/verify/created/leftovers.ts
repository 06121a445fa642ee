// Deletes created items on a shared server, and lists leftovers.

import type { Resource, ResourceAction } from '../../mock/resources/resource.ts';
import type { Values } from '../cases/known-values.ts';
import { renamed } from '../cases/making.ts';
import { callFor } from '../credentials.ts';
import type { Call, Said } from '../requests/call.ts';
import type { Requests } from '../requests/requests.ts';
import { saidFor } from '../scenarios/story.ts';
import type { Session } from '../session.ts';
import type { Leftover } from '../verdict.ts';
import type { CreatedItem, CreatedItems } from './created-items.ts';

export interface Removal {
  /** Registers a created item. */
  add(item: CreatedItem): void;
  /** Deletes the registered items, the newest first. Never throws. */
  removeAll(): Promise<void>;
  /** Items that could not be deleted so far. */
  leftovers(): readonly Leftover[];
}

/** The reason if another item may have the same id at the path of the delete operation. */
const UNKNOWN = 'the document has no operation that certainly deletes it';

export function createRemoval(
  actions: readonly ResourceAction[],
  requests: Requests,
  session: Pick<Session, 'ask' | 'credentials' | 'permission' | 'outage'>,
  created: Pick<CreatedItems, 'isDeleted' | 'lost'>,
): Removal {
  const items: CreatedItem[] = [];
  const remaining: (Leftover & { readonly item: CreatedItem })[] = [];
  const removed = new Set<string>();
  /** Whether an item was deleted with its parent. */
  const isDeletedWithParent = ({ role: { parents }, path }: CreatedItem) =>
    parents.some(({ resource, parameter }) => resource && removed.has(getKey(resource, path[parameter])));

  async function remove(item: CreatedItem): Promise<string | undefined> {
    const { role: action, id } = item;
    if (id === undefined) return 'its response shows no id';
    if (created.isDeleted(item)) {
      removed.add(getKey(action.resource, id));
      return undefined;
    }
    const deleteAction = findDeleteAction(action);
    if (!deleteAction) return 'the document has no operation that deletes it';
    const { operation } = deleteAction;
    const untested = session.permission.objection(operation);
    if (untested) return `${operation.id} is not sent: ${untested.reason}`;
    // During an outage, the request would fail.
    if (session.outage)
      return session.outage.status === 0
        ? 'the server accepts no connections'
        : `the server responds with ${session.outage.status}`;
    const input = createDeleteInput(deleteAction, item);
    const { call: request } = input ? callFor(operation, input, session.credentials) : {};
    if (request && !session.permission.isOwn(operation, request)) return UNKNOWN;
    const asked = input && (await session.ask(operation, input));
    if (!asked) return `${operation.id} could not be sent, or got no response`;
    const { status } = asked.answer;
    // A request of the run has deleted a missing item.
    if (status >= 300 && status !== 404 && status !== 410) return `${operation.id} responded with ${status}`;
    removed.add(getKey(action.resource, id));
    return undefined;
  }

  function findDeleteAction({
    resource,
  }: ResourceAction): (ResourceAction & { readonly parameter: string }) | undefined {
    return actions.find(
      (one): one is ResourceAction & { readonly parameter: string } =>
        one.kind === 'delete' && one.resource === resource && one.parameter !== undefined && one.part.length === 0,
    );
  }

  function createDeleteInput(
    deleteAction: ResourceAction & { readonly parameter: string },
    { role: action, id, path }: CreatedItem,
  ): Said | undefined {
    const values: Values = { ...renamed(action, deleteAction, path), [deleteAction.parameter]: id };
    return saidFor({ requests }, deleteAction, values, { width: 'least' });
  }

  function createDeleteRequest(item: CreatedItem): Call | undefined {
    const deleteAction = item.id === undefined ? undefined : findDeleteAction(item.role);
    const input = deleteAction && createDeleteInput(deleteAction, item);
    const { call: request } = deleteAction && input ? callFor(deleteAction.operation, input, session.credentials) : {};
    // Another item may have the same id.
    return deleteAction && request && session.permission.isOwn(deleteAction.operation, request) ? request : undefined;
  }

  return {
    add: (item) => void items.push(item),
    async removeAll() {
      for (const item of items.splice(0).toReversed()) {
        const reason = await remove(item);
        if (reason !== undefined)
          remaining.push({
            item,
            operation: item.role.operation,
            id: item.id,
            reason,
            call: createDeleteRequest(item),
          });
      }
    },
    leftovers: () => [
      ...remaining.filter(({ item }) => !isDeletedWithParent(item)).map(({ item: _, ...one }) => one),
      ...[...created.lost].map(([{ operation }, count]) => ({
        operation,
        id: undefined,
        reason: `${count === 1 ? 'one request' : `${count} requests`} got no response, or one that does not show whether something was created`,
        call: undefined,
      })),
    ],
  };
}

function getKey({ name }: Resource, id: unknown): string {
  return JSON.stringify([name, String(id)]);
}
