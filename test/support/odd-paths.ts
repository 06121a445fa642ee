// Valid and invalid paths for settings, and the folder that they are relative to.

import { execFileSync } from 'node:child_process';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { understudy } from './command.ts';
import { temporaryFolder } from './temporary.ts';

const LIBRARY = fileURLToPath(new URL('library/library.yaml', import.meta.url));

/** Short, nested, missing, read-only and impossible paths, all below `oddFolder` or on file systems that create no files. */
export const ODD_PATHS: readonly string[] = [
  'd',
  './d',
  'd/e/f',
  'missing/x.yaml',
  '..',
  ' ',
  'folder',
  'folder/x',
  'read-only',
  'read-only/x',
  'file',
  'file/x',
  'loop',
  'loop/x',
  'x'.repeat(300),
  'd/'.repeat(2500),
  // Not on Windows.
  'pipe',
  'pipe/x',
  '/dev/null',
  '/dev/null/x',
  '/dev/zero',
  '/dev/full',
  // Linux only; elsewhere they are missing.
  '/proc/x',
  '/proc/self/fd/x',
  '/sys/x',
];

/** A folder with the files of `ODD_PATHS`, and a document `library.yaml`. */
export async function oddFolder(): Promise<string> {
  const cwd = join(await temporaryFolder(), 'here');
  for (const folder of ['folder', 'read-only']) await mkdir(join(cwd, folder), { recursive: true });
  await chmod(join(cwd, 'read-only'), 0o500);
  await writeFile(join(cwd, 'file'), '');
  await symlink('loop', join(cwd, 'loop'));
  await symlink(LIBRARY, join(cwd, 'library.yaml'));
  execFileSync('mkfifo', [join(cwd, 'pipe')]);
  return cwd;
}

/** The result of a command: `address`, `error`, or `done` if it ends without an error. It is stopped once it has printed an address. */
export async function outcomeOf(args: readonly string[], cwd: string): Promise<'address' | 'error' | 'done'> {
  const { prints, ended, stop } = understudy(args, { cwd });
  const address = prints(/https?:\/\/127\.0\.0\.1:\d+/).then(
    () => 'address',
    () => undefined,
  );
  const outcome = await Promise.race([address, ended]);
  stop();
  const { code, stderr } = await ended;
  if (outcome === 'address') return 'address';
  return code !== 0 && /^understudy: /m.test(stderr) ? 'error' : 'done';
}
