// What was made in a world that others share: only that is changed and deleted there, and it is removed in the end.

import type { Operation } from '../openapi/document.ts';
import { CHANGING } from '../openapi/methods.ts';
import type { Resources, Role } from '../resource/resource.ts';
import type { Values } from './known-values.ts';
import { createMaker, renamed } from './making.ts';
import type { Said } from './request/call.ts';
import type { Requests } from './request/requests.ts';
import type { Session } from './session.ts';
import { idOfMade, saidFor } from './story/story.ts';
import type { Exchange } from './trial.ts';
import type { World } from './worlds.ts';

export interface Made {
  /**
   * Path values of an operation, those of a thing of its own where it changes or deletes one; undefined where none can be made.
   *
   * @param known - what is known of the others
   */
  for(operation: Operation, known: Values): Promise<Values | undefined>;
  /**
   * Makes what an operation needs to be there, and was not found: the thing that its path names, and what is above it. The values of its path then; undefined where nothing
   * could be made.
   *
   * @param world - where it is made
   */
  before(operation: Operation, known: Values, world: World): Promise<Values | undefined>;
  /** Removes all that was made, the newest first. Never throws. */
  remove(): Promise<void>;
}

interface MadeThing {
  readonly role: Role;
  readonly id: string | number;
  readonly above: Values;
}

/** @param mayPut - whether things may be put where their paths say: not where somebody else may have one there */
export function createMade(
  { role }: Pick<Resources, 'role'>,
  requests: Requests,
  session: Pick<Session, 'ask' | 'onAnswer'>,
  mayPut: boolean,
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
  const { make, makeAbove } = createMaker({ roles, requests, session, mayPut, note });

  return {
    async for(operation, known) {
      const own = role(operation.id);
      if (!CHANGING.has(operation.method) || own?.parameter === undefined || own.resource.single) return known;
      return make(own, without(known, own.parameter), {});
    },
    async before(operation, known, world) {
      const own = role(operation.id);
      if (!own) return undefined;
      const wanted = saidFor({ requests }, own, known, { key: 'before' })?.path ?? {};
      if (own.parameter !== undefined && !own.resource.single)
        return make(own, without(known, own.parameter), wanted, world);
      const values = await makeAbove(own, known, wanted, world);
      return values === known ? undefined : values;
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
}

function without(values: Values, name: string): Values {
  return Object.fromEntries(Object.entries(values).filter(([other]) => other !== name));
}
