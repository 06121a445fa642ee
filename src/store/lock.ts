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
          `The state in ${path} is in use by process ${pid}. Stop it, or choose another folder with --data.`,
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

/**
 * When a process was started, because process numbers are used again; `alive` where the system does not tell, `gone` when there is no
 * such process.
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
  // Field 22 is the start time; the second field, the name in brackets, may hold blanks (proc(5)).
  const ticks = status.slice(status.lastIndexOf(')') + 2).split(' ')[19];
  return ticks ? `${boot.trim()}-${ticks}` : 'alive';
}
