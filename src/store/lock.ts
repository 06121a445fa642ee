// One process for each state file: a lock that a crash does not leave behind for ever.

import { link, readFile, rm, unlink, writeFile } from 'node:fs/promises';

/** Who holds a lock: the process, and when it was started, because process numbers are used again. */
interface Holder {
  readonly pid: number;
  readonly started: string;
}

/**
 * Takes a lock file; a lock whose process is gone is taken over.
 *
 * @returns what gives the lock back
 * @throws Error naming the process that holds it
 */
export async function lockFile(path: string): Promise<() => Promise<void>> {
  const own: Holder = { pid: process.pid, started: await startOf(process.pid) };
  const claim = `${path}.${process.pid}.${crypto.randomUUID()}`;
  await writeFile(claim, JSON.stringify(own));
  try {
    for (;;) {
      // A hard link appears whole or not at all, so nobody ever reads half a lock.
      const taken = await link(claim, path).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'EEXIST') return false;
          throw error;
        },
      );
      if (taken) return () => rm(path, { force: true });
      const holder = await readHolder(path);
      if (holder && (await startOf(holder.pid)) === holder.started) {
        throw new Error(
          `The state beside ${path} is in use by process ${holder.pid}. Stop it, or choose another folder with --data.`,
        );
      }
      await rm(path, { force: true });
    }
  } finally {
    await unlink(claim);
  }
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** When a process was started, in the words of its system; `alive` where that is not told; empty when there is no such process. */
async function startOf(pid: number): Promise<string> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return '';
  }
  const [boot, status] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''),
  ]);
  // Field 22 is the start time; the second field, the name in brackets, may hold blanks (proc(5)).
  const started = status.slice(status.lastIndexOf(')') + 2).split(' ')[19];
  return started ? `${boot.trim()} ${started}` : 'alive';
}
