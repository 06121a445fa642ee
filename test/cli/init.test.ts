// `understudy init` and `understudy handler`: files of a project for an OpenAPI document.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { serve, understudy } from '../support/command.ts';
import { DOCUMENT, newFolder } from '../support/init-folder.ts';

const run = (cwd: string, ...args: readonly string[]) => understudy(args, { cwd }).ended;

describe('understudy init', () => {
  test('writes nothing if a file exists, and names it', async () => {
    const cwd = await newFolder({ 'a.json': DOCUMENT, 'operations.ts': 'mine' });
    const { code, stderr } = await run(cwd, 'init', 'a.json', '--handlers');
    expect([code, stderr]).toEqual([2, expect.stringMatching(/Nothing was written.*\n {2}operations\.ts\n$/)]);
    expect(await readdir(cwd)).toEqual(['a.json', 'node_modules', 'operations.ts']);
  });

  test('adds to a package.json and a .gitignore, and changes no existing entry', async () => {
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
    expect(await run(cwd, 'init', 'a.json', '--handlers')).toMatchObject({ code: 0 });
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
    ['{ "type": "commonjs" }', /needs "type": "module"/],
    ['{', /package\.json cannot be extended/],
  ])('rejects a package.json such as %s, and writes nothing', async (content, reported) => {
    const cwd = await newFolder({ 'a.json': DOCUMENT, 'package.json': content });
    const { code, stderr } = await run(cwd, 'init', 'a.json', '--handlers');
    expect([code, stderr]).toEqual([2, expect.stringMatching(reported)]);
    expect(await readdir(cwd)).toEqual(['a.json', 'node_modules', 'package.json']);
  });

  test.each([
    [['init'], 'FILE is missing'],
    [['init', 'gone.json'], 'gone.json does not exist; found pets #1.json.'],
    [['init', '--what'], '--what'],
    [['handler'], 'ID is missing'],
    [['handler', 'getSecrets'], 'getSecrets; did you mean getSecret?'],
  ])('reports missing and wrong arguments: %j', async (args, reported) => {
    const { code, stderr } = await run(await newFolder(), ...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(reported)]);
  });
});

describe('a project without handlers', () => {
  test('has a config in YAML, and any package.json', async () => {
    const cwd = await newFolder({ 'a b.json': DOCUMENT, 'package.json': '{ "type": "commonjs" }' });
    const { stdout } = await run(cwd, 'init', 'a b.json');
    expect(stdout).toContain('Written to this folder: understudy.yaml, a-b.test.mjs, .gitignore, package.json\n');
    expect(stdout).toMatch(
      /npm install +install\n.*npm run understudy +start the mock server\n.*node --test +run the tests\n/,
    );
    expect(await readFile(join(cwd, 'understudy.yaml'), 'utf8')).toBe(
      `${[
        '# yaml-language-server: $schema=./node_modules/understudy-api/spec/config.schema.json',
        'apis:',
        '  - document: "a b.json"',
        '    # fixtures: fixtures  # folder with seed data',
        '    # handlers: handlers  # folder with handlers',
      ].join('\n')}\n`,
    );
    expect((await serve(['--memory'], { cwd })).greeting).toContain('Serving the APIs of understudy.yaml.');
  });

  test('prints how to load its first handler', async () => {
    const cwd = await newFolder();
    await run(cwd, 'init', 'pets #1.json');
    const { stdout } = await run(cwd, 'handler', 'getSecret');
    expect(stdout).toContain(
      'Written: handlers/getSecret.mjs. To load this folder, add handlers: handlers to the API in understudy.yaml.',
    );
  });
});

describe('understudy handler without a config', () => {
  test('writes JavaScript, and prints how to serve it', async () => {
    const cwd = await newFolder();
    const { stdout } = await run(cwd, 'handler', 'getSecret');
    expect(stdout).toContain('handlers/getSecret.mjs. understudy serve');
    const again = await run(cwd, 'handler', 'getSecret', 'pets/get');
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('handlers/getSecret.mjs')]);
    expect(await readdir(join(cwd, 'handlers'))).toEqual(['getSecret.mjs']);
    const { url } = await serve(['--memory', '--handlers', 'handlers'], { cwd });
    expect((await fetch(`${url}/secret`)).status).toBe(401);
  });

  test('shows the options of the operation in comments', async () => {
    const cwd = await newFolder();
    const petstore = fileURLToPath(new URL('../../examples/petstore/petstore.yaml', import.meta.url));
    await run(cwd, 'handler', '--document', petstore, 'addPet', 'getPet');
    const textOf = (id: string) => readFile(join(cwd, `handlers/${id}.mjs`), 'utf8');
    expect(await textOf('addPet')).toMatch(/return next\(\{ set: \{ \w+: … \} \}\);\n.*await items\.pets\.list\(\);/);
    expect(await textOf('getPet')).not.toContain('set:');
    expect(await textOf('getPet')).toMatch(/\n {2}return next\(\);\n\};\n$/);
  });
});
