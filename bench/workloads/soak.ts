// Very many requests to one Understudy, to detect memory leaks.

import { join } from 'node:path';
import { renameApps } from '../app-rename.ts';
import type { Contender } from '../contender.ts';
import { freshData, manyApps, writeState } from '../identity-state.ts';
import { load, send } from '../load.ts';
import { withServer } from '../measure.ts';
import { searchProjects } from '../project-search.ts';
import { interleave } from '../rounds.ts';
import type { RunningServer } from '../server.ts';
import { demo } from '../servers.ts';
import type { Settings } from '../settings.ts';
import { shortly, spread, tableOf } from '../table.ts';
import { SEARCH } from './small-search.ts';

/** The number of parts, with a memory measurement after each. */
const PARTS = 10;

/** The share of changes; the other requests are searches. */
const CHANGES = 0.01;

const CONNECTIONS = 32;

/** Applications to rename. */
const APPS = 100;

const SEARCHED = searchProjects(SEARCH);
const CHANGED = renameApps({ apps: APPS, prefix: 'soak', connections: CONNECTIONS });

/** A table of the memory after each tenth of the requests: searches, and changes that are stored on disk. */
export async function soak({ folder, requests }: Settings): Promise<string> {
  const [state, data] = [join(folder, 'soak.json'), join(folder, 'soak')];
  await writeState(state, manyApps(APPS));
  const contender: Contender = {
    name: 'Understudy',
    prepare: freshData(state, data),
    command: demo('--data', data),
    questions: { search: SEARCHED, change: CHANGED },
  };
  const [measured] = await interleave([contender], 1, (one) => withServer(one, (server) => soaked(server, requests)));
  const rows = measured?.failure ? [[shortly(measured.failure)]] : (measured?.rounds[0] ?? []);
  return tableOf(['requests', 'resident, MB', 'peak until then, MB'], rows);
}

async function soaked({ port, memory }: RunningServer, requests: number): Promise<readonly string[][]> {
  const rows: string[][] = [];
  const look = (requested: number) => {
    const { now, most } = memory();
    rows.push([requested.toLocaleString('en-US'), spread([now / 1e6]), spread([most / 1e6])]);
    process.stderr.write(`  ${rows.at(-1)?.join(' | ')}\n`);
  };
  const changes = Math.ceil((requests / PARTS) * CHANGES);
  const searches = Math.ceil(requests / PARTS) - changes;
  let n = 0;
  const next = () => CHANGED.request(++n);
  look(0);
  for (let part = 1; part <= PARTS; part++) {
    const run = { port, connections: CONNECTIONS };
    const [found, changed] = [await send(port, SEARCHED, 0), await send(port, CHANGED, ++n)];
    SEARCHED.check(found);
    CHANGED.check(changed);
    await load({ ...run, question: SEARCHED, next: () => SEARCHED.request(0), like: found, responses: searches });
    await load({ ...run, question: CHANGED, next, like: changed, responses: changes });
    look(part * (searches + changes));
  }
  return rows;
}
