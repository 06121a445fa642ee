// The workload `start-up`: time from the start of a process to its first response.

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Contender } from '../contender.ts';
import { freshData, manyApps, writeState } from '../identity-state.ts';
import { withServer } from '../measure.ts';
import { interleave } from '../rounds.ts';
import type { Settings } from '../settings.ts';
import { ratios, shortly, spread, tableOf } from '../table.ts';
import { publish } from './published.ts';
import { BARE, smallSearch } from './small-search.ts';

export async function startUp({ folder, rounds }: Settings): Promise<string> {
  const contenders = await smallSearch(folder);
  const all = [...contenders, ...(await understudies(folder, contenders))];
  const start = (contender: Contender) =>
    withServer(contender, async (server) => ({ took: server.startUp, processor: server.processorTime() * 1000 }));
  // Unmeasured: afterwards, files are in the disk cache, and compiled code is cached by servers that do so.
  await interleave(all, 1, start);
  const measured = await interleave(all, rounds, start);
  const bare = measured.find(({ contender }) => contender.name === BARE)?.rounds.map(({ took }) => took) ?? [];
  const rows = measured.map(({ contender: { name }, rounds: all, failure }) => {
    if (failure) return [name, shortly(failure)];
    const took = all.map((one) => one.took);
    return [name, spread(took), spread(ratios(took, bare), 2), spread(all.map(({ processor }) => processor))];
  });
  return tableOf(['server', 'first response after, ms', 'vs. bare', 'processor time until then, ms'], rows);
}

/** The published Understudy, at its first start on a machine, and with much data. */
async function understudies(folder: string, contenders: readonly Contender[]): Promise<readonly Contender[]> {
  const questions = contenders.find(({ name }) => name === 'Understudy')?.questions ?? {};
  const published = publish(folder);
  const compiled = join(folder, 'compiled');
  const [few, many, data] = [join(folder, 'few.json'), join(folder, 'many.json'), join(folder, 'data')];
  await writeState(few, manyApps(0));
  await writeState(many, manyApps(100_000));
  const stored = published('--data', data);
  return [
    { name: 'Understudy, as published', command: published('--memory'), questions },
    { name: 'Understudy, as published, its state on disk', prepare: freshData(few, data), command: stored, questions },
    {
      name: 'Understudy, as published, first start',
      prepare: () => rm(compiled, { recursive: true, force: true }),
      environment: { NODE_COMPILE_CACHE: compiled },
      command: published('--memory'),
      questions,
    },
    {
      name: 'Understudy, as published, with 100,000 applications',
      prepare: freshData(many, data),
      command: stored,
      questions,
    },
  ];
}
