// understudy.yaml and understudy.json, and their JSON Schema.

import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { ValueSchema } from '../../src/app/settings/setting.ts';
import { configSchema } from '../../src/cli/config/config-data.ts';
import { configProblems } from '../../src/cli/config/config-problems.ts';
import { startMockServer } from '../../src/integrations/runner/start.ts';
import { rejection, serve, understudy } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { CONFIG_SCHEMA_TEXT } from '../write-config-schema.ts';

const PETSTORE = fileURLToPath(new URL('../../examples/petstore/petstore.yaml', import.meta.url));
const SCHEMA = new URL('../../spec/config.schema.json', import.meta.url);

/** A folder with the petstore in `api`, and other files. */
async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'api/fixtures'), { recursive: true });
  await copyFile(PETSTORE, join(folder, 'api/petstore.yaml'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

const errors = async (name: string, text: string) => {
  const { code, stderr } = await rejection(['serve', '--port', '0'], { cwd: await folderWith({ [name]: text }) });
  expect(code).toBe(2);
  return stderr.split('\n').slice(0, -1);
};

describe('a config file in YAML or JSON', () => {
  test('serves its APIs, with fixtures beside the document, handlers, an overlay and a base path', async () => {
    const folder = await folderWith({
      'api/fixtures/pets.json': '[{ "id": 7, "name": "Rex", "kind": "dog" }]',
      'getOpeningHours.mjs': 'export default () => ({ days: [], opens: "08:00", closes: "12:00" });',
      'overlay.yaml':
        'overlay: 1.0.0\ninfo: { title: O, version: "1" }\nactions: [{ target: $.info, update: { title: Zoo } }]',
      'understudy.yaml': `# yaml-language-server: $schema=./config.schema.json
apis:
  - document: api/petstore.yaml
    name: zoo
    base: /v2
    overlay: overlay.yaml
    handlers: .
memory: true
`,
    });
    const { url, greeting } = await serve([], { cwd: folder });
    expect(greeting).toMatch(/^Mocking Zoo 1\.0\.0 at /);
    expect(greeting).toContain('8 operations: 1 with a handler, 7 stateful');
    expect(greeting).toMatch(/\nServing the APIs of understudy\.yaml\.\nNot watching files\. .*\nState is in memory/);
    expect(await (await fetch(`${url}/v2/pets`)).json()).toEqual([{ id: 7, name: 'Rex', kind: 'dog' }]);
  });

  test('is read by other commands', async () => {
    const config = '{ "$schema": "./config.schema.json", "apis": [{ "document": "api/petstore.yaml" }] }';
    const { stdout } = await understudy(['operations'], { cwd: await folderWith({ 'understudy.json': config }) }).ended;
    expect(stdout).toContain('8 operations: 7 stateful, 1 static');
  });

  test.each(['', '# nothing\n', '{}'])('may be empty: %j', async (text) => {
    const { greeting } = await serve(['--memory'], { cwd: await folderWith({ 'understudy.yml': text }) });
    expect(greeting).toContain('Serving api/petstore.yaml (the only OpenAPI document found here).');
  });

  test('reports each problem with its line and the nearest key', async () => {
    const text = `apis:
  - documnt: petstore.yaml
    base: 2
prot: 0
log: xml
document: a.yaml
records: 99999999
memory: "yes"
credentials:
  - value: x
    scope: y
`;
    expect(await errors('understudy.yaml', text)).toEqual([
      'understudy: Invalid config understudy.yaml:',
      '  understudy.yaml:2:5  document is missing',
      '  understudy.yaml:2:5  Unknown setting documnt; did you mean document?',
      '  understudy.yaml:3:5  apis.0.base must be a text; write "2" in quotes',
      '  understudy.yaml:4:1  Unknown setting prot; did you mean port?',
      '  understudy.yaml:5:1  log must be one of text, json',
      '  understudy.yaml:6:1  document is a setting of an API; write it below apis, as in apis: [{ document: openapi.yaml }]',
      '  understudy.yaml:7:1  records must be a whole number from 0 to 10000',
      '  understudy.yaml:8:1  memory must be true or false',
      '  understudy.yaml:11:5  Unknown setting scope; did you mean scopes?',
    ]);
  });

  test('reports syntax errors with their line', async () => {
    expect(await errors('understudy.yaml', 'port: 0\nport: 1\n')).toEqual([
      'understudy: Invalid config understudy.yaml:',
      expect.stringMatching(/^ {2}understudy\.yaml:2:1 {2}\S/),
    ]);
    const [, line] = await errors('understudy.json', '{\n "port": 0,,\n}');
    expect(line).toMatch(/^ {2}understudy\.json:2:\d+ {2}\S/);
    expect(await errors('understudy.json', '[]')).toEqual([
      'understudy: Invalid config understudy.json:',
      '  understudy.json:1:1  the config must be an object',
    ]);
  });

  test('with a store is tested in memory by verify, and by test integrations', async () => {
    const store = 'postgres://ada@127.0.0.1:1/shop';
    const config = `apis: [{ document: api/petstore.yaml }]\nstore: ${store}\nempty: true\n`;
    const folder = await folderWith({ 'understudy.yaml': config });
    const args = ['verify', '--operations', 'listPets', '--checks', 'no-server-error', '--random', '1'];
    expect(await understudy(args, { cwd: folder }).ended).toMatchObject({ code: 0 });
    const { url, close } = await startMockServer({ folder });
    expect(await (await fetch(`${url}/pets`)).json()).toEqual([]);
    await close();
  });

  test('is the only config in its folder', async () => {
    const folder = await folderWith({ 'understudy.yaml': '', 'understudy.config.mjs': 'export default {};' });
    const { code, stderr } = await rejection(['serve', '--port', '0'], { cwd: folder });
    expect(stderr).toBe(
      'understudy: Found several configs: understudy.config.mjs and understudy.yaml. Keep one of them.\n',
    );
    expect(code).toBe(2);
  });
});

describe('spec/config.schema.json', () => {
  test('has every setting, as npm run generate writes it', async () => {
    expect(await readFile(SCHEMA, 'utf8')).toBe(CONFIG_SCHEMA_TEXT);
  });

  test('describes each setting', () => {
    const undescribed = (schema: ValueSchema): readonly string[] =>
      Object.entries(schema.properties ?? {}).flatMap(([name, one]) => [
        ...(one.description ? [] : [name]),
        ...undescribed(one),
        ...undescribed(one.items ?? {}),
      ]);
    expect(undescribed(configSchema())).toEqual([]);
  });

  test.each<[unknown]>([
    [{ apis: [{ document: 'a.yaml', overlay: ['b.yaml'], fixtures: 'c' }], port: 0, $schema: './s.json' }],
    [{ apis: [] }],
    [{ apis: [{ document: 1 }] }],
    [{ apis: [{ document: 'a', name: 'A b' }] }],
    [{ apis: [{ document: 'a', infer: { '/pets': 1 } }] }],
    [{ port: -1 }],
    [{ port: 1.5 }],
    [{ host: '' }],
    [{ data: null }],
    [{ durability: 'group', consistency: 'weak' }],
    [{ skipOperations: ['a', 2] }],
    [{ prt: 1 }],
    [[]],
  ])('is applied like Ajv applies it: %j', (value) => {
    const validate = new Ajv2020({ allErrors: true, strict: true }).compile(configSchema());
    expect(configProblems(configSchema(), value).length === 0).toBe(validate(value));
  });
});
