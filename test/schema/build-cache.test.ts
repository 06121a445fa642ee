// Cache of values built from files, with changed and damaged entries.

import {
  appendFile,
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import module from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildCached, type Read, type Recipe, toPackagedBuild } from '../../src/schema/build-cache.ts';
import { counting } from '../support/counting-recipe.ts';
import { checkProperty } from '../support/runs.ts';

/** The cache folder. */
function entries(): string {
  return join(module.getCompileCacheDir() ?? '', 'understudy');
}

/** The entry that this call adds to the folder. */
async function entryAddedBy(act: () => Promise<unknown>): Promise<string> {
  const before = await readdir(entries()).catch((): string[] => []);
  await act();
  const [added, ...others] = (await readdir(entries())).filter((name) => !before.includes(name));
  if (added === undefined || others.length > 0) throw new Error(`it added ${[added, ...others]}`);
  return join(entries(), added);
}

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'understudy-test-'));
  module.enableCompileCache(folder);
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => void vi.useRealTimers());

describe('a value built from files of a package', () => {
  const entryOf = async (made: Recipe<unknown>) => readFile(await entryAddedBy(() => buildCached(made)));

  test('can be part of the package without its location', async () => {
    const { recipe, files } = await counting();
    const [file = ''] = files;
    const made = { ...recipe, name: `made of ${file}`, make: async (read: Read) => (await read(file)).length };
    const built = toPackagedBuild(await entryOf(made), `${recipe.name}/`);
    expect(built?.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(built?.bytes.includes(recipe.name)).toBe(false);
  });

  test.each<[what: string, change: (recipe: Recipe<object>) => Partial<Recipe<object>>]>([
    ['of a file elsewhere', () => ({ make: async (read) => ({ bytes: await read(fileURLToPath(import.meta.url)) }) })],
    ['and contains their location', ({ name }) => ({ make: async () => ({ folder: `it lies in ${name}/` }) })],
  ])('cannot be part of the package if it was built %s', async (_, change) => {
    const { recipe } = await counting();
    expect(toPackagedBuild(await entryOf({ ...recipe, ...change(recipe) }), `${recipe.name}/`)).toBeUndefined();
  });

  test('cannot be part of the package if it is damaged', async () => {
    const { recipe } = await counting();
    const bytes = await entryOf(recipe);
    expect(toPackagedBuild(bytes.subarray(0, -1), `${recipe.name}/`)).toBeUndefined();
  });
});

describe('a cached value', () => {
  test('is returned as a copy', async () => {
    const { recipe } = await counting();
    const [first, second, third] = [await buildCached(recipe), await buildCached(recipe), await buildCached(recipe)];
    expect(first.count).toBe(1);
    expect([second, third]).toEqual([first, first]);
    expect(second).not.toBe(third);
  });

  test('is built again once when a file changes', async () => {
    const { files, count } = await counting();
    expect([await count(), await count()]).toEqual([1, 1]);
    for (const [index, file] of files.entries()) {
      await appendFile(file, 'more');
      expect([await count(), await count()]).toEqual([index + 2, index + 2]);
    }
  });

  test('is built again when its code changes', async () => {
    const { builder, count } = await counting();
    expect(await count()).toBe(1);
    await appendFile(builder, 'more');
    expect([await count(), await count()]).toEqual([2, 2]);
  });

  test('is built again when its code changes with the same size and time', async () => {
    const { builder, count } = await counting();
    await utimes(builder, 1, 1);
    // Long after the write, so that file metadata is compared instead of content.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    expect([await count(), await count()]).toEqual([1, 1]);
    await writeFile(builder, (await readFile(builder, 'utf8')).toUpperCase());
    await utimes(builder, 1, 1);
    expect([await count(), await count()]).toEqual([2, 2]);
  });

  test('is returned when its code was copied', async () => {
    const { builder, count } = await counting();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    expect(await count()).toBe(1);
    await cp(builder, `${builder}.copy`);
    await rename(`${builder}.copy`, builder);
    expect(await count()).toBe(1);
    await rm(builder);
    await expect(count()).rejects.toThrow(/ENOENT/);
  });

  test('is returned without loading its code', async () => {
    const { recipe } = await counting();
    const made = await buildCached(recipe);
    const builders = () => Promise.reject(new Error('it was loaded'));
    expect(await buildCached({ ...recipe, codeFiles: builders })).toEqual(made);
  });

  test('is built again for other inputs', async () => {
    const { recipe, count } = await counting();
    expect(await count()).toBe(1);
    expect((await buildCached({ ...recipe, inputs: ['more'] })).count).toBe(2);
  });

  test('is not shared between recipes', async () => {
    const [one, other] = [await counting(), await counting()];
    expect([await one.count(), await one.count(), await other.count()]).toEqual([1, 1, 1]);
  });

  test('is not returned when a file is missing or unreadable', async () => {
    const { recipe, files, count } = await counting();
    await count();
    const read = () => Promise.reject(new Error('not this one'));
    await expect(buildCached({ ...recipe, read })).rejects.toThrow('not this one');
    await rm(files[0] ?? '');
    await expect(count()).rejects.toThrow(/ENOENT/);
  });

  test('preserves data that JSON cannot represent', async () => {
    const leaf = { text: 'é', 'x-nothing': undefined };
    const product = { leaf, again: leaf, whole: {} as object, reserved: JSON.parse('{"__proto__":{"polluted":true}}') };
    product.whole = product;
    const { recipe } = await counting();
    const again = { ...recipe, make: async () => product };
    await buildCached(again);
    const failing = { ...again, make: (): Promise<typeof product> => Promise.reject(new Error('it was built again')) };
    const given = await buildCached(failing);
    expect(given).toEqual(product);
    expect([given.whole, given.again]).toEqual([given, given.leaf]);
    expect(given.again).toBe(given.leaf);
    expect(Object.keys(given.reserved)).toEqual(['__proto__']);
  });

  test('is not stored for an error', async () => {
    const { recipe, count } = await counting();
    const make = () => Promise.reject(new Error('no'));
    await expect(buildCached({ ...recipe, make })).rejects.toThrow('no');
    expect(await count()).toBe(1);
  });

  test('is not stored if a file changes during the build', async () => {
    const { recipe, files, count } = await counting();
    const [file = ''] = files;
    await buildCached({
      ...recipe,
      async make(read) {
        await read(file);
        await appendFile(file, 'more');
        const text = (await read(file)).toString();
        return { texts: [text], count: -1 };
      },
    });
    expect(await count()).toBe(1);
  });

  test('need not be serializable', async () => {
    const { recipe } = await counting();
    const make = async () => ({ call: () => 'made' });
    expect((await buildCached({ ...recipe, make })).call()).toBe('made');
    expect((await buildCached({ ...recipe, make })).call()).toBe('made');
  });

  test('may be built concurrently', async () => {
    const { recipe, files } = await counting();
    const all = await Promise.all(Array.from({ length: 8 }, () => buildCached(recipe)));
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    for (const made of [...all, await buildCached(recipe)]) expect(made.texts).toEqual(texts);
  });
});

describe('an entry', () => {
  test('is private to the user and the only file', async () => {
    const { count } = await counting();
    const entry = await entryAddedBy(count);
    expect((await stat(entry)).mode & 0o777).toBe(0o600);
  });

  test('is ignored if it was truncated or altered', async () => {
    const { recipe, files, count } = await counting();
    const entry = await entryAddedBy(count);
    const whole = await readFile(entry);
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    const position = fc.nat(whole.length - 1);
    const damaged = fc.oneof(
      position.map((end) => whole.subarray(0, end)),
      fc.tuple(position, fc.integer({ min: 1, max: 255 })).map(([at, bits]) => {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] ?? 0) ^ bits;
        return bytes;
      }),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    );
    let made = 1;
    await checkProperty(
      fc.asyncProperty(damaged, async (bytes) => {
        await writeFile(entry, bytes);
        made += 1;
        expect(await buildCached(recipe)).toEqual({ texts, count: made });
      }),
    );
  });

  test.each<[string, (entry: string, recipe: Recipe<unknown>) => Promise<unknown>]>([
    ['that others may write', (entry) => chmod(entry, 0o622)],
    [
      'behind a symbolic link',
      async (entry) => {
        await rename(entry, `${entry}.moved`);
        await symlink(`${entry}.moved`, entry);
      },
    ],
    [
      'of another recipe with the same files',
      async (entry, recipe) =>
        rename(await entryAddedBy(() => buildCached({ ...recipe, name: `${recipe.name} 2` })), entry),
    ],
    [
      'that is a folder',
      async (entry) => {
        await rm(entry);
        await mkdir(entry);
      },
    ],
  ])('%s is ignored', async (_, change) => {
    const { recipe, count } = await counting();
    await change(await entryAddedBy(count), recipe);
    const before = (await buildCached({ ...recipe, name: 'how often it was made' })).count;
    expect(await count()).toBe(before + 1);
  });

  test('is optional: values are built without it', async () => {
    const { count } = await counting();
    await rename(entries(), `${entries()}.moved`);
    await writeFile(entries(), 'in the way');
    expect([await count(), await count()]).toEqual([1, 2]);
    await rm(entries());
    await rename(`${entries()}.moved`, entries());
    expect([await count(), await count()]).toEqual([3, 3]);
  });
});
