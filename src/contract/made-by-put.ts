// What a PUT makes where its path says, as far as it is known that nobody had one there.

import type { Role } from '../resource/resource.ts';
import type { Values } from './known-values.ts';
import { renamed } from './making.ts';
import { nameOf } from './name-of-thing.ts';
import type { Requests } from './request/requests.ts';
import type { Session } from './session.ts';
import { isId, saidFor } from './story/story.ts';

/** Of an operation that makes the thing at its path where that is not there. */
export type PuttingRole = Role & { readonly parameter: string };

export function isPutting(role: Role): role is PuttingRole {
  return role.makes && role.parameter !== undefined && !role.resource.single && role.part.length === 0;
}

export interface Puts {
  /** Looks whether a thing is there, before it is put for the first time. */
  lookBefore(putting: PuttingRole, path: Values): Promise<void>;
  /** The id of what a request that was accepted has made; undefined where it was there, or nobody knows: some servers answer 201 to all that is put. */
  madeBy(putting: PuttingRole, path: Values): string | number | undefined;
}

export function createPuts(roles: readonly Role[], requests: Requests, session: Pick<Session, 'ask'>): Puts {
  const missing = new Set<string>();
  const looks = new Map<string, Promise<void>>();
  const look = async (putting: PuttingRole, path: Values): Promise<void> => {
    const id = path[putting.parameter];
    const reading = roles.find(
      ({ deed, resource, parameter, part }) =>
        deed === 'read' && resource === putting.resource && parameter !== undefined && part.length === 0,
    );
    if (reading?.parameter === undefined) return;
    const values = { ...renamed(putting, reading, path), [reading.parameter]: id };
    const said = saidFor({ requests }, reading, values);
    const status = said && (await session.ask(reading.operation, said))?.answer.status;
    if (status === 404 || status === 410) missing.add(nameOf(putting, path, id));
  };
  return {
    lookBefore(putting, path) {
      const name = nameOf(putting, path, path[putting.parameter]);
      const known = looks.get(name) ?? look(putting, path);
      looks.set(name, known);
      return known;
    },
    madeBy(putting, path) {
      const id = path[putting.parameter];
      return missing.delete(nameOf(putting, path, id)) && isId(id) ? id : undefined;
    },
  };
}
