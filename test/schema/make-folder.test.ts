// Creation of folders with their parents, on file systems that reject some or all of it.

import { readdir, stat, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../src/schema/make-folder.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('creates a folder with its missing parents, and returns the created ones', async () => {
  const folder = await temporaryFolder();
  const made = [join(folder, 'a'), join(folder, 'a', 'b')];
  expect(await makeFolder(join(folder, 'a', 'b'), 0o700)).toEqual(made);
  for (const path of made) expect((await stat(path)).mode & 0o777).toBe(0o700);
  expect(await makeFolder(join(folder, 'a', 'b'))).toEqual([]);
});

test('creates nothing where the folder is the root of the file system', async () => {
  expect(await makeFolder(parse(process.cwd()).root)).toEqual([]);
});

test('creates a folder once that several callers need at the same time', async () => {
  const folder = await temporaryFolder();
  const made = await Promise.all(Array.from({ length: 5 }, () => makeFolder(join(folder, 'a', 'b', 'c'))));
  expect(made.flat().toSorted()).toEqual([join(folder, 'a'), join(folder, 'a', 'b'), join(folder, 'a', 'b', 'c')]);
});

test('rejects a file, and a path through one', async () => {
  const file = join(await temporaryFolder(), 'file');
  await writeFile(file, '');
  await expect(makeFolder(file)).rejects.toThrow(`EEXIST: file already exists, mkdir '${file}'`);
  await expect(makeFolder(join(file, 'a'))).rejects.toThrow('ENOTDIR: not a directory');
});

test('creates nothing where the path is too long', async () => {
  const folder = await temporaryFolder();
  await expect(makeFolder(join(folder, 'd/'.repeat(2500)))).rejects.toThrow('ENAMETOOLONG');
  expect(await readdir(folder)).toEqual([]);
});

test.runIf(process.platform === 'linux').each(['/proc/x', '/proc/x/y', '/proc/self/fd/x'])(
  'rejects %s, where the file system creates no folders',
  async (path) => {
    await expect(makeFolder(path)).rejects.toThrow('ENOENT: no such file or directory, mkdir');
  },
);
