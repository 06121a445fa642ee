// State files that another process has open, or had when it was killed.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openDurable } from '../../src/store/durable.ts';
import { State } from '../../src/store/state.ts';
import { program } from '../support/command-process.ts';
import { temporaryFolder } from '../support/temporary.ts';

const nothingWrong = () => [];

/** Opens a state file a few turns of the event loop later, so that openings meet at different points. */
async function openLater(path: string, turns: number) {
  for (let turn = 0; turn < turns; turn += 1) await nextTurn();
  return openDurable(path, { check: nothingWrong });
}

/** A process that opens a state file and keeps it open. */
async function holdElsewhere(path: string, cwd: string) {
  const module = new URL('../../src/store/durable.ts', import.meta.url).href;
  const script = `
    import { openDurable } from ${JSON.stringify(module)};
    await openDurable(${JSON.stringify(path)}, { check: () => [] });
    console.log('held');
    setInterval(() => {}, 60_000);`;
  const holder = program(['--input-type=module', '-e', script], { cwd });
  await holder.prints(/held/);
  return holder;
}

describe('a state file that is open', () => {
  test('is refused to another process, which is told who has it and what to do', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'state.json');
    const { child } = await holdElsewhere(path, folder);
    const opening = openDurable(path, { check: nothingWrong });
    await expect(opening).rejects.toThrow(new RegExp(`${path}.* in use by process ${child.pid}\\..*--data`));
  });

  test('is free again when the process that had it was killed', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'state.json');
    const { child, ended } = await holdElsewhere(path, folder);
    child.kill('SIGKILL');
    await ended;
    const log = await openDurable(path, { check: nothingWrong });
    await log.replace(State.of([], {}), -1);
    await log.close();
    expect(await readdir(folder)).toEqual(['state.json']);
  });

  test('is given to one at most when many come at once after its process was killed', async () => {
    const folder = await temporaryFolder();
    for (let round = 0; round < 3; round += 1) {
      const path = join(folder, `state-${round}.json`);
      const { child, ended } = await holdElsewhere(path, folder);
      child.kill('SIGKILL');
      await ended;
      const opened = await Promise.allSettled(Array.from({ length: 20 }, (_, turns) => openLater(path, turns)));
      const logs = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      expect(logs.length).toBeLessThanOrEqual(1);
      await Promise.all(logs.map((log) => log.close()));
      await (await openDurable(path, { check: nothingWrong })).close();
    }
  });
});
