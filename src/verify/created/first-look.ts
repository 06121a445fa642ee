// Reads existing items on a shared server before create requests.

import type { ResourceAction } from '../../mock/resources/resource.ts';
import type { Operation } from '../../openapi/document.ts';
import { type KnownValues, type Values, valuesByKey } from '../cases/known-values.ts';
import { renamed } from '../cases/making.ts';
import { nameOf } from '../name-of-thing.ts';
import type { Call } from '../requests/call.ts';
import { idInBody } from '../requests/id-in-body.ts';
import type { Requests } from '../requests/requests.ts';
import { isId, saidFor } from '../scenarios/story.ts';
import type { Session } from '../session.ts';
import { type CreatedItems, pathIn } from './created-items.ts';
import { canPut } from './write-rule.ts';

/**
 * Lists each collection before the first POST to it. Reads an item that the run did not create before a PUT to it, or a
 * request with its id in the body. `CreatedItems` registers the responses.
 *
 * @returns a function to await before each request
 */
export function createFirstLook(
  actions: readonly ResourceAction[],
  requests: Requests,
  session: Pick<Session, 'ask'>,
  listed: Pick<KnownValues, 'ids'>,
  created: Pick<CreatedItems, 'created' | 'isDeleted'>,
): (operation: Operation, request: Call) => Promise<void> {
  const pendingReads = new Map<string, Promise<unknown>>();
  const once = (name: string, look: () => Promise<unknown>) => {
    const known = pendingReads.get(name) ?? look();
    pendingReads.set(name, known);
    return known;
  };
  return async (operation, request) => {
    const action = actions.find((one) => one.operation === operation);
    if (!action || request.method !== operation.method) return;
    const path = pathIn(operation, request);
    const ids = [
      idInBody(action, request),
      ...(action.parameter !== undefined && canPut(action) ? [path[action.parameter]] : []),
    ];
    for (const id of new Set(ids)) if (isId(id) && !isCreated(action, path, id)) await read(action, path, id);
    if (action.kind === 'create')
      await once(nameOf(action, path, ''), () => listed.ids(action.resource, valuesByKey(action.parents, path)));
  };

  /** Whether the run has created an item, and has not deleted it. */
  function isCreated(action: ResourceAction, path: Values, id: string | number): boolean {
    return created.created(action.resource, id).length > 0 && !created.isDeleted({ role: action, id, path });
  }

  async function read(writeAction: ResourceAction, path: Values, id: unknown): Promise<void> {
    const readAction = actions.find(
      ({ kind: deed, resource, parameter, part }) =>
        deed === 'read' && resource === writeAction.resource && parameter !== undefined && part.length === 0,
    );
    if (readAction?.parameter === undefined) return;
    const input = saidFor({ requests }, readAction, {
      ...renamed(writeAction, readAction, path),
      [readAction.parameter]: id,
    });
    if (input) await session.ask(readAction.operation, input);
  }
}
