// Integers beyond 2^53 over HTTP: stored, found and returned with all digits.

import { describe, expect, onTestFinished, test } from 'vitest';
import { createMockServer, defineApi, type MockServerSettings } from '../../../src/index.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const DOCUMENT = `
openapi: 3.0.3
info: { title: Things, version: '1' }
paths:
  /things:
    get:
      parameters:
        - { name: ref, in: query, schema: { type: integer, format: int64 } }
        - { name: sort, in: query, schema: { type: string } }
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Thing' } } } } } }
    post:
      requestBody:
        content:
          application/json: { schema: { $ref: '#/components/schemas/Thing' } }
          application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Thing' } }
          application/xml: { schema: { $ref: '#/components/schemas/Thing' } }
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } }
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64 } }]
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }, '400': { description: invalid }, '404': { description: unknown } } }
    patch:
      requestBody:
        content:
          application/merge-patch+json: { schema: { $ref: '#/components/schemas/Thing' } }
          application/json-patch+json: { schema: { type: array, items: { type: object } } }
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }, '404': { description: unknown } }
  /lines:
    post:
      requestBody: { content: { application/x-ndjson: { schema: { type: array, items: { $ref: '#/components/schemas/Thing' } } } } }
      responses: { '200': { description: ok, content: { application/json: { schema: {} } } } }
  /static:
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Static' } } } } } }
  /example:
    get: { responses: { '200': { description: ok, content: { application/json: { example: { ref: 9007199254740993 } } } } } }
components:
  schemas:
    Thing:
      type: object
      properties:
        id: { type: integer, format: int64 }
        ref: { type: integer, format: int64 }
        unsigned: { type: integer, format: uint64 }
        any: { type: integer }
        list: { type: array, items: { type: integer } }
        inner: { type: object }
        kind: { type: integer, enum: [9007199254740993, 9007199254740995] }
        preset: { type: integer, default: 9007199254740997 }
    Static:
      type: object
      required: [above, below, one, shown]
      properties:
        above: { type: integer, minimum: 9007199254740993, maximum: 9007199254740993 }
        below: { type: integer, exclusiveMaximum: true, maximum: -9007199254740993 }
        one: { type: integer, enum: [9007199254740993] }
        shown: { type: integer, format: int64, example: 1234567890123456789 }
`;

/** Serves the document. Bodies are texts: `JSON.parse` would round them. */
async function serve(settings: Partial<MockServerSettings> = {}) {
  const document = { location: '/api.yaml', text: DOCUMENT };
  const api = defineApi({ name: 'things', document, infer: true });
  const server = await createMockServer({ apis: [api], records: 0, onNotice: () => undefined, ...settings });
  const close = () => server.close();
  onTestFinished(close);
  const send = async (method: string, path: string, body?: string, type = 'application/json') => {
    const init = body === undefined ? { method } : { method, body, headers: { 'content-type': type } };
    const response = await server.fetch(new Request(`http://localhost${path}`, init));
    return { status: response.status, text: await response.text() };
  };
  return { send, close };
}

const NUMBERS = [
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '1234567890123456789',
  '9223372036854775807',
  '-9223372036854775808',
];

describe('an integer', () => {
  test.each(NUMBERS)('%s is stored, found and returned', async (number) => {
    const { send } = await serve();
    const sent = `{"id":${number},"ref":${number},"list":[1,${number}],"inner":{"a":{"b":${number}}}}`;
    const shown = expect.stringContaining(sent.slice(0, -1));
    expect(await send('POST', '/things', sent)).toEqual({ status: 201, text: shown });
    expect(await send('GET', `/things/${number}`)).toEqual({ status: 200, text: shown });
    const neighbour = String(BigInt(number) - 1n === -9223372036854775809n ? BigInt(number) + 1n : BigInt(number) - 1n);
    expect((await send('GET', `/things/${neighbour}`)).status).toBe(404);
    expect((await send('GET', `/things?ref=${number}`)).text).toContain(`"ref":${number}`);
    expect((await send('GET', `/things?ref=${neighbour}`)).text).toBe('[]');
    const changed = await send('PATCH', `/things/${number}`, `{"ref":${neighbour}}`, 'application/merge-patch+json');
    expect(changed).toEqual({ status: 200, text: expect.stringContaining(`"ref":${neighbour}`) });
    const steps = `[{"op":"test","path":"/ref","value":${neighbour}},{"op":"replace","path":"/ref","value":${number}}]`;
    expect((await send('PATCH', `/things/${number}`, steps, 'application/json-patch+json')).text).toContain(
      `"ref":${number}`,
    );
    const wrong = `[{"op":"test","path":"/ref","value":${neighbour}}]`;
    expect((await send('PATCH', `/things/${number}`, wrong, 'application/json-patch+json')).status).toBe(409);
  });

  test.each([
    ['{"unsigned":18446744073709551615}', 201],
    ['{"any":123456789012345678901234567890}', 201],
    ['{"kind":9007199254740995}', 201],
    ['{"ref":9223372036854775808}', 400],
    ['{"ref":-9223372036854775809}', 400],
    ['{"unsigned":18446744073709551616}', 400],
    ['{"kind":9007199254740992}', 400],
    ['{"any":1e400}', 400],
    ['{"inner":{"a":[-1e400]}}', 400],
  ])('%s gets %d', async (body, status) => {
    const { send } = await serve();
    const created = await send('POST', '/things', body);
    expect(created.status).toBe(status);
    if (status === 201) expect(created.text).toContain(body.slice(1, -1));
  });

  test('beyond the range of a double is rejected with its location', async () => {
    const { send } = await serve();
    const { text } = await send('POST', '/things', '{"inner":{"a":[-1e400]}}');
    expect(text).toContain('body /inner/a/0 must be a number within ±1.8e308');
  });

  test('in a path is compared with the bounds of its format', async () => {
    const { send } = await serve();
    expect((await send('GET', '/things/9223372036854775807')).status).toBe(404);
    expect((await send('GET', '/things/9223372036854775808')).status).toBe(400);
  });

  test('sorts by its value', async () => {
    const { send } = await serve();
    for (const ref of ['9007199254740993', '9007199254740992', '5', '1234567890123456789', '-9007199254740993'])
      await send('POST', '/things', `{"ref":${ref}}`);
    const { text } = await send('GET', '/things?sort=-ref');
    expect([...text.matchAll(/"ref":(-?\d+)/g)].map(([, ref]) => ref)).toEqual([
      '1234567890123456789',
      '9007199254740993',
      '9007199254740992',
      '5',
      '-9007199254740993',
    ]);
  });

  test.each([
    ['ref=9007199254740993&list=9007199254740995', 'application/x-www-form-urlencoded'],
    ['<Thing><ref>9007199254740993</ref><list>9007199254740995</list></Thing>', 'application/xml'],
  ])('is read in %s', async (body, type) => {
    const { send } = await serve();
    const { status, text } = await send('POST', '/things', body, type);
    expect({ status, text }).toEqual({ status: 201, text: expect.stringContaining('"ref":9007199254740993') });
    expect(text).toContain('"list":[9007199254740995]');
  });

  test('is validated in lines', async () => {
    const { send } = await serve();
    const line = (ref: string) => `{"ref":${ref}}\n`;
    const type = 'application/x-ndjson';
    expect((await send('POST', '/lines', line('9223372036854775807').repeat(2), type)).status).toBe(200);
    expect((await send('POST', '/lines', line('5') + line('9223372036854775808'), type)).status).toBe(400);
  });
});

describe('the document', () => {
  test('gives exact examples, defaults and generated values', async () => {
    const { send } = await serve();
    expect((await send('GET', '/example')).text).toBe('{"ref":9007199254740993}');
    expect((await send('POST', '/things', '{}')).text).toContain('"preset":9007199254740997');
    const { text } = await send('GET', '/static');
    expect(text).toMatch(/"above":9007199254740993,"below":-\d+,"one":9007199254740993,"shown":1234567890123456789/);
    expect(BigInt(/"below":(-\d+)/.exec(text)?.[1] ?? 0)).toBeLessThan(-9007199254740993n);
  });

  test.each(['json', 'yaml'])('is served with all digits as %s', async (format) => {
    const { send } = await serve();
    const { text } = await send('GET', `/openapi.${format}`);
    for (const [number] of DOCUMENT.matchAll(/-?\d{16,}/g)) expect(text).toContain(number);
  });
});

test('a document of Swagger 2.0 has all digits', async () => {
  const text = `
swagger: '2.0'
info: { title: Things, version: '1' }
paths:
  /thing:
    get:
      produces: [application/json]
      parameters: [{ name: q, in: query, type: integer, maximum: 9223372036854775806, default: 9007199254740993 }]
      responses:
        200:
          description: ok
          schema: { type: object, properties: { ref: { type: integer, enum: [9007199254740995] } } }
          examples: { application/json: { ref: 9007199254740995 } }
`;
  const api = defineApi({ name: 'things', document: { location: '/api.yaml', text }, infer: true });
  const server = await createMockServer({ apis: [api], onNotice: () => undefined });
  onTestFinished(() => server.close());
  const get = (path: string) => server.fetch(new Request(`http://localhost${path}`));
  expect(await (await get('/thing')).text()).toBe('{"ref":9007199254740995}');
  expect((await get('/thing?q=9223372036854775806')).status).toBe(200);
  expect((await get('/thing?q=9223372036854775807')).status).toBe(400);
  const served = await (await get('/openapi.json')).text();
  for (const [number] of text.matchAll(/\d{16,}/g)) expect(served).toContain(number);
});

describe('the state', () => {
  test('on disk has all digits after a restart, in the log and in the file', async () => {
    const data = await temporaryFolder();
    const sent = '{"id":9007199254740993,"ref":-9223372036854775808,"any":123456789012345678901234567890}';
    const first = await serve({ data });
    await first.send('POST', '/things', sent);
    await first.close();
    const second = await serve({ data });
    expect((await second.send('GET', '/things/9007199254740993')).text).toContain(sent.slice(0, -1));
    await second.send('POST', '/things', '{"id":9007199254740995}');
    await second.close();
    const third = await serve({ data });
    expect((await third.send('GET', '/things/9007199254740993')).text).toContain(sent.slice(0, -1));
    expect((await third.send('GET', '/things/9007199254740995')).status).toBe(200);
  });

  test('is undone, restored, and shown by the control API with all digits', async () => {
    const { send } = await serve();
    await send('POST', '/things', '{"id":9007199254740993,"ref":9007199254740993}');
    await send('POST', '/_understudy/snapshots', '{"name":"one"}');
    await send('PATCH', '/things/9007199254740993', '{"ref":9007199254740995}', 'application/merge-patch+json');
    expect((await send('GET', '/_understudy/records/things')).text).toContain('"ref":9007199254740995');
    await send('POST', '/_understudy/undo', '{"changes":1}');
    expect((await send('GET', '/things/9007199254740993')).text).toContain('"ref":9007199254740993');
    await send('PATCH', '/things/9007199254740993', '{"ref":9007199254740997}', 'application/merge-patch+json');
    await send('POST', '/_understudy/snapshots/one/restore', '{}');
    expect((await send('GET', '/things/9007199254740993')).text).toContain('"ref":9007199254740993');
    expect((await send('GET', '/_understudy/requests')).text).toContain('9007199254740997');
  });
});
