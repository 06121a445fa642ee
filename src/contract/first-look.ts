// Reads what exists on a shared server, before the run creates something in the same place.

import type { Operation } from '../openapi/document.ts';
import type { Role } from '../resource/resource.ts';
import { pathIn } from './created-items.ts';
import { type KnownValues, type Values, valuesByKey } from './known-values.ts';
import { renamed } from './making.ts';
import { nameOf } from './name-of-thing.ts';
import type { Call } from './request/call.ts';
import type { Requests } from './request/requests.ts';
import type { Session } from './session.ts';
import { saidFor } from './story/story.ts';
import { canPut } from './write-rule.ts';

/**
 * Before the first POST to a collection it is listed, and before the first PUT of an item that item is read: `CreatedItems` learns from the responses.
 *
 * @returns called before each request; the request waits for it
 */
export function createFirstLook(
  roles: readonly Role[],
  requests: Requests,
  session: Pick<Session, 'ask'>,
  listed: Pick<KnownValues, 'ids'>,
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
    if (role.parameter !== undefined && canPut(role))
      await once(nameOf(role, path, path[role.parameter]), () => read(role, path, path[role.parameter ?? '']));
    if (role.deed === 'create')
      await once(nameOf(role, path, ''), () => listed.ids(role.resource, valuesByKey(role.parents, path)));
  };

  async function read(putting: Role, path: Values, id: unknown): Promise<void> {
    const reading = roles.find(
      ({ deed, resource, parameter, part }) =>
        deed === 'read' && resource === putting.resource && parameter !== undefined && part.length === 0,
    );
    if (reading?.parameter === undefined) return;
    const said = saidFor({ requests }, reading, { ...renamed(putting, reading, path), [reading.parameter]: id });
    if (said) await session.ask(reading.operation, said);
  }
}
