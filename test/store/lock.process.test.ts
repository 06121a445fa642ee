// Locks of processes that were killed, or that run as another user.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, readFile, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lockFile } from '../../src/store/disk/lock.ts';
import { createOwner } from '../../src/store/disk/lock-owner.ts';
import { program } from '../support/command-process.ts';
import { forgeLock } from '../support/forged-lock.ts';
import { temporaryFolder } from '../support/temporary.ts';

const LOCK = new URL('../../src/store/disk/lock.ts', import.meta.url).href;

/** A program that locks a file, prints that, and runs until it is ended. */
const holding = (path: string) => `
  import { lockFile } from ${JSON.stringify(LOCK)};
  await lockFile(${JSON.stringify(path)});
  console.log('held');
  setInterval(() => {}, 60_000);`;

/** The state of a process, as one letter. */
async function stateOf(pid: number): Promise<string | undefined> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8');
  return status.slice(status.lastIndexOf(')') + 2)[0];
}

/** A process that locked a file, was killed, and is still listed, because its parent never reads its exit code. */
async function killedAndListed(path: string): Promise<number> {
  const command = '"$0" --input-type=module -e "$1" & echo "process $!"; exec sleep 600';
  const parent = spawn('sh', ['-c', command, process.execPath, holding(path)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(parent, 'close');
  let message = '';
  const pid = await new Promise<number>((resolve) => {
    parent.stdout.setEncoding('utf8').on('data', (text) => {
      message += text;
      if (message.includes('held')) resolve(Number(/process (\d+)/.exec(message)?.[1]));
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

/** Fails where the lock has to be waited for. */
function onNotice(notice: string): never {
  throw new Error(notice);
}

/** A process of another user that locks a file. */
function lockAsAnotherUser(path: string, cwd: string) {
  const script = `
    import { lockFile } from ${JSON.stringify(LOCK)};
    // A user who may signal every process becomes one who may not.
    if (process.getuid() === 0) process.setuid(65_534);
    await lockFile(${JSON.stringify(path)});`;
  return program(['--input-type=module', '-e', script], { cwd });
}

describe.runIf(process.platform === 'linux')('the lock', () => {
  test('of a killed process is taken over at once, also while the system still lists the process', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'state.json');
    const pid = await killedAndListed(path);
    expect(JSON.parse(await readFile(`${path}.lock.1`, 'utf8'))).toMatchObject({ process: pid });
    const locked = await lockFile(path, { onNotice });
    expect(await readdir(folder)).toEqual(['state.json.lock.2']);
    await locked.release();
    expect(await readdir(folder)).toEqual([]);
  });

  test('of a process of another user is respected and not changed', async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o777);
    const path = join(folder, 'state.json');
    const status = await readFile('/proc/1/stat', 'utf8');
    const start = status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? '';
    const { namespace = '', host } = await createOwner();
    await chmod(await forgeLock(path, 1, { namespace, host, start, process: 1 }), 0o644);
    const { ended } = lockAsAnotherUser(path, folder);
    expect((await ended).stderr).toContain(`is in use by process 1 on ${host}.`);
    expect(await readdir(folder)).toEqual(['state.json.lock.1']);
  });

  test.runIf(process.getuid?.() === 0)(
    'of another user is respected by its heartbeat where its text is not readable',
    async () => {
      const folder = await temporaryFolder();
      await chmod(folder, 0o777);
      const path = join(folder, 'state.json');
      const file = await forgeLock(path, 1);
      const beating = setInterval(async () => {
        const { mtimeMs } = await stat(file);
        await utimes(file, mtimeMs / 1000 + 1, mtimeMs / 1000 + 1);
      }, 5);
      const { ended } = lockAsAnotherUser(path, folder);
      onTestFinished(() => clearInterval(beating));
      expect((await ended).stderr).toContain(`is in use by another process.`);
      expect(await readdir(folder)).toEqual(['state.json.lock.1']);
    },
  );
});
