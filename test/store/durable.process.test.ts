// State files that another process has open, or had open when it was killed.

import { readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openDurable } from '../../src/store/disk/open-durable.ts';
import { StoreState } from '../../src/store/state.ts';
import { program, serveProcess, understudyProcess } from '../support/command-process.ts';
import { canCreateNamespaces, IN_NAMESPACE } from '../support/namespace.ts';
import { petsFolder } from '../support/pets/config.ts';
import { temporaryFolder } from '../support/temporary.ts';

const nothingWrong = () => [];

/** Opens a state file after a number of event loop turns, so that concurrent opens interleave differently. */
async function openLater(path: string, turns: number) {
  for (let turn = 0; turn < turns; turn += 1) await nextTurn();
  return openDurable(path, { check: nothingWrong });
}

/** A process that opens a state file and does not close it. */
async function holdElsewhere(path: string, cwd: string) {
  const module = new URL('../../src/store/disk/open-durable.ts', import.meta.url).href;
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
  test('is rejected in another process, with the owner and a hint', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'state.json');
    const { child } = await holdElsewhere(path, folder);
    const opening = openDurable(path, { check: nothingWrong });
    await expect(opening).rejects.toThrow(
      new RegExp(`${path}.* in use by process ${child.pid} on ${hostname()}\\..*--data`),
    );
  });

  test('can be opened after its process was killed', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'state.json');
    const { child, ended } = await holdElsewhere(path, folder);
    child.kill('SIGKILL');
    await ended;
    const log = await openDurable(path, { check: nothingWrong });
    await log.replace(StoreState.of([], {}), -1);
    await log.close();
    expect(await readdir(folder)).toEqual(['state.json']);
  });

  test('is opened by exactly one of many concurrent callers after its process was killed', async () => {
    const folder = await temporaryFolder();
    for (let round = 0; round < 3; round += 1) {
      const path = join(folder, `state-${round}.json`);
      const { child, ended } = await holdElsewhere(path, folder);
      child.kill('SIGKILL');
      await ended;
      const opened = await Promise.allSettled(Array.from({ length: 20 }, (_, turns) => openLater(path, turns)));
      const logs = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      expect(logs).toHaveLength(1);
      await Promise.all(logs.map((log) => log.close()));
      await (await openDurable(path, { check: nothingWrong })).close();
    }
  });
});

describe.runIf(canCreateNamespaces())('understudy serve in two process namespaces, on one data folder', () => {
  const addPet = (url: string, name: string) =>
    fetch(`${url}/pets`, {
      method: 'POST',
      body: JSON.stringify({ name, kind: 'hen' }),
      headers: { 'content-type': 'application/json' },
    });

  test('starts in the first namespace, and ends with an error in the second', async () => {
    const cwd = await petsFolder();
    const { url } = await serveProcess([], { cwd, starter: IN_NAMESPACE });
    expect((await addPet(url, 'Berta')).status).toBe(201);
    const [state, log] = [join(cwd, 'data', 'pets.json'), join(cwd, 'data', 'pets.log')];
    await expect.poll(() => readFile(state, 'utf8')).toContain('Berta');
    await expect.poll(() => readFile(log).catch(() => 'none')).toBe('none');
    const before = await readFile(state);
    const second = understudyProcess(['serve', '--port', '0'], { cwd, starter: IN_NAMESPACE });
    const { code, stdout, stderr } = await second.ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^data\/pets\.json is locked by process 1 on \S+, which may have ended\. Waiting .*\nunderstudy: The state in data\/pets\.json is in use by process 1 on \S+\. Stop it, or choose another folder \(serve --data\)\.\n$/,
    );
    expect(await readFile(state)).toEqual(before);
    expect((await addPet(url, 'Elsa')).status).toBe(201);
  });

  test('the suspended first process ends with an error and writes nothing after the second one took over', async () => {
    const cwd = await petsFolder();
    const path = join(cwd, 'data', 'pets.json');
    const { child, url, ended } = await serveProcess([], { cwd });
    expect((await addPet(url, 'Berta')).status).toBe(201);
    child.kill('SIGSTOP');
    const module = new URL('../../src/store/disk/open-durable.ts', import.meta.url).href;
    const script = `
      import { openDurable } from ${JSON.stringify(module)};
      // Checks for a heartbeat without delay.
      const wait = (milliseconds) => (milliseconds < 1000 ? Promise.resolve() : new Promise(() => {}));
      const log = await openDurable(${JSON.stringify(path)}, { check: () => [], wait });
      const { whole } = await log.open();
      console.log('has', whole.records.pets.map(({ name }) => name).join());
      setInterval(() => {}, 60_000);`;
    const second = program(['--input-type=module', '-e', script], { cwd, starter: IN_NAMESPACE });
    const [, names] = await second.prints(/has (.*)/);
    expect(names).toContain('Berta');
    const before = await readFile(path, 'utf8');
    child.kill('SIGCONT');
    const { code, stdout, stderr } = await ended;
    expect(code).toBe(1);
    expect(stdout).not.toContain('Shutting down');
    expect(stderr).toMatch(
      /^understudy: The state in data\/pets\.json was taken over by process 1 on \S+, because this process did not respond for 20 s\. This process no longer stores changes\.\n$/,
    );
    expect(await readFile(path, 'utf8')).toBe(before);
    expect(await readdir(join(cwd, 'data'))).toEqual(['pets.json', 'pets.json.lock.2']);
  });
});
