// What was made in a world that others share: only that is changed and deleted there, and it is removed in the end.

import type { Operation } from '../openapi/document.ts';
import { CHANGING } from '../openapi/methods.ts';
import type { Resources, Role } from '../resource/resource.ts';
import type { Values } from './known-values.ts';
import type { Said } from './request/call.ts';
import type { Requests } from './request/requests.ts';
import type { Session } from './session.ts';
import { idOfMade, saidFor } from './story/story.ts';
import type { Exchange } from './trial.ts';

export interface Made {
  /**
   * Path values of an operation, those of a thing of its own where it changes or deletes one; undefined where none can be made.
   *
   * @param known - what is known of the others
   */
  for(operation: Operation, known: Values): Promise<Values | undefined>;
  /** Removes all that was made, the newest first. Never throws. */
  remove(): Promise<void>;
}

interface MadeThing {
  readonly role: Role;
  readonly id: string | number;
  readonly above: Values;
}

export function createMade(
  { role }: Pick<Resources, 'role'>,
  requests: Requests,
  session: Pick<Session, 'ask' | 'onAnswer'>,
): Made {
  const { operations } = requests.document;
  const roles = [...operations.keys()].flatMap((id) => role(id) ?? []);
  const things: MadeThing[] = [];
  const note = (making: Role, exchange: Pick<Exchange, 'answer' | 'read' | 'call'>, said: Said) => {
    const id = idOfMade(making, exchange, said.body);
    if (id !== undefined) things.push({ role: making, id, above: said.path });
    return id;
  };
  // What trials have made on the way is removed as well.
  session.onAnswer = (exchange) => {
    const making = role(exchange.operation.id);
    if (making?.deed !== 'create' || exchange.answer.status >= 300) return;
    const { path } = exchange.operation.parameterReader.read(exchange.call.sent).values;
    note(making, exchange, { path, query: {}, header: {}, cookie: {}, body: undefined, type: undefined });
  };

  return {
    async for(operation, known) {
      const own = role(operation.id);
      if (!CHANGING.has(operation.method) || own?.parameter === undefined || own.resource.single) return known;
      const making = roles.find((one) => one.deed === 'create' && one.resource === own.resource);
      const said = making && saidFor({ requests }, making, renamed(own, making, known), { key: `for ${operation.id}` });
      const found = said && (await session.ask(making.operation, said));
      if (!found || found.answer.status >= 300) return undefined;
      const id = note(making, found, said);
      return id === undefined ? undefined : { ...renamed(making, own, said.path), [own.parameter]: id };
    },
    async remove() {
      for (const { role: making, id, above } of things.splice(0).toReversed()) {
        const removing = roles.find(
          (one) => one.deed === 'delete' && one.resource === making.resource && one.parameter !== undefined,
        );
        if (!removing?.parameter) continue;
        const said = saidFor(
          { requests },
          removing,
          { ...renamed(making, removing, above), [removing.parameter]: id },
          { width: 'least' },
        );
        if (said) await session.ask(removing.operation, said);
      }
    },
  };

  /** Values of parents by the names that another path has for them. */
  function renamed(from: Role, to: Role, values: Values): Values {
    return Object.fromEntries(
      to.parents.flatMap(({ key, parameter }) => {
        const same = from.parents.find((parent) => parent.key === key);
        return same && values[same.parameter] !== undefined ? [[parameter, values[same.parameter]]] : [];
      }),
    );
  }
}
