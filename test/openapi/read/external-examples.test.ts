// Examples in files of their own: what is read, and what is not.

import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createMockServer } from '../../../src/index.ts';
import { lintDocument } from '../../../src/lint/lint-document.ts';
import { createExternalExamples, MAX_FILES } from '../../../src/openapi/read/external-examples.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const PET = { type: 'object', required: ['name'], properties: { name: { type: 'string' } }, xml: { name: 'pet' } };

type Files = Readonly<Record<string, string | Uint8Array | object>>;

/** The path of a document with one response, beside other files. */
async function written(content: object, files: Files = {}, more: object = {}): Promise<string> {
  const folder = join(await temporaryFolder(), 'api');
  const document = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: { '/pet': { get: { responses: { 200: { description: 'A pet.', content } } } } },
    ...more,
  };
  for (const [name, file] of Object.entries({ 'main.json': document, ...files })) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, typeof file === 'string' || file instanceof Uint8Array ? file : JSON.stringify(file));
  }
  return join(folder, 'main.json');
}

const json = (externalValue: string, more = {}) => ({
  'application/json': { schema: PET, examples: { rex: { externalValue, ...more } } },
});

/** The body that the mock server returns. */
async function returned(location: string, headers: Record<string, string> = {}): Promise<string> {
  await using server = await createMockServer(location);
  const response = await server.fetch(new Request('http://localhost/pet', { headers }));
  expect(response.headers.get('x-understudy-source')).toMatch(/example/);
  return response.text();
}

test.each<[what: string, content: object, files: Files, body: string]>([
  ['JSON', json('rex.json'), { 'rex.json': { name: 'Rex' } }, '{"name":"Rex"}'],
  ['YAML', json('./examples/rex.yaml'), { 'examples/rex.yaml': 'name: Rex\n' }, '{"name":"Rex"}'],
  ['JSON with another name', json('rex.txt'), { 'rex.txt': '{ "name": "Rex" }' }, '{"name":"Rex"}'],
  [
    'text',
    { 'text/plain': { schema: { type: 'string' }, examples: { a: { externalValue: 'a.txt' } } } },
    { 'a.txt': 'Hello,\nRex' },
    'Hello,\nRex',
  ],
  [
    'XML',
    { 'application/xml': { schema: PET, examples: { a: { externalValue: 'a.xml' } } } },
    { 'a.xml': '<pet><name>Rex</name></pet>' },
    '<pet><name>Rex</name></pet>',
  ],
  [
    'JSON as text',
    { 'text/plain': { schema: { type: 'string' }, examples: { a: { externalValue: 'a.json' } } } },
    { 'a.json': '[1]' },
    '[1]',
  ],
  [
    'an example that is a component',
    { 'application/json': { schema: PET, examples: { rex: { $ref: '#/components/examples/rex' } } } },
    { 'rex.json': { name: 'Rex' } },
    '{"name":"Rex"}',
  ],
  [
    'an example of another file, relative to that file',
    { 'application/json': { schema: PET, examples: { rex: { $ref: 'parts/examples.json#/rex' } } } },
    { 'parts/examples.json': { rex: { externalValue: 'rex.json' } }, 'parts/rex.json': { name: 'Rex' } },
    '{"name":"Rex"}',
  ],
  ['an example beside its data', json('missing.json', { dataValue: { name: 'Rex' } }), {}, '{"name":"Rex"}'],
])('%s is returned', async (_, content, files, body) => {
  const component = { components: { examples: { rex: { externalValue: 'rex.json' } } } };
  expect(
    await returned(await written(content, files, { openapi: '3.2.0', ...('rex.json' in files ? component : {}) })),
  ).toBe(body);
});

test('its name is chosen by Prefer, and a change of the file is read', async () => {
  const location = await written(
    { 'application/json': { schema: PET, examples: { a: { value: { name: 'A' } }, b: { externalValue: 'b.json' } } } },
    { 'b.json': { name: 'B' } },
  );
  expect(await returned(location, { prefer: 'example=b' })).toBe('{"name":"B"}');
  await writeFile(join(dirname(location), 'b.json'), '{"name":"Changed"}');
  expect(await returned(location, { prefer: 'example=b' })).toBe('{"name":"Changed"}');
});

test.each<[what: string, uri: string, files: Files, message: string]>([
  ['a missing file', 'missing.json', {}, 'the example missing.json is not used: file not found'],
  ['a file outside of the folder', '../rex.json', { '../rex.json': {} }, "it is outside the document's folder"],
  ['an absolute path', 'file:///etc/hostname', {}, "it is outside the document's folder"],
  ['a host that is not allowed', 'https://example.com/rex.json', {}, 'was not fetched; to allow it, use --allow-fetch'],
  ['invalid JSON', 'rex.json', { 'rex.json': '{' }, 'the example rex.json is not used: '],
  ['bytes', 'rex.bin', { 'rex.bin': new Uint8Array([0xff, 0xfe, 0]) }, 'it is not text in UTF-8'],
])('%s is not used, and is reported', async (_, uri, files, message) => {
  const location = await written(json(uri), files);
  const { findings } = await openDocument(location);
  expect(findings).toMatchObject([
    {
      rule: 'external-example',
      severity: 'warn',
      pointer: '/paths/~1pet/get/responses/200/content/application~1json/examples/rex/externalValue',
      message: expect.stringContaining(message),
    },
  ]);
});

test('a host is asked only if it is allowed, as for $ref', async () => {
  const requested: string[] = [];
  const host = createServer((request, response) => {
    requested.push(`${request.url}`);
    response.end('{"name":"Far"}');
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void host.close());
  const at = `127.0.0.1:${(host.address() as AddressInfo).port}`;
  const location = await written(json(`http://${at}/rex.json`));
  await openDocument(location);
  expect(requested).toEqual([]);
  const { bundled, findings } = await openDocument(location, { hosts: [at] });
  expect(findings).toEqual([]);
  expect(JSON.stringify(bundled)).toContain('"value":{"name":"Far"}');
  expect(requested).toEqual(['/rex.json']);
});

test('lint compares an external example with its schema, and reports it in its file', async () => {
  const location = await written(json('rex.json'), { 'rex.json': { name: 7 } });
  const { findings } = await lintDocument(location, { ruleset: 'none' });
  expect(findings).toContainEqual(
    expect.objectContaining({
      rule: 'example-contradicts-schema',
      file: join(dirname(location), 'rex.json'),
    }),
  );
});

test('an example of a parameter is data, not its serialised form', async () => {
  const parameters = [
    { name: 'limit', in: 'query', schema: { type: 'integer' }, examples: { a: { externalValue: 'limit.json' } } },
    { name: 'sort', in: 'query', schema: { type: 'string' }, examples: { a: { externalValue: 'sort.txt' } } },
  ];
  const files = { 'limit.json': '20', 'sort.txt': 'sort=name' };
  const location = await written({}, files, { components: { parameters: Object.fromEntries(parameters.entries()) } });
  const { bundled, findings } = await openDocument(location);
  expect(findings).toEqual([]);
  expect(bundled.components).toMatchObject({
    parameters: { 0: { examples: { a: { value: 20 } } }, 1: { examples: { a: { externalValue: 'sort.txt' } } } },
  });
});

describe('the files of many examples', () => {
  /** Reads examples. @returns the addresses that were read, and the messages of findings */
  async function read(names: readonly string[], readFile: (name: string) => Promise<Buffer>) {
    const requested: string[] = [];
    const examples = createExternalExamples({
      read: (address) => {
        requested.push(address.slice('file:///'.length));
        return readFile(address);
      },
    });
    const entries = names.map((name, index) => [`${index}`, { externalValue: name }]);
    const document = { openapi: '3.2.0', components: { examples: Object.fromEntries(entries) } };
    await examples.addFrom(document, (uri) => `file:///${uri}`);
    return { requested, messages: examples.describe(document).findings.map(({ message }) => message) };
  }

  test('are read once', async () => {
    const { requested } = await read(['a.json', 'a.json', 'b.json', 'a.json'], async () => Buffer.from('1'));
    expect(requested).toEqual(['a.json', 'b.json']);
    const missing = await read(['a.json', 'a.json'], () => Promise.reject(new Error('file not found')));
    expect(missing.requested).toEqual(['a.json']);
    expect(missing.messages).toEqual(Array(2).fill('the example a.json is not used: file not found'));
  });

  test('are bounded in number; others are reported', async () => {
    const names = Array.from({ length: MAX_FILES + 2 }, (_, index) => `${index}.json`);
    const { requested, messages } = await read([...names, '0.json'], async () => Buffer.from('1'));
    expect(requested).toEqual(names.slice(0, MAX_FILES));
    expect(messages).toEqual(
      names
        .slice(MAX_FILES)
        .map((name) => `the example ${name} is not used: a document may have 1000 files of examples`),
    );
  });

  test('are read for a minute together', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { requested, messages } = await read(['a.json', 'b.json', 'c.json', 'd.json'], async () => {
      vi.advanceTimersByTime(30_000);
      throw new Error('no response within 30 s');
    });
    expect(requested).toEqual(['a.json', 'b.json']);
    expect(messages[3]).toBe('the example d.json is not used: reading all external examples takes more than 60 s');
  });
});
