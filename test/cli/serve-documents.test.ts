// Documents of `understudy serve`: choice, names, overlays, handlers.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apiNames } from '../../src/app/api-names.ts';
import { findDocuments, isDocument } from '../../src/cli/documents/find-documents.ts';
import { readSettings } from '../../src/cli/serve/read-settings.ts';
import { rejection, serve } from '../support/command.ts';
import { documentHost } from '../support/document-host.ts';
import { petsFolder } from '../support/pets/config.ts';
import { temporaryFolder } from '../support/temporary.ts';

const response = { 200: { description: 'ok', content: { 'application/json': { schema: { type: 'string' } } } } };
const PET = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
};
const jsonOf = (schema: object) => ({ 200: { description: 'ok', content: { 'application/json': { schema } } } });
const documentAt = (...paths: readonly string[]) =>
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: `Own ${paths.join(' ')}`, version: '1' },
    paths: Object.fromEntries(
      paths.map((path) => [path, { get: { operationId: `get${path.slice(1)}`, responses: response } }]),
    ),
  });

/** A folder with these files. */
async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

const OVERLAY = `overlay: 1.0.0
extends: pets/shop.yaml
actions: [{ target: $.info, update: { title: Changed } }]
`;

describe('understudy serve --overlay FILE', () => {
  test('applies the overlay to a named document', async () => {
    const cwd = await folderOf({ 'pets/shop.yaml': documentAt('/a'), 'o.yaml': OVERLAY });
    const { greeting } = await serve(['pets/shop.yaml', '--overlay', 'o.yaml', '--memory'], { cwd });
    expect(greeting).toMatch(/^Mocking Changed \S+ at /);
  });

  test('without a document, serves the one that the overlay extends, and reports it', async () => {
    const cwd = await folderOf({ 'pets/shop.yaml': documentAt('/a'), 'o.yaml': OVERLAY });
    const { greeting } = await serve(['--overlay', 'o.yaml', '--memory'], { cwd });
    expect(greeting).toMatch(/^Mocking Changed \S+ at /);
    expect(greeting).toContain('Serving pets/shop.yaml (the overlay o.yaml extends it).');
  });

  test.each<[what: string, files: Readonly<Record<string, string>>, documents: readonly string[], message: string]>([
    [
      'for several documents',
      { 'o.yaml': OVERLAY, 'a.json': documentAt('/a'), 'b.json': documentAt('/b') },
      ['a.json', 'b.json'],
      '--overlay applies to one document',
    ],
    [
      'that is invalid',
      { 'o.yaml': 'actions: []', 'a.json': documentAt('/a') },
      ['a.json'],
      'o.yaml cannot be used: it must have overlay: 1.1.0',
    ],
    [
      'that cannot be parsed',
      { 'o.yaml': 'overlay: 1.0.0\nactions: [', 'a.json': documentAt('/a') },
      ['a.json'],
      'o.yaml cannot be used: line 2, column 10: missing closing bracket',
    ],
    [
      'that is invalid, without a document',
      { 'o.yaml': 'actions: []' },
      [],
      'The overlay o.yaml cannot be used: it must have overlay: 1.1.0',
    ],
    ['without a document', { 'o.yaml': 'overlay: 1.0.0\nactions: []' }, [], '--overlay needs a document'],
  ])('rejects an overlay %s', async (_, files, documents, message) => {
    const cwd = await folderOf(files);
    const { code, stderr } = await rejection(['serve', '--port', '0', ...documents, '--overlay', 'o.yaml'], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).not.toContain('The document');
  });
});

test('all documents that cannot be served are reported together', async () => {
  const cwd = await folderOf({ 'a.yaml': 'openapi: [', 'b.json': documentAt('/b'), 'c.yaml': 'none: 1' });
  const { code, stderr } = await rejection(['serve', 'a.yaml', 'b.json', 'c.yaml', '--port', '0', '--memory'], { cwd });
  expect([code, stderr.replaceAll(`${cwd}/`, '').trimEnd().split('\n')]).toEqual([
    2,
    [
      'understudy: 2 APIs cannot be served:',
      '  The document a.yaml cannot be used: line 1, column 10: missing closing bracket',
      '  The document c.yaml cannot be used: it has no OpenAPI version; an OpenAPI document starts with a line such as openapi: 3.0.3',
    ],
  ]);
});

const PETS = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': { get: { operationId: 'listPets', responses: jsonOf({ type: 'array', items: PET }) } },
    '/pets/{petId}': {
      parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'getPet', responses: jsonOf(PET) },
    },
    '/owners': { get: { operationId: 'listOwners', responses: jsonOf({ type: 'array', items: PET }) } },
  },
});

test.each<[files: readonly string[], args: readonly string[], isNamed: boolean]>([
  [['handlers/geta.ts'], [], true],
  [['handlers/geta.mjs', 'handlers/others.md'], [], true],
  [['handlers/geta.mjs'], ['--handlers', 'handlers'], false],
  [['handlers/login.ts'], [], false],
  [[], [], false],
])('of the files %j beside the document with %j, unused handlers are named: %j', async (files, args, isNamed) => {
  const code = 'export default () => "a";';
  const handlers = Object.fromEntries(files.map((file) => [file, code]));
  const cwd = await folderOf({ 'a.json': documentAt('/a'), ...handlers });
  const { greeting } = await serve(['a.json', '--memory', ...args], { cwd });
  const note = 'Not using the handlers in handlers/. To use them: --handlers handlers';
  expect(greeting.includes(note)).toBe(isNamed);
});

describe('a folder fixtures beside a served document', () => {
  test('has the initial items; files of unknown collections are reported in one line', async () => {
    const cwd = await folderOf({
      'pets.json': PETS,
      'fixtures/pets.json': '[{ "id": 7, "name": "Rex" }]',
      'fixtures/owners.yaml': '- any: thing\n',
      'fixtures/users.json': '{ "list": [1, "x"] }',
      'fixtures/broken.json': '{',
      'fixtures/schema.json': '{ "type": "nothing" }',
      'fixtures/logo.png': '\u0000PNG',
      'fixtures/deep/pets.json': '[]',
    });
    const { url, stop, ended } = await serve(['pets.json', '--memory'], { cwd });
    expect(await (await fetch(`${url}/pets`)).json()).toEqual([{ id: 7, name: 'Rex' }]);
    expect(await (await fetch(`${url}/owners`)).json()).toHaveLength(3);
    stop();
    const { stderr } = await ended;
    expect(stderr.split('\n').filter((line) => line.startsWith('Ignored in'))).toEqual([
      `Ignored in fixtures: schema.json, broken.json, users.json (unknown collection; expected pets.json, owners.json); owners.yaml: /0 must have an id: the property id.`,
    ]);
  });

  test('has all valid items of a file; others are reported', async () => {
    const cwd = await folderOf({
      'pets.json': PETS,
      'fixtures/pets.json': '[{ "id": 7, "name": "Rex" }, { "id": "x", "name": "Tom" }, { "id": 7, "name": "Mia" }]',
      'fixtures/owners.json': '[{ "id": "x", "name": "Ann" }]',
    });
    const { url, stop, ended } = await serve(['pets.json', '--memory'], { cwd });
    expect(await (await fetch(`${url}/pets`)).json()).toEqual([{ id: 7, name: 'Rex' }]);
    expect(await (await fetch(`${url}/owners`)).json()).toHaveLength(3);
    stop();
    const { stderr } = await ended;
    expect(stderr).toContain(
      `Ignored in fixtures: owners.json: /0/id must be an integer; 2 items of pets.json (/1/id must be an integer; /2 has the id of an earlier item).`,
    );
  });

  test('is used by a config in code, too, if it names no fixtures', async () => {
    const cwd = await folderOf({
      'pets.json': PETS,
      'fixtures/pets.json': '[{ "id": 7, "name": "Rex" }]',
      'understudy.config.mjs': "export default { apis: [{ name: 'pets', document: 'pets.json', infer: true }] };",
    });
    const { url } = await serve(['--memory'], { cwd });
    expect(await (await fetch(`${url}/pets`)).json()).toEqual([{ id: 7, name: 'Rex' }]);
  });

  test('also has collections for handlers; other files are ignored', async () => {
    const cwd = await folderOf({
      'pets.json': PETS,
      'handlers/getPet.mjs': 'export default ({ store }) => store.collections.notes.get("a").pet;',
      'fixtures/notes.json': '[{ "id": "a", "pet": { "id": 1, "name": "Noted" } }]',
      'fixtures/users.json': '[{ "name": "no id" }]',
      'fixtures/schema.json': '{ "type": "nothing" }',
    });
    const { url, stop, ended } = await serve(['pets.json', '--memory', '--handlers', 'handlers'], { cwd });
    expect(await (await fetch(`${url}/pets/5`)).json()).toEqual({ id: 1, name: 'Noted' });
    stop();
    expect((await ended).stderr).toMatch(
      /Ignored in .*: schema\.json: .*; users\.json: \/0\/id must be a non-empty string\.\n/,
    );
  });
});

describe('understudy serve FILE', () => {
  test('serves the document, and names its state after the file', async () => {
    const cwd = await folderOf({ 'shop.yaml': documentAt('/a') });
    const { greeting, url } = await serve(['shop.yaml', '--memory'], { cwd });
    expect(greeting).toMatch(/^Mocking Own \/a \S+ at /);
    const { documents } = (await (await fetch(`${url}/_understudy/documents`)).json()) as { documents: object[] };
    expect(documents).toMatchObject([{ api: 'shop', operations: 1 }]);
  });

  test('serves several documents together, and standard input', async () => {
    const cwd = await folderOf({ 'one/openapi.yaml': documentAt('/a') });
    const { url } = await serve(['--memory', 'one/openapi.yaml', '-'], { cwd, input: documentAt('/b') });
    const { documents } = (await (await fetch(`${url}/_understudy/documents`)).json()) as { documents: object[] };
    expect(documents).toMatchObject([
      { api: 'one', title: 'Own /a' },
      { api: 'api', title: 'Own /b' },
    ]);
  });

  test('counts the webhooks of a document by name', async () => {
    const hook = { post: { responses: {} }, put: { responses: {} } };
    const webhooks = { added: hook, 'x-none': {}, gone: hook };
    const document = { openapi: '3.1.0', info: { title: 'W', version: '1' }, webhooks };
    const { greeting } = await serve(['--memory', '-'], {
      cwd: await temporaryFolder(),
      input: JSON.stringify(document),
    });
    expect(greeting).toContain('\n2 webhooks (send with POST /_understudy/webhooks/{name})\n');
  });

  test('serves documents with equal paths below --base, which the error names', async () => {
    const cwd = await folderOf({ 'one.json': documentAt('/a'), 'two.json': documentAt('/a') });
    const { code, stderr } = await rejection(['serve', '--port', '0', '--memory', 'one.json', 'two.json'], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining('--base two=/two')]);
    const { url } = await serve(['--memory', 'one.json', 'two.json', '--base', 'two=/two'], { cwd });
    expect((await fetch(`${url}/two/a`)).headers.get('x-understudy-source')).not.toBeNull();
  });

  test('serves a URL, with its references to the same host', async () => {
    const { url: at, requested } = await documentHost(() => ({
      '/api.yaml': documentAt('/a').replace('"type":"string"', '"$ref":"text.json"'),
      '/text.json': '{ "type": "string" }',
    }));
    const from = at.replace('127.0.0.1', 'localhost');
    const cwd = await temporaryFolder();
    const { url } = await serve(['--memory', `${from}/api.yaml`], { cwd });
    const { documents } = (await (await fetch(`${url}/_understudy/documents`)).json()) as { documents: object[] };
    expect(documents).toMatchObject([{ api: 'localhost', file: `${from}/api.yaml`, operations: 1 }]);
    expect(requested.map(({ path }) => path).toSorted()).toEqual(['/api.yaml', '/text.json']);
  });

  test('fetches the document of an overlay only from an allowed host', async () => {
    const { url: at, host, requested } = await documentHost(() => ({ '/api.yaml': documentAt('/a') }));
    const cwd = await temporaryFolder();
    const overlay = { overlay: '1.0.0', info: { title: 'o', version: '1' }, extends: `${at}/api.yaml`, actions: [] };
    await writeFile(join(cwd, 'overlay.json'), JSON.stringify(overlay));
    const { code, stderr } = await rejection(['serve', '--port', '0', '--overlay', 'overlay.json'], { cwd });
    expect([code, stderr, requested]).toEqual([2, expect.stringContaining(`--allow-fetch ${host}`), []]);
  });

  test('serves standard input below --base instead of the path of its servers', async () => {
    const document = documentAt('/a').replace('"paths"', '"servers":[{"url":"https://api.example.com/v1"}],"paths"');
    const cwd = await temporaryFolder();
    const found = async (url: string) => {
      const paths = ['/a', '/v1/a', '/v2/a'];
      const statuses = await Promise.all(paths.map(async (path) => (await fetch(url + path)).status));
      return paths.filter((_, index) => statuses[index] !== 404);
    };
    const { url } = await serve(['-', '--memory'], { cwd, input: document });
    expect(await found(url)).toEqual(['/a', '/v1/a']);
    const { url: moved } = await serve(['--base', '/v2', '--memory', '-'], { cwd, input: document });
    expect(await found(moved)).toEqual(['/a', '/v2/a']);
    const wrong = await rejection(['serve', '--port', '0', '--base', 'v2', '-'], { cwd, input: document });
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('invalid base "v2": it must be a path that starts with /'),
    ]);
  });

  test('applies the settings of a config, and reports that its APIs are ignored', async () => {
    const cwd = await petsFolder('{ apis: [pets], memory: true }');
    await writeFile(join(cwd, 'shop.json'), documentAt('/a'));
    const { greeting } = await serve(['shop.json'], { cwd });
    expect(greeting).toMatch(/^Mocking Own \/a \S+ at /);
    expect(greeting).toContain('Ignoring the APIs of understudy.config.mjs (a document was named).');
    expect(greeting).toContain('State is in memory');
  });

  test.each([
    ['petsore.yaml', 'petsore.yaml does not exist; did you mean petstore.yaml?'],
    ['petstore', 'petstore does not exist; did you mean petstore.yaml?'],
    ['sub/else.yaml', 'sub/else.yaml does not exist; found sub/one.json, sub/two.yml.'],
    ['sub', 'Found several OpenAPI documents in the folder sub.'],
    ['no', 'No OpenAPI document found in the folder no.'],
    ['gone/petstore.yaml', 'gone/petstore.yaml does not exist.'],
  ])('for %s reports: %s', async (name, message) => {
    const cwd = await folderOf({
      'petstore.yaml': documentAt('/a'),
      'sub/one.json': documentAt('/a'),
      'sub/two.yml': 'openapi: 3.1.0',
      'no/package.json': '{}',
    });
    const { code, stderr } = await rejection(['serve', '--port', '0', name], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('understudy serve', () => {
  test('serves the only document in the folder, and reports why', async () => {
    const { greeting } = await serve(['--memory'], { cwd: await folderOf({ 'spec/shop.yaml': documentAt('/a') }) });
    expect(greeting).toMatch(/^Mocking Own \/a \S+ at /);
    expect(greeting).toContain('Serving spec/shop.yaml (the only OpenAPI document found here).');
  });

  test('requires a choice between several documents', async () => {
    const cwd = await folderOf({ 'a.yaml': documentAt('/a'), 'b.json': documentAt('/b') });
    const { code, stderr } = await rejection(['serve', '--port', '0'], { cwd });
    expect([code, stderr.split('\n')]).toEqual([
      2,
      expect.arrayContaining(['  understudy serve a.yaml', '  understudy serve b.json']),
    ]);
  });

  test('serves the APIs of a config despite other documents, and reports it', async () => {
    const cwd = await petsFolder();
    await writeFile(join(cwd, 'shop.json'), documentAt('/a'));
    const { greeting } = await serve(['--memory'], { cwd });
    expect(greeting).toMatch(/^Mocking Pets \S+ at /);
    expect(greeting).toContain('Serving the APIs of understudy.config.mjs.');
  });

  test('exits in a folder without a document, and reports the searched names', async () => {
    const cwd = await temporaryFolder();
    const { code, stderr } = await rejection(['serve', '--port', '0', '--memory'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('No OpenAPI document or config was found in this folder.');
    expect(stderr).toContain('*.yaml, *.yml and *.json here and in openapi, spec');
    expect(stderr).toContain('understudy demo');
  });
});

describe('--reference', () => {
  test('needs the identity API', async () => {
    const { code, stderr } = await rejection(['serve', '--port', '0', '--reference'], { cwd: await petsFolder() });
    expect([code, stderr]).toEqual([2, expect.stringContaining('understudy demo --reference')]);
  });

  test('applies to the identity API of a config', async () => {
    const cwd = await temporaryFolder();
    const identity = new URL('../../src/identity/api.ts', import.meta.url);
    await writeFile(
      join(cwd, 'understudy.config.ts'),
      `import { identity } from '${identity}';\nexport default { apis: [identity] };\n`,
    );
    const { url } = await serve(['--memory', '--reference'], { cwd });
    const { components } = (await (await fetch(`${url}/openapi.json`)).json()) as {
      components: { schemas: { IDPLoginPolicyLink: { properties: { idpType: object } } } };
    };
    expect(components.schemas.IDPLoginPolicyLink.properties.idpType).toEqual({ $ref: '#/components/schemas/IDPType' });
  });
});

describe('understudy demo', () => {
  test('serves the identity API', async () => {
    const { greeting } = await serve(['--memory'], { cwd: await temporaryFolder() });
    expect(greeting).toMatch(/^Mocking Identity Management API \S+ at /);
  });

  test.each([
    ['', ['IDP_TYPE_OIDC']],
    ['--reference', 'IDP_TYPE_OIDC'],
  ])('serves it with %j as documented, or like its reference implementation', async (flag, idpType) => {
    const { url } = await serve(['--memory', ...[flag].filter(Boolean)], { cwd: await temporaryFolder() });
    const response = await fetch(`${url}/management/v1/policies/login/idps/_search`, {
      method: 'POST',
      headers: { authorization: 'Bearer token-owner', 'content-type': 'application/json' },
      body: '{"query":{"asc":true}}',
    });
    expect(await response.json()).toMatchObject({ result: [{ idpType }, {}, {}, {}] });
  });

  test('takes no document', async () => {
    const { code, stderr } = await rejection(['demo', '--port', '0', 'pets.yaml'], { cwd: await temporaryFolder() });
    expect([code, stderr]).toEqual([2, expect.stringContaining('To serve it: understudy pets.yaml')]);
  });
});

describe('documents in a folder', () => {
  test('are found by their root keys, first in the folder, then in openapi, spec and api', async () => {
    const others = {
      'package.json': '{ "name": "x", "openapi": { "openapi": "3.0.3" } }',
      'docker.yaml': 'services:\n  openapi: 3.0.3\n',
      'notes.md': 'openapi: 3.0.3\n',
    };
    const below = { 'openapi/a.yml': 'swagger: "2.0"\n', 'api/b.json': documentAt('/a') };
    const only = await folderOf({ ...others, ...below });
    expect(await findDocuments(only)).toEqual([join(only, 'openapi/a.yml'), join(only, 'api/b.json')]);
    const both = await folderOf({ ...others, ...below, 'c.yaml': '# first\n"openapi" : \'3.1.0\'\n' });
    expect(await findDocuments(both)).toEqual([join(both, 'c.yaml')]);
    expect(await findDocuments(join(both, 'gone'))).toEqual([]);
  });

  test.each([
    ['openapi: 3.0.3', true],
    ['\uFEFFopenapi: 3.1', true],
    ['info:\n  title: T\nswagger: "2.0"', true],
    ['info:\n  openapi: 3.0.3', false],
    ['openapi: yes', false],
    ['{ "info": { "openapi": "3.0.0" }, "x": ["openapi"] }', false],
    ['{ "components": { "schemas": {} }, "openapi": "3.0.0" }', true],
    ['{ "a": "{\\"", "openapi" : "3.1.0"', true],
    ['{ "a": "\\"openapi\\": \\"3.0.0\\"" }', false],
    ["{ openapi: '3.0.0' }", false],
  ])('are detected in %j: %j', (text, isOne) => {
    expect(isDocument(text)).toBe(isOne);
  });

  test('are distinguished from other JSON', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.boolean(), (object, has) => {
        const { openapi: _, swagger: __, ...others } = object as Record<string, unknown>;
        const text = JSON.stringify(has ? { ...others, openapi: '3.0.3' } : others);
        expect(isDocument(text)).toBe(has);
      }),
    );
  });
});

describe('the name of an API', () => {
  test.each([
    [['/x/Pet Störe.yaml'], ['pet-store']],
    [['/x/shop.openapi.yaml'], ['shop']],
    [['/home/shop/openapi/v1/openapi.yaml'], ['shop']],
    [['https://api.example.com/v3/openapi.json'], ['api-example-com']],
    [['https://example.com/shop/openapi.json'], ['shop']],
    [['/openapi.yaml'], ['api']],
    [['/x/日本.yaml'], ['x']],
    [['/x/control.yaml'], ['control-2']],
    [
      ['/a/shop.yaml', '/b/shop.json', '/b/shop-2.json'],
      ['shop', 'shop-2', 'shop-2-2'],
    ],
  ])('of %j is %j', (locations, names) => {
    expect(apiNames(locations)).toEqual(names);
  });

  test('is valid and unique for any names of documents', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (files) => {
        const names = apiNames(files.map((file) => `/${file}`));
        for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9-]{0,63}$/);
        expect(new Set(names).size).toBe(names.length);
      }),
    );
  });
});

test('--handlers applies to documents, not to the APIs of a config', async () => {
  const cwd = await petsFolder();
  const { code, stderr } = await rejection(['serve', '--port', '0', '--handlers', 'handlers'], { cwd });
  expect([code, stderr]).toEqual([2, expect.stringContaining('--handlers needs a document')]);
  expect((await readSettings(['--handlers', 'h'], {}, cwd)).config.handlers).toBe('h');
});

test('each of several documents has its own folder of handlers', async () => {
  const cwd = await folderOf({
    'one.json': documentAt('/a'),
    'two.json': documentAt('/b'),
    'handlers/two/getb.mjs': "export default () => 'handled';",
  });
  const { url } = await serve(['--memory', '--handlers', 'handlers', 'one.json', 'two.json'], { cwd });
  expect(await (await fetch(`${url}/b`)).json()).toBe('handled');
  const { stderr } = await rejection(['serve', '--port', '0', '--handlers', 'no', 'one.json', 'two.json'], { cwd });
  expect(stderr).toContain('no/two');
});
