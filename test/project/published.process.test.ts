// The package as npm installs it, with bundled code.

import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, realpath, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { program } from '../support/command-process.ts';
import { install } from '../support/installed.ts';
import { loadedAtStarts } from '../support/loaded-at-start.ts';
import { SERVES } from '../support/process.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Scripts that npm runs for a package from a registry: https://docs.npmjs.com/cli/v11/using-npm/scripts#npm-install */
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall'];

const PETS = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      get: { operationId: 'listPets', responses: { 200: { description: 'all' }, 404: { description: 'none' } } },
    },
  },
};

let folder: string;
let own: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'understudy-test-')));
  own = join(folder, 'node_modules/understudy-api');
  await install(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the command until it ends. */
const understudy = (...words: readonly string[]) =>
  program([join(own, 'bin/understudy.js'), ...words], { cwd: folder }).ended;

/** What the identity API serves: its document and its projects. */
async function startedWithNothingRemembered(): Promise<string> {
  const cache = await mkdtemp(join(folder, 'cache-'));
  const serve = [join(own, 'bin/understudy.js'), 'demo', '--memory', '--port', '0'];
  const { child, ended, prints } = program(serve, { cwd: cache, env: { NODE_COMPILE_CACHE: cache } });
  const [, url] = await prints(SERVES);
  const document = await fetch(`${url}/openapi.json`);
  const headers = { authorization: 'Bearer token-owner', 'content-type': 'application/json' };
  const found = await fetch(`${url}/management/v1/projects/_search`, { method: 'POST', headers, body: '{}' });
  const texts = [await document.text(), await found.text()];
  expect([document.status, found.status]).toEqual([200, 200]);
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
  return texts.join('\n');
}

describe('the package as published', () => {
  test('has every exported file', () => {
    const { exports } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
    const pathsIn = (given: string | object): readonly string[] =>
      typeof given === 'string'
        ? [given]
        : Object.entries(given).flatMap(([condition, path]) => (condition === 'source' ? [] : pathsIn(path)));
    const named = pathsIn(exports);
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((path) => !existsSync(join(own, path)))).toEqual([]);
  });

  test('has the files to deploy it, with the documents that they serve', () => {
    const files = ['deploy/compose.yaml', 'deploy/haproxy.cfg', 'deploy/kubernetes/mock-server.yaml'];
    for (const file of files)
      expect(readFileSync(join(own, file), 'utf8')).toBe(readFileSync(join(ROOT, file), 'utf8'));
    const [, served = ''] =
      /\$\{DOCUMENTS:-([^}]+)\}:\/srv/.exec(readFileSync(join(own, 'deploy/compose.yaml'), 'utf8')) ?? [];
    expect(existsSync(join(own, 'deploy', served, 'petstore.yaml'))).toBe(true);
  });

  test('loads few files, also the first time: the build has read its own documents and fixtures', async () => {
    const { first, second } = await loadedAtStarts(own);
    expect(first.toSorted()).toEqual(second.toSorted());
    // Parts with the same name are numbered.
    const files = first.flatMap((url) => url.split('/understudy-api/')[1]?.replace(/\d+\.js$/, '.js') ?? []);
    expect(files.toSorted()).toEqual([
      'bin/understudy.js',
      'dist/cli/main.js',
      'dist/code/documents.js',
      'dist/code/given.js',
      'dist/code/help.js',
      'dist/code/limit-memory.js',
      'dist/code/main.js',
      'dist/code/reference.js',
      'dist/code/serve.js',
      'dist/code/start.js',
      'dist/identity/api.js',
      // Pages load these files, too, so they are not bundled.
      'dist/schema/json/exact-number.js',
      'dist/schema/json/multiple.js',
      'dist/schema/json/parse-json.js',
      'dist/schema/json/stringify-json.js',
    ]);
  });

  test.each([
    ['one of its documents', 'spec/identity.yaml', 'Identity Management API', 'Another API'],
    ['one of its fixture files', 'fixtures/identity/projects.json', 'Gear Shop', 'Another Shop'],
  ])('reads %s again if it changed since the build', async (_, file, before, after) => {
    const path = join(own, file);
    const text = readFileSync(path, 'utf8');
    onTestFinished(() => writeFile(path, text));
    expect(text).toContain(before);
    await writeFile(path, text.replace(before, after));
    expect(await startedWithNothingRemembered()).toMatch(after);
  });

  test('starts also if the output of the build is damaged or missing', async () => {
    const made = join(own, 'dist/made');
    await cp(made, `${made}.kept`, { recursive: true });
    onTestFinished(async () => {
      await rm(made, { recursive: true, force: true });
      await rename(`${made}.kept`, made);
    });
    for (const file of await readdir(made)) await truncate(join(made, file), 1000);
    expect(await startedWithNothingRemembered()).toMatch('Gear Shop');
    await rm(made, { recursive: true });
    expect(await startedWithNothingRemembered()).toMatch('Gear Shop');
  });

  test('has each piece of code once, for all importers', async () => {
    await writeFile(join(folder, 'pets.json'), JSON.stringify(PETS));
    await writeFile(
      join(folder, 'understudy.config.mjs'),
      `
      import { ApiError, defineConfig, defineApi } from 'understudy-api';
      const handlers = { listPets() { throw new ApiError('not_found', 'no pets here'); } };
      const document = new URL('pets.json', import.meta.url);
      export default defineConfig({ apis: [defineApi({ name: 'pets', document, handlers })] });
      `,
    );
    const serve = [join(own, 'bin/understudy.js'), 'serve', '--memory', '--port', '0'];
    const { child, ended, prints } = program(serve, { cwd: folder });
    const [, url] = await prints(SERVES);
    // An error of another copy would be an unexpected error of the handler, and 500.
    expect((await fetch(`${url}/pets`)).status).toBe(404);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  test('has no effect when it is imported', async () => {
    const names = [
      'understudy-api',
      'understudy-api/identity',
      'understudy-api/client',
      'understudy-api/vitest/setup',
      'understudy-api/verify',
    ];
    const script = `const all = await Promise.all(${JSON.stringify(names)}.map((name) => import(name))); console.log(all.length);`;
    const { ended } = program(['--input-type=module', '-e', script, 'no-such-command'], { cwd: folder });
    expect(await ended).toMatchObject({ code: 0, stdout: `${names.length}\n`, stderr: '' });
  });

  test('lints in a separate thread', async () => {
    expect(await understudy('lint', join(own, 'spec/control.yaml'))).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/control\.yaml: no findings\n$/),
    });
  });

  test('has single files for browsers, without anything of Node', () => {
    const files = globSync('{client,inspector,msw}/**/*.js', { cwd: join(own, 'dist') });
    expect(files).toContain('client/client.js');
    const fromNode = files.filter((file) => /\bfrom ["']node:/.test(readFileSync(join(own, 'dist', file), 'utf8')));
    expect(fromNode).toEqual([]);
  });

  test('serves the reference from its own copy of Swagger UI, with its licences', async () => {
    expect(existsSync(join(folder, 'node_modules/swagger-ui-dist'))).toBe(false);
    await writeFile(join(folder, 'pets.json'), JSON.stringify(PETS));
    const serve = [join(own, 'bin/understudy.js'), 'serve', 'pets.json', '--memory', '--port', '0'];
    const { child, ended, prints } = program(serve, { cwd: folder });
    const [, url = ''] = await prints(SERVES);
    const page = await (await fetch(`${url}/reference`)).text();
    const addresses = [...page.matchAll(/ (?:href|src)="(\/reference\/swagger-ui[^"]*)"/g)].flatMap(
      ([, one]) => one ?? [],
    );
    expect(addresses.map((address) => address.replace(/\?.*$/, ''))).toEqual([
      '/reference/swagger-ui.css',
      '/reference/swagger-ui-bundle.js',
    ]);
    for (const address of [...addresses, '/reference/oauth2-redirect.js']) {
      const name = address.replace(/^\/reference\/|\?.*$/g, '');
      const served = await (await fetch(url + address)).text();
      expect(served === readFileSync(join(ROOT, 'node_modules/swagger-ui-dist', name), 'utf8'), name).toBe(true);
    }
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
    expect(readdirSync(join(own, 'dist/swagger-ui'))).toEqual(
      expect.arrayContaining(['LICENSE', 'NOTICE', 'package.json', 'swagger-ui-bundle.js.LICENSE.txt']),
    );
  });

  test('lists the libraries that it bundles, with their licences', () => {
    const text = readFileSync(join(own, 'dist/bundled-libraries.txt'), 'utf8');
    for (const name of ['express', 'pg', 'swagger2openapi', 'openapi-backend', 'prom-client', 'lru-cache'])
      expect(text).toMatch(new RegExp(`^${name}@[\\d.]+ \\((MIT|Apache-2.0|BSD-3-Clause|BlueOak-1.0.0)\\)$`, 'm'));
    expect(text).toContain('Permission is hereby granted');
  });

  test('has no findings of publint', async () => {
    const { messages } = await publint({ pkgDir: own, strict: true, pack: false });
    expect(messages).toEqual([]);
  });

  test('has types that are right for ES modules, and for the CommonJS of Jest, according to arethetypeswrong', async () => {
    const [packed] = JSON.parse(
      execFileSync('npm', ['pack', '--json', '--ignore-scripts'], { cwd: own, encoding: 'utf8' }),
    );
    const checked = await checkPackage(createPackageFromTarballData(await readFile(join(own, packed.filename))));
    // Before Node 16 there were no exports, and CommonJS loads most ES modules by import().
    const isOld = (problem: object) =>
      JSON.stringify(problem).match(/"node10"/) ||
      (JSON.stringify(problem).match(/"node16-cjs"|CJSResolvesToESM/) && !JSON.stringify(problem).match(/"\.\/jest"/));
    const problems = checked.types === false ? ['no types'] : checked.problems.filter((problem) => !isOld(problem));
    expect(problems).toEqual([]);
  });

  test('runs no script during installation', () => {
    const manifest = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
    expect(Object.keys(manifest.scripts).filter((name) => INSTALL_SCRIPTS.includes(name))).toEqual([]);
    // npm compiles in this file's folder without a script.
    expect(globSync('**/binding.gyp', { cwd: own })).toEqual([]);
    expect(globSync('**/node_modules', { cwd: own })).toEqual([]);
  });

  test('has the inspector with all of its files', async () => {
    await writeFile(join(folder, 'pets.json'), JSON.stringify(PETS));
    const serve = [join(own, 'bin/understudy.js'), 'serve', 'pets.json', '--memory', '--port', '0'];
    const { child, ended, prints } = program(serve, { cwd: folder });
    const [, url = ''] = await prints(SERVES);
    const page = await (await fetch(`${url}/inspector`)).text();
    const addresses = [...page.matchAll(/ (?:href|src)="(\/_understudy\/page\/[^"]*)"/g)].map(
      ([, address = '']) => address,
    );
    expect(addresses.map((address) => address.replace(/^.*?\/page\/\w+\//, ''))).toEqual(
      expect.arrayContaining(['inspector/main.js', 'client/client.js', 'library/preact.js', 'library/htm.js']),
    );
    for (const address of addresses) expect([address, (await fetch(url + address)).status]).toEqual([address, 200]);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });
});
