// One process for each state file: a lock that a crash does not leave behind for ever.

import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Claims a file for this process and whoever called, by a claim file beside it: `<file>.lock.<process>.<its start>.<random>`.
 * A claim whose process is gone counts for nothing and is cleared away. Nobody ever takes over another's claim file, so two who
 * come at the same moment can at worst both be refused.
 *
 * @returns what gives the claim back
 * @throws Error naming the process that holds the file
 */
export async function lockFile(path: string): Promise<() => Promise<void>> {
  const folder = dirname(path);
  const prefix = `${basename(path)}.lock.`;
  const own = `${prefix}${process.pid}.${await startOf(process.pid)}.${crypto.randomUUID()}`;
  const release = () => rm(join(folder, own), { force: true });
  await writeFile(join(folder, own), '', { flag: 'wx' });
  try {
    for (const claim of await readdir(folder)) {
      if (!claim.startsWith(prefix) || claim === own) continue;
      const [pid = '', start] = claim.slice(prefix.length).split('.');
      if ((await startOf(Number(pid))) === start) {
        throw new Error(
          `The state in ${path} is in use by process ${pid}. Stop it, or choose another folder (serve --data).`,
        );
      }
      await rm(join(folder, claim), { force: true });
    }
    return release;
  } catch (error) {
    await release();
    throw error;
  }
}

/** Has ended, and is listed until the process that started it asks how: zombie or dead (proc(5)). */
const ENDED = /^[ZXx]$/;

/**
 * When a process was started, because process numbers are used again; `alive` where the system does not tell, `gone` when there is no
 * such process, or it has ended and nobody has asked how, as in a container whose first process does not.
 */
async function startOf(pid: number): Promise<string> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return 'gone';
  }
  const [boot, status] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''),
  ]);
  // The second field, the name in brackets, may hold blanks. The third is the state of the process, the 22nd its start (proc(5)).
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
  const [state = '', ticks] = [fields[0], fields[19]];
  if (ENDED.test(state)) return 'gone';
  return ticks ? `${boot.trim()}-${ticks}` : 'alive';
}
