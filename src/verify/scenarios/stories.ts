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
  const mayAsk = ({ operation }: ResourceAction) => session.permission.objection(operation) === undefined;
  const roles = [...document.operations.keys()].flatMap((id) => resources.action(id) ?? []).filter(isWanted);
  const lives = livesIn(resources, requests).filter(({ create }) => isWanted(create));
  const lists = roles.filter(({ kind: deed }) => deed === 'list' || deed === 'search');
  return [
    ...lives.map((life) => async () => {
      if (!mayAsk(life.create)) return;
      const known = await listed.for(life.create.operation);
      const above = (await made.for(life.create.operation, known)) ?? known;
      const elsewhere = await listed.elsewhere(life.create.operation);
      await session.within((world) => liveThrough(storyIn(world, run), life, above, elsewhere));
      await session.within((world) => keepDigits(storyIn(world, run), life, above));
    }),
    ...lists.map((list) => async () => {
      const above = await listed.for(list.operation);
      if (!mayAsk(list)) return;
      await session.within(async (world) => {
        const story = storyIn(world, run);
        const values = await fillList(run, story, world, list, above);
        await askLists(story, list, values);
        await askOrders(story, list, values);
      });
    }),
  ];
}

function storyIn(world: World, { requests, session, credentials, made }: Run): Story {
  return {
    requests,
    async ask({ operation }, said, what) {
      const shown = callFor(operation, said, credentials);
      if (shown.reason !== undefined) return shown.reason;
      return session.try({ operation, phase: 'scenarios', what, meant: { kind: 'open' }, call: shown.call }, world);
    },
    naming: ({ operation }, said) => made.naming(operation, said, world),
    isTheirs: ({ operation }, path, id) => made.isTheirs(operation, path, id),
    tell: session.tell,
    miss: (check, { operation }, reason) => session.miss(check, operation, reason),
  };
}
