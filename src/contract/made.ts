// What was made in a world that others share: only that is changed and deleted there, and it is removed in the end.

import type { Operation } from '../openapi/document.ts';
import { CHANGING } from '../openapi/methods.ts';
import { createReferredTo } from '../resource/referred-to.ts';
import type { Resources, Role } from '../resource/resource.ts';
import { type KnownValues, type Values, valuesByKey } from './known-values.ts';
import { createLeftBehind } from './left-behind.ts';
import { createPuts, isPutting } from './made-by-put.ts';
import { createMaker, renamed } from './making.ts';
import { nameOf } from './name-of-thing.ts';
import type { Call, Said } from './request/call.ts';
import { referencesIn } from './request/references.ts';
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
   * could be made, and nothing is named in its body that could be.
   *
   * @param world - where it is made
   */
  before(operation: Operation, known: Values, world: World): Promise<Values | undefined>;
  /**
   * What was refused, with ids in its body of things that there are: those that lists show, else such as are made for it. Undefined where it names nothing, or nothing else.
   *
   * @param world - where they are made. Default: in the one that all requests have; where each has one of its own, nowhere
   */
  naming(operation: Operation, said: Said, world?: World): Promise<Said | undefined>;
  /** Puts down what a request has made, if it has made something, so that it is removed in the end. */
  note(operation: Operation, said: Said, asked: Pick<Exchange, 'answer' | 'read' | 'call'>): void;
  /** Whether something was there before anything was made beside it, as its list showed then. @param path - values of the path by which it is made */
  isTheirs(operation: Operation, path: Values, id: string | number): boolean;
  /** Removes all that was made, the newest first. Never throws. */
  remove(): Promise<void>;
  /** What could not be removed until now, a sentence for each operation and reason. */
  leftBehind(): readonly string[];
}

interface MadeThing {
  readonly role: Role;
  readonly id: string | number;
  readonly above: Values;
}

/** @param mayPut - whether things may be put where their paths say: not where somebody else may have one there */
export function createMade(
  { all, role }: Pick<Resources, 'all' | 'role'>,
  requests: Requests,
  session: Pick<Session, 'ask' | 'onSend' | 'onAnswer'>,
  mayPut: boolean,
  listed: Pick<KnownValues, 'ids'>,
): Made {
  const { operations } = requests.document;
  const roles = [...operations.keys()].flatMap((id) => role(id) ?? []);
  const things: MadeThing[] = [];
  const left = createLeftBehind();
  /** What others had before anything was made beside it, as lists show it: some servers answer who makes something with what is there. */
  const theirs = new Set<string>();
  const note = (making: Role, exchange: Pick<Exchange, 'answer' | 'read' | 'call'>, said: Said) => {
    const id = idOfMade(making, exchange, said.body);
    if (id === undefined && !making.resource.single) left.add(making.operation, 'its answers tell no id');
    if (id === undefined || theirs.has(nameOf(making, said.path, id))) return undefined;
    things.push({ role: making, id, above: said.path });
    return id;
  };
  const puts = createPuts(roles, requests, session);
  const looks = new Map<string, Promise<void>>();
  session.onSend = async (operation, call) => {
    const making = role(operation.id);
    if (mayPut || !making) return;
    const path = pathIn(operation, call);
    if (isPutting(making)) return puts.lookBefore(making, path);
    if (making.deed !== 'create') return;
    const place = nameOf(making, path, '');
    const look = looks.get(place) ?? lookBefore(making, path);
    looks.set(place, look);
    await look;
  };
  const lookBefore = async (making: Role, path: Values) => {
    const ids = await listed.ids(making.resource, valuesByKey(making.parents, path));
    for (const id of ids) theirs.add(nameOf(making, path, id));
  };
  // What trials have made on the way is removed as well.
  session.onAnswer = (exchange) => {
    const making = role(exchange.operation.id);
    if (!making || exchange.answer.status >= 300) return;
    const path = pathIn(exchange.operation, exchange.call);
    if (isPutting(making)) {
      const id = puts.madeBy(making, path);
      if (id !== undefined) things.push({ role: making, id, above: path });
    }
    if (making.deed === 'create')
      note(making, exchange, { path, query: {}, header: {}, cookie: {}, body: undefined, type: undefined });
  };
  const referredTo = createReferredTo({ all });
  const { make, makeAbove, naming } = createMaker({ roles, requests, session, mayPut, listed, referredTo, note });

  return {
    async for(operation, known) {
      const own = role(operation.id);
      if (!CHANGING.has(operation.method) || own?.parameter === undefined || own.resource.single) return known;
      return make(own, without(known, own.parameter), {});
    },
    async before(operation, known, world) {
      const own = role(operation.id);
      if (!own) return undefined;
      const { path: wanted = {}, body } = saidFor({ requests }, own, known, { key: 'before' }) ?? {};
      if (own.parameter !== undefined && !own.resource.single)
        return make(own, without(known, own.parameter), wanted, world);
      const values = await makeAbove(own, known, wanted, world);
      return values === known && referencesIn(body, own, referredTo).length === 0 ? undefined : values;
    },
    note(operation, said, asked) {
      const making = role(operation.id);
      if (making?.deed === 'create') note(making, asked, said);
    },
    naming: (operation, said, world) => naming(operation, said, world !== undefined || !mayPut, world),
    isTheirs(operation, path, id) {
      const making = role(operation.id);
      return making !== undefined && theirs.has(nameOf(making, path, id));
    },
    leftBehind: () => left.told(),
    async remove() {
      for (const { role: making, id, above } of things.splice(0).toReversed()) {
        const removing = roles.find(
          (one) => one.deed === 'delete' && one.resource === making.resource && one.parameter !== undefined,
        );
        if (!removing?.parameter) {
          left.add(making.operation, 'no operation of the document deletes it');
          continue;
        }
        const said = saidFor(
          { requests },
          removing,
          { ...renamed(making, removing, above), [removing.parameter]: id },
          { width: 'least' },
        );
        const asked = said && (await session.ask(removing.operation, said));
        const status = asked?.answer.status ?? 0;
        // What is gone already was deleted by a request of the run.
        if (status >= 300 && status !== 404 && status !== 410)
          left.add(making.operation, `${removing.operation.id} answered ${status}`);
        if (!asked) left.add(making.operation, `${removing.operation.id} could not be asked, or did not answer`);
      }
    },
  };
}

/** The values in the path of a request. */
function pathIn(operation: Operation, { sent }: Call): Values {
  return operation.parameterReader.read(sent).values.path;
}

function without(values: Values, name: string): Values {
  return Object.fromEntries(Object.entries(values).filter(([other]) => other !== name));
}
