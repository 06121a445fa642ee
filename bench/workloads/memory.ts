// The workload `memory`: what a server has that has just answered, and whether Understudy keeps more with every request.

import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { renameApps } from '../app-rename.ts';
import type { Contender } from '../contender.ts';
import { freshData, manyApps, writeState } from '../identity.ts';
import { ask, load } from '../load.ts';
import { withServer } from '../measure.ts';
import { searchProjects } from '../project-search.ts';
import { interleave } from '../rounds.ts';
import { understudy } from '../servers.ts';
import type { Settings } from '../settings.ts';
import { shortly, spread, tableOf } from '../table.ts';
import { SEARCH, smallSearch } from './small-search.ts';

/** How long a server is left in peace before it is looked at, in milliseconds. */
const PEACE = 1_000;

/** The parts of the soak, after each of which the memory is looked at. */
const PARTS = 10;

/** Which part of the soak's requests are changes; the others are searches. */
const CHANGES = 0.01;

/** How many connections share the soak. */
const CONNECTIONS = 32;

/** Applications to rename. */
const APPS = 100;

const MEBIBYTE = 1024 ** 2;

export async function memory(settings: Settings): Promise<string> {
  return `${await idle(settings)}\n\n${await soak(settings)}`;
}

async function idle({ folder, rounds }: Settings): Promise<string> {
  const measured = await interleave(await smallSearch(folder), rounds, (contender) =>
    withServer(contender, async (server) => {
      await wait(PEACE);
      return server.memory();
    }),
  );
  const rows = measured.map(({ contender: { name }, rounds: all, failure }) => {
    if (failure) return [name, shortly(failure)];
    return [name, spread(all.map(({ now }) => now / MEBIBYTE)), spread(all.map(({ most }) => most / MEBIBYTE))];
  });
  return tableOf(['server', 'resident a second after the first answer, MiB', 'at most until then, MiB'], rows);
}

/** Searches, and changes that are kept on the disk, in ten parts with a look at the memory after each. */
async function soak({ folder, requests }: Settings): Promise<string> {
  const [state, data] = [join(folder, 'soak.json'), join(folder, 'soak')];
  await writeState(state, manyApps(APPS));
  const change = renameApps({ apps: APPS, prefix: 'soak', connections: CONNECTIONS });
  const search = searchProjects(SEARCH);
  const contender: Contender = {
    name: 'Understudy',
    prepare: freshData(state, data),
    command: understudy('--data', data),
    questions: { search, change },
  };
  const rows = await withServer(contender, async (server) => {
    const seen: string[][] = [];
    const look = (asked: number) => {
      const { now, most } = server.memory();
      seen.push([asked.toLocaleString('en-US'), spread([now / MEBIBYTE]), spread([most / MEBIBYTE])]);
      process.stderr.write(`  ${seen.at(-1)?.join(', ')}\n`);
    };
    look(0);
    let n = 0;
    let asked = 0;
    for (let part = 0; part < PARTS; part++) {
      for (const [question, share] of [
        [search, 1 - CHANGES],
        [change, CHANGES],
      ] as const) {
        const next = () => question.request(++n);
        const like = await ask(server.port, next());
        question.check(like);
        const answers = Math.ceil((requests / PARTS) * share);
        asked += (await load({ port: server.port, next, like, connections: CONNECTIONS, answers })).answered;
      }
      look(asked);
    }
    return seen;
  });
  return tableOf(['requests answered', 'resident, MiB', 'at most until then, MiB'], rows);
}
