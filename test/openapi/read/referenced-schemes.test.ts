// Security schemes that requirements name by URI.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMockServer } from '../../../src/index.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { createReferencedSchemes } from '../../../src/openapi/read/referenced-schemes.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const KEY = { type: 'apiKey', in: 'header', name: 'X-Key' };
const SELF = 'https://api.example/v1/openapi.json';
const ok = { responses: { 200: { description: 'Pets.' } } };

interface Files {
  readonly document?: object;
  readonly get?: object;
  readonly others?: Readonly<Record<string, object>>;
}

/** The path of a document with one operation. */
async function written({ document = {}, get = ok, others = {} }: Files): Promise<string> {
  const folder = await temporaryFolder();
  const base = { openapi: '3.2.0', info: { title: 'Pets', version: '1' }, paths: { '/pets': { get } } };
  for (const [name, file] of Object.entries({ 'main.json': { ...base, ...document }, ...others }))
    await writeFile(join(folder, name), JSON.stringify(file));
  return join(folder, 'main.json');
}

const schemes = (securitySchemes: object) => ({ components: { securitySchemes } });
const required = (uri: string) => ({ ...ok, security: [{ [uri]: [] }] });

test.each<[what: string, files: Files]>([
  ['a fragment', { get: required('#/components/securitySchemes/key'), document: schemes({ key: KEY }) }],
  [
    'its $self',
    { get: required(`${SELF}#/components/securitySchemes/key`), document: { $self: SELF, ...schemes({ key: KEY }) } },
  ],
  ['a file', { get: required('./key.json'), others: { 'key.json': KEY } }],
  ['a file of one segment', { get: required('key.json'), others: { 'key.json': KEY } }],
  [
    'a scheme in a file, for the whole document',
    {
      document: { security: [{ 'auth.json#/components/securitySchemes/key': [] }] },
      others: { 'auth.json': schemes({ key: KEY }) },
    },
  ],
  [
    'a relative reference that is no component name',
    {
      get: required('./key#/a'),
      others: { key: { a: KEY } },
      document: schemes({ key: { type: 'http', scheme: 'basic' } }),
    },
  ],
  [
    'a URI in another file, relative to that file',
    {
      document: { paths: { '/pets': { $ref: 'parts/pets.json' } } },
      others: {},
    },
  ],
])('a scheme named by %s is enforced', async (_, files) => {
  const location = await written(files);
  if (files.document && 'paths' in files.document) {
    const { mkdir } = await import('node:fs/promises');
    const parts = join(location, '..', 'parts');
    await mkdir(parts);
    await writeFile(join(parts, 'pets.json'), JSON.stringify({ get: required('key.json') }));
    await writeFile(join(parts, 'key.json'), JSON.stringify(KEY));
  }
  const { findings } = await openDocument(location);
  expect(findings).toEqual([]);
  await using server = await createMockServer(location);
  const call = async (headers: Record<string, string>) =>
    (await server.fetch(new Request('http://localhost/pets', { headers }))).status;
  expect(await call({})).toBe(401);
  expect(await call({ authorization: 'Basic YTpi' })).toBe(401);
  expect(await call({ 'x-key': 'secret' })).toBe(200);
});

test('two requirements of one URI are one scheme, and other schemes of its name stay', async () => {
  const location = await written({
    document: {
      security: [{ 'auth.json#/key': [] }],
      ...schemes({ key: { type: 'http', scheme: 'basic' } }),
    },
    get: { ...ok, security: [{ 'auth.json#/key': [] }, { key: [] }] },
    others: { 'auth.json': { key: KEY } },
  });
  const { bundled, findings } = await openDocument(location);
  expect(findings).toEqual([]);
  expect(bundled).toMatchObject({
    security: [{ key_2: [] }],
    paths: { '/pets': { get: { security: [{ key_2: [] }, { key: [] }] } } },
    components: { securitySchemes: { key: { scheme: 'basic' }, key_2: KEY } },
  });
});

test('many schemes of one name are named without a search from the first', () => {
  let lookups = 0;
  const securitySchemes = new Proxy<Record<string, unknown>>(
    {},
    {
      getOwnPropertyDescriptor(target, name) {
        lookups += 1;
        return Reflect.getOwnPropertyDescriptor(target, name);
      },
    },
  );
  const security = Array.from({ length: 500 }, (_, index) => ({ [`./${index}.json#/key`]: [] }));
  const document = { openapi: '3.2.0', security, paths: {}, components: { securitySchemes } };
  createReferencedSchemes(document).addFrom(document, 'file:///main.json', (uri) => uri);
  expect(Object.keys(document.security.at(-1) ?? {})).toEqual(['key_500']);
  expect(lookups).toBeLessThan(5 * 500);
});

test('a component whose name looks like a URI is that component', async () => {
  const location = await written({
    get: required('key.json'),
    document: schemes({ 'key.json': KEY }),
    others: { 'key.json': { type: 'http', scheme: 'basic' } },
  });
  const { bundled } = await openDocument(location);
  expect(bundled.components?.securitySchemes).toEqual({ 'key.json': KEY });
});

test.each([
  ['./missing.json', 'cannot be resolved: file not found'],
  ['https://auth.example/schemes.json#/key', '--allow-fetch auth.example'],
  ['../outside.json', "it is outside the document's folder"],
  ['#/components/securitySchemes/none', 'security scheme "none" is not defined'],
])('a URI that leads nowhere is a finding at its requirement: %s', async (uri, message) => {
  const location = await written({ get: required(uri) });
  const { findings } = await openDocument(location);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({
    severity: 'error',
    message: expect.stringContaining(message),
  });
  expect(findings[0]?.pointer).toMatch(/^\/paths\/~1pets\/get\/security\/0\//);
});

test('before OpenAPI 3.2 a requirement has no URIs', async () => {
  const location = await written({
    document: { openapi: '3.1.0' },
    get: required('./key.json'),
    others: { 'key.json': KEY },
  });
  const { bundled, findings } = await openDocument(location);
  expect(findings).toMatchObject([{ message: 'is not a security scheme of the document, and is not required' }]);
  expect(bundled.components).toBeUndefined();
});
