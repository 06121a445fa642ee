// Claims on files of earlier processes that had the same number.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lockFile } from '../../src/store/lock.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** When a process was started, as a claim says it. */
async function startOf(pid: number): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
  const status = await readFile(`/proc/${pid}/stat`, 'utf8');
  return `${boot.trim()}-${status.slice(status.lastIndexOf(')') + 2).split(' ')[19]}`;
}

describe.runIf(process.platform === 'linux')('a claim', () => {
  test('counts for nothing when another process has its number by now', async () => {
    const folder = await temporaryFolder();
    const [boot] = (await startOf(process.ppid)).split(/-(?=\d+$)/);
    for (const start of [
      `${boot}-1`,
      `11111111-2222-4333-8444-555555555555-${(await startOf(process.ppid)).split('-').at(-1)}`,
    ])
      await writeFile(join(folder, `state.json.lock.${process.ppid}.${start}.old`), '');
    const release = await lockFile(join(folder, 'state.json'));
    expect(await readdir(folder)).toHaveLength(1);
    await release();
  });
});
