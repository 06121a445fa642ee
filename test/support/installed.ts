// The package as npm would install it, in a folder of its own.

import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { startProgram } from './process.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Fills an empty folder as `npm install understudy-api` would: the package is built, has the files that it publishes, and stands beside the libraries that are here. */
export async function install(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  const own = join(modules, 'understudy-api');
  await mkdir(own, { recursive: true });
  const { files } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { files: readonly string[] };
  for (const file of ['package.json', ...files.filter((name) => !name.startsWith('!') && name !== 'dist')])
    await cp(join(ROOT, file), join(own, file), { recursive: true });
  for (const name of await readdir(join(ROOT, 'node_modules')))
    if (!name.startsWith('.')) await symlink(join(ROOT, 'node_modules', name), join(modules, name));
  const build = startProgram([join(ROOT, 'build.ts'), join(own, 'dist')], { cwd: ROOT });
  expect(await build.ended).toMatchObject({ code: 0 });
  await mkdir(join(modules, '.bin'));
  await symlink('../understudy-api/bin/understudy.js', join(modules, '.bin/understudy'));
}
