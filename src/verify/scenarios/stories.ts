// All scenarios of a document: per resource type, and per list.

import type { ResourceAction } from '../../mock/resources/resource.ts';
import type { World } from '../cases/worlds.ts';
import { callFor } from '../credentials.ts';
import type { Run } from '../run.ts';
import { keepDigits } from './digits.ts';
import { fillList } from './fill-list.ts';
import { livesIn, liveThrough } from './life.ts';
import { askLists } from './lists.ts';
import { askOrders } from './orders.ts';
import type { Story } from './story.ts';

/** Functions that run one scenario each. */
export function storiesOf(run: Run): readonly (() => Promise<void>)[] {
  const { document, operations, resources, requests, session, listed, made } = run;
  const isWanted = ({ operation }: ResourceAction) => operations?.includes(operation.id) ?? true;
  const maySend = ({ operation }: ResourceAction) => session.permission.objection(operation) === undefined;
  const actions = [...document.operations.keys()].flatMap((id) => resources.action(id) ?? []).filter(isWanted);
  const crudOperations = livesIn(resources, requests).filter(({ create }) => isWanted(create));
  const lists = actions.filter(({ kind: deed }) => deed === 'list' || deed === 'search');
  return [
    ...crudOperations.map((life) => async () => {
      if (!maySend(life.create)) return;
      const known = await listed.for(life.create.operation);
      const parentValues = (await made.for(life.create.operation, known)) ?? known;
      const elsewhere = await listed.elsewhere(life.create.operation);
      await session.within((sandbox) => liveThrough(createContext(sandbox, run), life, parentValues, elsewhere));
      await session.within((sandbox) => keepDigits(createContext(sandbox, run), life, parentValues));
    }),
    ...lists.map((list) => async () => {
      const parentValues = await listed.for(list.operation);
      if (!maySend(list)) return;
      await session.within(async (sandbox) => {
        const context = createContext(sandbox, run);
        const values = await fillList(run, context, sandbox, list, parentValues);
        await askLists(context, list, values);
        await askOrders(context, list, values);
      });
    }),
  ];
}

function createContext(sandbox: World, { requests, session, credentials, made }: Run): Story {
  return {
    requests,
    async ask({ operation }, input, what) {
      const authenticated = callFor(operation, input, credentials);
      if (authenticated.reason !== undefined) return authenticated.reason;
      return session.try(
        { operation, phase: 'scenarios', what, meant: { kind: 'open' }, call: authenticated.call },
        sandbox,
      );
    },
    naming: ({ operation }, input) => made.naming(operation, input, sandbox),
    isTheirs: ({ operation }, path, id) => made.isTheirs(operation, path, id),
    tell: session.tell,
    miss: (check, { operation }, reason) => session.miss(check, operation, reason),
  };
}
