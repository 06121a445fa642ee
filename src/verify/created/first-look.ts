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
  roles: readonly ResourceAction[],
  requests: Requests,
  session: Pick<Session, 'ask'>,
  listed: Pick<KnownValues, 'ids'>,
  created: Pick<CreatedItems, 'created' | 'isDeleted'>,
): (operation: Operation, call: Call) => Promise<void> {
  const looks = new Map<string, Promise<unknown>>();
  const once = (name: string, look: () => Promise<unknown>) => {
    const known = looks.get(name) ?? look();
    looks.set(name, known);
    return known;
  };
  return async (operation, call) => {
    const role = roles.find((one) => one.operation === operation);
    if (!role || call.method !== operation.method) return;
    const path = pathIn(operation, call);
    const ids = [idInBody(role, call), ...(role.parameter !== undefined && canPut(role) ? [path[role.parameter]] : [])];
    for (const id of new Set(ids)) if (isId(id) && !isOwn(role, path, id)) await read(role, path, id);
    if (role.kind === 'create')
      await once(nameOf(role, path, ''), () => listed.ids(role.resource, valuesByKey(role.parents, path)));
  };

  /** Whether the run has created an item, and has not deleted it. */
  function isOwn(role: ResourceAction, path: Values, id: string | number): boolean {
    return created.created(role.resource, id).length > 0 && !created.isDeleted({ role, id, path });
  }

  async function read(putting: ResourceAction, path: Values, id: unknown): Promise<void> {
    const reading = roles.find(
      ({ kind: deed, resource, parameter, part }) =>
        deed === 'read' && resource === putting.resource && parameter !== undefined && part.length === 0,
    );
    if (reading?.parameter === undefined) return;
    const said = saidFor({ requests }, reading, { ...renamed(putting, reading, path), [reading.parameter]: id });
    if (said) await session.ask(reading.operation, said);
  }
}
