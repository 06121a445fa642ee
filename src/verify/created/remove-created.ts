// Deletes created items on a shared server, and lists leftovers.

import type { Resource, ResourceAction } from '../../mock/resources/resource.ts';
import type { PathValues } from '../cases/known-values.ts';
import { createRequest } from '../credentials.ts';
import type { RequestGenerator } from '../requests/request-generator.ts';
import type { RequestInput, SerializedRequest } from '../requests/serialize-request.ts';
import { createInput } from '../scenarios/scenario-context.ts';
import type { TestSession } from '../session.ts';
import type { Leftover } from '../verdict.ts';
import type { CreatedItem, CreatedItems } from './created-items.ts';
import { renameParents } from './item-creator.ts';

interface Removal {
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
  requests: RequestGenerator,
  session: Pick<TestSession, 'sendUnchecked' | 'credentials' | 'permission' | 'outage'>,
  created: Pick<CreatedItems, 'isDeleted' | 'inconclusive'>,
): Removal {
  const items: CreatedItem[] = [];
  const remaining: (Leftover & { readonly item: CreatedItem })[] = [];
  const removed = new Set<string>();
  /** Whether an item was deleted with its parent. */
  const isDeletedWithParent = ({ action: { parents }, path }: CreatedItem) =>
    parents.some(({ resource, parameter }) => resource && removed.has(getKey(resource, path[parameter])));

  async function remove(item: CreatedItem): Promise<string | undefined> {
    const { action, id } = item;
    if (id === undefined) return 'its response shows no id';
    if (created.isDeleted(item)) {
      removed.add(getKey(action.resource, id));
      return undefined;
    }
    const deleteAction = findDeleteAction(action);
    if (!deleteAction) return 'the document has no operation that deletes it';
    const { operation } = deleteAction;
    const untested = session.permission.findDenial(operation);
    if (untested) return `${operation.id} is not sent: ${untested.reason}`;
    // During an outage, the request would fail.
    if (session.outage)
      return session.outage.status === 0
        ? 'the server accepts no connections'
        : `the server responds with ${session.outage.status}`;
    const input = createDeleteInput(deleteAction, item);
    const request = input && createRequest(operation, input, session.credentials).value;
    if (request && !session.permission.isAllowedByRule(operation, request)) return UNKNOWN;
    const completed = input && (await session.sendUnchecked(operation, input));
    if (!completed) return `${operation.id} could not be sent, or got no response`;
    const { status } = completed.response;
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
    { action, id, path }: CreatedItem,
  ): RequestInput | undefined {
    const values: PathValues = { ...renameParents(action, deleteAction, path), [deleteAction.parameter]: id };
    return createInput({ requests }, deleteAction, values, { width: 'least' });
  }

  function createDeleteRequest(item: CreatedItem): SerializedRequest | undefined {
    const deleteAction = item.id === undefined ? undefined : findDeleteAction(item.action);
    const input = deleteAction && createDeleteInput(deleteAction, item);
    const request = deleteAction && input && createRequest(deleteAction.operation, input, session.credentials).value;
    // Another item may have the same id.
    return deleteAction && request && session.permission.isAllowedByRule(deleteAction.operation, request)
      ? request
      : undefined;
  }

  return {
    add: (item) => void items.push(item),
    async removeAll() {
      for (const item of items.splice(0).toReversed()) {
        const reason = await remove(item);
        if (reason !== undefined)
          remaining.push({
            item,
            operation: item.action.operation,
            id: item.id,
            reason,
            request: createDeleteRequest(item),
          });
      }
    },
    leftovers: () => [
      ...remaining.filter(({ item }) => !isDeletedWithParent(item)).map(({ item: _, ...one }) => one),
      ...[...created.inconclusive].flatMap(([{ operation }, count]) =>
        Array.from({ length: count }, () => ({
          operation,
          id: undefined,
          isUncertain: true,
          reason: 'no response, or one that does not show whether it was created',
          request: undefined,
        })),
      ),
    ],
  };
}

function getKey({ name }: Resource, id: unknown): string {
  return JSON.stringify([name, String(id)]);
}
