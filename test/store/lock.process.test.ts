// Claims of processes that were killed, or that run as another user.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lockFile } from '../../src/store/lock.ts';
import { program } from '../support/command-process.ts';
import { temporaryFolder } from '../support/temporary.ts';

const LOCK = new URL('../../src/store/lock.ts', import.meta.url).href;

/** A program that claims a file, says so, and goes on until it is ended. */
const holding = (path: string) => `
  import { lockFile } from ${JSON.stringify(LOCK)};
  await lockFile(${JSON.stringify(path)});
  console.log('held');
  setInterval(() => {}, 60_000);`;

/** When a process was started, as a claim says it. */
async function startOf(pid: number): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
  const status = await readFile(`/proc/${pid}/stat`, 'utf8');
  return `${boot.trim()}-${status.slice(status.lastIndexOf(')') + 2).split(' ')[19]}`;
}

/** The state of a process in one letter. */
async function stateOf(pid: number): Promise<string | undefined> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8');
  return status.slice(status.lastIndexOf(')') + 2)[0];
}

/** A process that claims a file, was killed, and is still listed, because what started it never asks how it ended. */
async function killedAndListed(path: string): Promise<number> {
  const command = '"$0" --input-type=module -e "$1" & echo "process $!"; exec sleep 600';
  const parent = spawn('sh', ['-c', command, process.execPath, holding(path)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(parent, 'close');
  let said = '';
  const pid = await new Promise<number>((resolve) => {
    parent.stdout.setEncoding('utf8').on('data', (text) => {
      said += text;
      if (said.includes('held')) resolve(Number(/process (\d+)/.exec(said)?.[1]));
    });
  });
  onTestFinished(async () => {
    parent.kill('SIGKILL');
    await ended;
  });
  process.kill(pid, 'SIGKILL');
  // The kernel needs a moment to end it.
  while ((await stateOf(pid)) !== 'Z') await new Promise(setImmediate);
  return pid;
}

describe.runIf(process.platform === 'linux')('a claim', () => {
  test('of a process that was killed counts for nothing, also while the system still lists it', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'state.json');
    const pid = await killedAndListed(path);
    expect((await readdir(folder)).map((name) => name.split('.')[3])).toEqual([`${pid}`]);
    const release = await lockFile(path);
    const [claim = '', ...others] = await readdir(folder);
    expect([claim.split('.').slice(0, -1).join('.'), others]).toEqual([
      `state.json.lock.${process.pid}.${await startOf(process.pid)}`,
      [],
    ]);
    await release();
    // Giving back what is given back already is no mistake.
    await release();
    expect(await readdir(folder)).toEqual([]);
  });

  test("of another user's process counts, and is left alone", async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o777);
    const claim = `state.json.lock.1.${await startOf(1)}.theirs`;
    await writeFile(join(folder, claim), '');
    const { ended } = program(
      [
        '--input-type=module',
        '-e',
        `import { lockFile } from ${JSON.stringify(LOCK)};
        // Whoever may signal every process becomes somebody who may not.
        if (process.getuid() === 0) process.setuid(65_534);
        await lockFile(${JSON.stringify(join(folder, 'state.json'))});`,
      ],
      { cwd: folder },
    );
    expect((await ended).stderr).toContain('is in use by process 1.');
    expect(await readdir(folder)).toEqual([claim]);
  });
});
