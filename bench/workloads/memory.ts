// The workload `memory`: memory of a server after one response, and growth of Understudy with requests.

import { setTimeout as wait } from 'node:timers/promises';
import { withServer } from '../measure.ts';
import { interleave } from '../rounds.ts';
import type { Settings } from '../settings.ts';
import { shortly, spread, tableOf } from '../table.ts';
import { publish } from './published.ts';
import { smallSearch } from './small-search.ts';
import { soak } from './soak.ts';

/** Idle time of a server before the measurement, in milliseconds. */
const PEACE = 1_000;

export async function memory(settings: Settings): Promise<string> {
  return `${await idle(settings)}\n\n${await soak(settings)}`;
}

async function idle({ folder, rounds }: Settings): Promise<string> {
  const contenders = await smallSearch(folder);
  const understudies = contenders
    .filter(({ name }) => name === 'Understudy')
    .map((one) => ({ ...one, name: 'Understudy, as published', command: publish(folder)('--memory') }));
  const measured = await interleave([...contenders, ...understudies], rounds, (contender) =>
    withServer(contender, async (server) => {
      await wait(PEACE);
      return server.memory();
    }),
  );
  const rows = measured.map(({ contender: { name }, rounds: all, failure }) => {
    if (failure) return [name, shortly(failure)];
    return [name, spread(all.map(({ now }) => now / 1e6)), spread(all.map(({ most }) => most / 1e6))];
  });
  return tableOf(['server', 'resident a second after the first response, MB', 'peak until then, MB'], rows);
}
