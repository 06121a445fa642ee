// Modules that a start loads, until its first response. Other modules are loaded on demand.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { program } from '../support/command-process.ts';
import { loadedAtStarts } from '../support/loaded-at-start.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

test('a start loads only what its first request needs', async () => {
  const { second: loaded } = await loadedAtStarts(ROOT);
  const libraries = Object.keys({ ...dependencies, ...devDependencies }).filter((name) =>
    loaded.some((url) => url.includes(`/node_modules/${name}/`)),
  );
  expect(libraries).toEqual(['ajv', 'ajv-formats', 'sorted-btree', 'lru-cache']);
  // Pages are loaded with Express.
  expect(
    loaded.filter((url) => /\/node_modules\/router\/|src\/server\/pages\/(overview\/home|reference)/.test(url)),
  ).toEqual([]);
  const ofRoom = (room: string) => loaded.flatMap((url) => url.split(`/src/${room}/`)[1] ?? []);
  expect(ofRoom('openapi/read').toSorted()).toEqual(['document-files.ts', 'open-document.ts']);
  expect(ofRoom('store').filter((name) => /durable|lock|log-file|logged|lowdb/.test(name))).toEqual([]);
  expect(ofRoom('server/protobuf').toSorted()).toEqual(['cached-plan.ts', 'unknown-fields.ts']);
  expect(loaded).not.toContain('node:tls');
  expect(loaded).not.toContain('node:zlib');
  expect(loaded.filter((url) => /\/ajv\/dist\/20\d\d\.js$/.test(url))).toEqual([]);
  expect(loaded.filter((url) => /prom-client|sonic-boom|src\/server\/metrics/.test(url))).toEqual([]);
});

test('a start with state on disk loads the disk store, and no code for replicas', async () => {
  const { second: loaded } = await loadedAtStarts(ROOT, []);
  const libraries = loaded.flatMap((url) => /.*\/node_modules\/(@[^/]+\/[^/]+|[^/]+)\//.exec(url)?.[1] ?? []);
  expect(libraries).toContain('lowdb');
  const foreign = /^(pg|pg-.*|postgres-.*|pgpass|prom-client|sonic-boom)$/;
  expect(libraries.filter((name) => foreign.test(name))).toEqual([]);
  expect(loaded.filter((url) => /\/src\/(cluster|server\/metrics|store\/postgres|store\/joined)\b/.test(url))).toEqual(
    [],
  );
});

test.each(['--version', '--help'])('%s loads no library and no cryptography', async (flag) => {
  const listing = `
    import module from 'node:module';
    const loaded = [];
    module.registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    process.on('exit', () => process.stderr.write(JSON.stringify(loaded)));`;
  const hook = `data:text/javascript,${encodeURIComponent(listing)}`;
  const { ended } = program(['--import', hook, join(ROOT, 'bin/understudy.js'), flag], { cwd: ROOT });
  const loaded: readonly string[] = JSON.parse((await ended).stderr);
  expect(loaded).toContainEqual(expect.stringContaining('/src/cli/run.ts'));
  expect(loaded.filter((url) => /node_modules|^node:(?!(fs|util|module|buffer)$)/.test(url))).toEqual([]);
});
