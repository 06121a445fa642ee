// Locks of state files: when they can be taken over. Uses virtual time.

import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type FileLock, type LockSettings, lockFile } from '../../src/store/disk/lock.ts';
import { createOwner } from '../../src/store/disk/lock-owner.ts';
import { forgeLock } from '../support/forged-lock.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { VirtualTime } from '../support/virtual-time.ts';

const LOST = 'another process has taken over the state';

async function statePath(): Promise<string> {
  return join(await temporaryFolder(), 'state.json');
}

/** Locks a file in virtual time. The lock is released with the test. */
async function lock(path: string, settings: LockSettings = {}): Promise<FileLock> {
  const time = new VirtualTime();
  const wait = (milliseconds: number, signal: AbortSignal) => time.wait(milliseconds, signal);
  const locked = await time.until(lockFile(path, { wait, ...settings }));
  onTestFinished(() => locked.release());
  return locked;
}

/** What other processes see of a lock file while they wait. */
async function touch(path: string): Promise<void> {
  const { mtimeMs } = await stat(path);
  await utimes(path, mtimeMs / 1000 + 1, mtimeMs / 1000 + 1);
}

describe('a lock file', () => {
  test('describes the process, is readable by its owner only, and is removed by the release', async () => {
    const path = await statePath();
    const locked = await lockFile(path);
    locked.check();
    const file = `${path}.lock.1`;
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ ...(await createOwner()), id: expect.any(String) });
    await locked.release();
    expect(await readdir(join(path, '..'))).toEqual([]);
    await locked.release();
  });

  test('is not removed by the release if another process owns it by then', async () => {
    const path = await statePath();
    const locked = await lockFile(path);
    const file = await forgeLock(path, 1);
    await locked.release();
    expect(await readFile(file, 'utf8')).toContain('elsewhere');
  });

  test('is renewed every four seconds', async () => {
    const path = await statePath();
    const waits: number[] = [];
    let wake = () => {};
    const locked = await lockFile(path, {
      wait: (milliseconds) =>
        new Promise((resolve) => {
          waits.push(milliseconds);
          wake = resolve;
        }),
    });
    const old = new Date('2020-01-01T00:00:00Z');
    await utimes(`${path}.lock.1`, old, old);
    wake();
    while (waits.length < 2) await new Promise(setImmediate);
    expect((await stat(`${path}.lock.1`)).mtime).not.toEqual(old);
    expect(waits).toEqual([4000, 4000]);
    await locked.release();
    wake();
  });
});

describe('the lock of a process of another container or machine', () => {
  test('is respected as soon as a heartbeat is seen', async () => {
    const path = await statePath();
    const file = await forgeLock(path, 3);
    const notices: string[] = [];
    let looks = 0;
    const wait = async () => {
      looks += 1;
      if (looks === 5) await touch(file);
    };
    await expect(lockFile(path, { wait, onNotice: (notice) => notices.push(notice) })).rejects.toThrow(
      `The state in ${path} is in use by process 7 on elsewhere. Stop it, or choose another folder (serve --data).`,
    );
    expect(looks).toBe(5);
    expect(notices).toEqual([
      `${path} is locked by process 7 on elsewhere, which may have ended. Waiting until the lock is released, or has not been renewed for 20 s.`,
    ]);
    expect(await readdir(join(path, '..'))).toEqual(['state.json.lock.3']);
  });

  test('is taken over after 20 seconds without a heartbeat, regardless of the clocks', async () => {
    const path = await statePath();
    const file = await forgeLock(path, 3);
    const future = new Date('2100-01-01T00:00:00Z');
    await utimes(file, future, future);
    let waited = 0;
    const wait = async (milliseconds: number, signal: AbortSignal) => {
      if (waited >= 20_000) return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      waited += milliseconds;
    };
    const locked = await lock(path, { wait });
    expect(waited).toBe(20_000);
    expect(await readdir(join(path, '..'))).toEqual(['state.json.lock.4']);
    locked.check();
  });

  test('is available as soon as it is released', async () => {
    const path = await statePath();
    const file = await forgeLock(path, 3);
    let looks = 0;
    const time = new VirtualTime();
    const wait = (milliseconds: number, signal: AbortSignal) => {
      looks += 1;
      if (looks === 2) return rm(file);
      return time.wait(milliseconds, signal);
    };
    onTestFinished((await time.until(lockFile(path, { wait }))).release);
    expect(looks).toBe(3);
    expect(await readdir(join(path, '..'))).toEqual(['state.json.lock.4']);
  });

  test('is not taken over by a process that finds a newer lock, for which it has not waited', async () => {
    const path = await statePath();
    await forgeLock(path, 3);
    let looks = 0;
    const wait = async () => {
      looks += 1;
      if (looks === 40) await forgeLock(path, 1, { process: 8 });
      if (looks > 40) await touch(`${path}.lock.1`);
    };
    await expect(lockFile(path, { wait })).rejects.toThrow(`is in use by process 8 on elsewhere`);
    expect(await readdir(join(path, '..'))).toEqual(['state.json.lock.1', 'state.json.lock.3']);
  });

  test('is taken over by one of several processes that wait for it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const path = await statePath();
      await forgeLock(path, 3);
      const time = new VirtualTime();
      const wait = (milliseconds: number, signal: AbortSignal) => time.wait(milliseconds, signal);
      const all = await time.until(
        Promise.allSettled(
          Array.from({ length: 6 }, async (_, turns) => {
            for (let turn = 0; turn < turns * round; turn += 1) await new Promise(setImmediate);
            return lockFile(path, { wait });
          }),
        ),
      );
      const locks = all.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
      expect(locks).toHaveLength(1);
      for (const one of locks) one.check();
      expect(await readdir(join(path, '..'))).toEqual(['state.json.lock.4']);
      for (const one of locks) await one.release();
    }
  });

  test('is taken over together with an older stale one, which a crash during a takeover leaves', async () => {
    const path = await statePath();
    await forgeLock(path, 3);
    await forgeLock(path, 4, { host: 'a third' });
    await lock(path);
    expect(await readdir(join(path, '..'))).toEqual(['state.json.lock.5']);
  });

  test('is taken over if a crash has left it empty', async () => {
    const path = await statePath();
    await writeFile(`${path}.lock.1`, '');
    await lock(path);
    expect(await readdir(join(path, '..'))).toEqual(['state.json.lock.2']);
  });
});

describe.runIf(process.platform === 'linux')('the lock of a process of the same namespace', () => {
  /** Fails if the lock has to be waited for: the system knows whether the process runs. */
  const onNotice = (notice: string) => {
    throw new Error(notice);
  };

  test('is respected at once, also if the process is suspended', async () => {
    const path = await statePath();
    const locked = await lock(path);
    await expect(lockFile(path, { onNotice })).rejects.toThrow(`in use by process ${process.pid} on `);
    locked.check();
  });

  test('is taken over at once if another process has its id by now, or the machine was restarted', async () => {
    const path = await statePath();
    const { namespace = '', start } = await createOwner();
    await forgeLock(path, 3, { namespace, process: process.pid, start: `${start}1` });
    const first = await lock(path, { onNotice });
    expect(await readdir(join(path, '..'))).toEqual(['state.json.lock.4']);
    await first.release();
  });
});

describe('a lock that was taken over', () => {
  test('is reported once, by the next check, with the new owner', async () => {
    const path = await statePath();
    const reasons: string[] = [];
    const locked = await lock(path, { onLost: (reason) => reasons.push(reason) });
    await forgeLock(path, 2);
    locked.check();
    await rm(`${path}.lock.1`);
    for (let times = 0; times < 2; times += 1) expect(locked.check).toThrow(LOST);
    expect(reasons).toEqual([
      `The state in ${path} was taken over by process 7 on elsewhere, because this process did not respond for 20 s. This process no longer stores changes.`,
    ]);
    await locked.release();
    expect(await readdir(join(path, '..'))).toEqual(['state.json.lock.2']);
  });

  test('is noticed by the next heartbeat if nothing is stored', async () => {
    const path = await statePath();
    const time = new VirtualTime();
    const wait = (milliseconds: number, signal: AbortSignal) => time.wait(milliseconds, signal);
    let lose = (_: string) => {};
    const reason = new Promise<string>((resolve) => {
      lose = resolve;
    });
    await time.until(lockFile(path, { wait, onLost: lose }));
    await rm(`${path}.lock.1`);
    expect(await time.until(reason)).toBe(
      `The lock file of ${path} was removed. This process no longer stores changes.`,
    );
    expect(time.now()).toBe(4000);
  });

  test('stays lost when its file is restored', async () => {
    const path = await statePath();
    const locked = await lock(path);
    const text = await readFile(`${path}.lock.1`, 'utf8');
    await rm(`${path}.lock.1`);
    expect(locked.check).toThrow(LOST);
    await writeFile(`${path}.lock.1`, text);
    expect(locked.check).toThrow(LOST);
  });
});
