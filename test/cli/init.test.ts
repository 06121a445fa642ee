// `understudy init` and `understudy handler`: a project around a document, as its author goes on with it.

import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { program, serve, understudy } from '../support/command.ts';
import { documentHost } from '../support/document-host.ts';
import { temporaryFolder } from '../support/temporary.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const text = { content: { 'application/json': { schema: { type: 'string' } } }, description: 'ok' };
const key = { k: { type: 'apiKey', in: 'header', name: 'x-key' } };

/** Everything in it is somebody's attempt to get out of where it is written. */
const DOCUMENT = JSON.stringify({
  openapi: '3.0.3',
  info: { title: "Pets\nthrow new Error('title'); // ' ` */ \u2028 throw 1", version: '1' },
  components: { securitySchemes: key },
  paths: {
    '/secret': { get: { operationId: 'getSecret', security: [{ k: [] }], responses: { 200: text } } },
    '/pets/{id}': {
      get: {
        operationId: 'pets/get',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: text },
      },
    },
    "/odd\nthrow new Error('path');": { post: { operationId: 'odd', responses: { 200: text } } },
    "/it's": { get: { operationId: '../it\'s" \n', responses: { 202: text } } },
  },
});

/** A folder with the document, and with what `npm install` would bring. */
async function newFolder(files: Readonly<Record<string, string>> = { 'pets #1.json': DOCUMENT }): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'node_modules'));
  await symlink(ROOT, join(folder, 'node_modules/understudy-api'));
  await symlink(join(ROOT, 'node_modules/@types'), join(folder, 'node_modules/@types'));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

const run = (cwd: string, ...args: readonly string[]) => understudy(args, { cwd }).ended;

const WRITTEN = [
  '.gitignore',
  'fixtures',
  'handlers',
  'operations.ts',
  'package.json',
  'pets-1.test.ts',
  'tsconfig.json',
  'understudy.config.ts',
];

describe('a project that was written', () => {
  test('type-checks, is served, and passes its test, whatever its document holds', async () => {
    const cwd = await newFolder();
    expect(await run(cwd, 'init', 'pets #1.json')).toMatchObject({ code: 0, stderr: '' });
    expect(await readdir(cwd)).toEqual([...WRITTEN, 'node_modules', 'pets #1.json'].toSorted());
    expect(await run(cwd, 'handler', 'pets/get', 'odd', '../it\'s" \n')).toMatchObject({ code: 0, stderr: '' });
    expect(await readdir(join(cwd, 'handlers'))).toEqual(['.gitkeep', '_it_s_.ts', 'odd.ts', 'pets_get.ts']);
    const handler = join(cwd, 'handlers/_it_s_.ts');
    await writeFile(handler, (await readFile(handler, 'utf8')).replace('({ next }) => next()', "() => 'it is'"));

    const args = ['-p', cwd, '--customConditions', 'source', '--lib', 'es2024,esnext.iterator,dom.iterable'];
    await promisify(execFile)(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...args]);
    const tested = program(['--conditions=source', 'pets-1.test.ts'], { cwd });
    expect(await tested.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('pass 1') });
    const { url } = await serve(['--memory'], { cwd });
    expect(await (await fetch(`${url}/it's`)).json()).toBe('it is');
  });

  test('has the document in it where that came from elsewhere, and lies in the folder that was named', async () => {
    const { url, host } = await documentHost(() => ({ '/shop/openapi.yaml': DOCUMENT }));
    const cwd = await newFolder({});
    const said = await run(cwd, 'init', `${url}/shop/openapi.yaml`, 'made', '--allow-fetch', host);
    expect(said).toMatchObject({ code: 0, stdout: expect.stringContaining('cd made && npm install') });
    expect(JSON.parse(await readFile(join(cwd, 'made/shop.json'), 'utf8')).paths).toEqual(JSON.parse(DOCUMENT).paths);
    expect((await serve(['--memory'], { cwd: join(cwd, 'made') })).greeting).toContain('understudy.config.ts');
  });
});

describe('understudy init', () => {
  test('writes nothing if one file is in the way, and says which', async () => {
    const cwd = await newFolder({ 'a.json': DOCUMENT, 'operations.ts': 'mine' });
    const { code, stderr } = await run(cwd, 'init', 'a.json');
    expect([code, stderr]).toEqual([2, expect.stringMatching(/Nothing was written.*\n {2}operations\.ts\n$/)]);
    expect(await readdir(cwd)).toEqual(['a.json', 'node_modules', 'operations.ts']);
  });

  test('adds to a package.json and a .gitignore, and changes nothing that they say', async () => {
    const own = {
      type: 'module',
      name: 'own',
      scripts: { understudy: 'mine' },
      dependencies: { 'understudy-api': '*' },
    };
    const cwd = await newFolder({
      'a.json': DOCUMENT,
      'package.json': `${JSON.stringify(own, undefined, '\t')}\n`,
      '.gitignore': '/node_modules\nmine',
      'tsconfig.json': '{}',
    });
    expect(await run(cwd, 'init', 'a.json')).toMatchObject({ code: 0 });
    const written = await readFile(join(cwd, 'package.json'), 'utf8');
    expect(JSON.parse(written)).toEqual({
      ...own,
      scripts: { understudy: 'mine', 'understudy:types': 'understudy types a.json > operations.ts' },
      devDependencies: {},
    });
    expect(written).toContain('\n\t"name": "own"');
    expect(await readFile(join(cwd, '.gitignore'), 'utf8')).toBe('/node_modules\nmine\ndata/\n');
    expect(await readFile(join(cwd, 'tsconfig.json'), 'utf8')).toBe('{}');
  });

  test.each([
    ['{ "type": "commonjs" }', /has no "type": "module"/],
    ['{', /package\.json cannot be amended/],
  ])('refuses a package.json such as %s, and writes nothing', async (content, told) => {
    const cwd = await newFolder({ 'a.json': DOCUMENT, 'package.json': content });
    const { code, stderr } = await run(cwd, 'init', 'a.json');
    expect([code, stderr]).toEqual([2, expect.stringMatching(told)]);
    expect(await readdir(cwd)).toEqual(['a.json', 'node_modules', 'package.json']);
  });

  test.each([
    [['init'], 'Name the document'],
    [['init', 'gone.json'], 'There is no file gone.json; pets #1.json lies here.'],
    [['init', '--what'], '--what'],
    [['handler'], 'Name the operations'],
    [['handler', 'getSecrets'], 'getSecrets; getSecret may be meant'],
  ])('says what it needs: %j', async (args, told) => {
    const { code, stderr } = await run(await newFolder(), ...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(told)]);
  });
});

describe('understudy handler without a config', () => {
  test('writes JavaScript, and says how it is served', async () => {
    const cwd = await newFolder();
    const { stdout } = await run(cwd, 'handler', 'getSecret');
    expect(stdout).toContain('handlers/getSecret.mjs. understudy serve');
    const again = await run(cwd, 'handler', 'getSecret', 'pets/get');
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('handlers/getSecret.mjs')]);
    expect(await readdir(join(cwd, 'handlers'))).toEqual(['getSecret.mjs']);
    const { url } = await serve(['--memory', '--handlers', 'handlers'], { cwd });
    expect((await fetch(`${url}/secret`)).status).toBe(401);
  });
});
