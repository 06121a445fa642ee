// Responses that a test changes for one request: merged bodies, state, and what is rejected.

import { describe, expect, onTestFinished, test } from 'vitest';
import { understudy } from '../../../src/client/client.ts';
import { ApiError, createMockServer, type DocumentSettings, type MockServer, respond } from '../../../src/index.ts';
import { TestSandbox } from '../../../src/integrations/runner/test-sandbox.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const problem = json({ type: 'object', required: ['message'], properties: { message: { type: 'string' } } });
const ticket = { $ref: '#/components/schemas/Ticket' };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const response = (content: object = {}, more: object = {}) => ({ description: '', ...content, ...more });

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Help desk', version: '1' },
  paths: {
    '/tickets': {
      get: { operationId: 'listTickets', responses: { 200: response(json({ type: 'array', items: ticket })) } },
      post: {
        operationId: 'addTicket',
        requestBody: { required: true, ...json(ticket) },
        responses: { 201: response(json(ticket)), 202: response(json(ticket)), 422: response(problem) },
      },
    },
    '/tickets/{id}': {
      parameters: [id],
      get: {
        operationId: 'getTicket',
        responses: {
          200: response(json(ticket), { headers: { etag: { schema: { type: 'string' } } } }),
          404: response(problem),
          429: response({
            content: { 'application/json': { schema: { type: 'object' }, example: { wait: 3, unit: 's' } } },
          }),
        },
      },
      delete: { operationId: 'deleteTicket', responses: { 204: response(), 404: response(problem) } },
    },
    '/pet': {
      get: {
        operationId: 'getPet',
        responses: {
          200: response(
            json({
              oneOf: [
                {
                  type: 'object',
                  required: ['kind'],
                  properties: { kind: { const: 'cat' }, sleeps: { type: 'integer' } },
                },
                {
                  type: 'object',
                  required: ['kind'],
                  properties: { kind: { const: 'dog' }, sleeps: { type: 'string' } },
                },
              ],
            }),
          ),
        },
      },
    },
    '/motd': {
      get: {
        operationId: 'getMessage',
        responses: { 200: response({ content: { 'text/plain': { schema: { type: 'string', maxLength: 20 } } } }) },
      },
    },
    '/logo': { get: { operationId: 'getLogo', responses: { 200: response({ content: { 'image/png': {} } }) } } },
  },
  components: {
    schemas: {
      Ticket: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'title', 'status'],
        properties: {
          id: { type: 'integer', readOnly: true },
          title: { type: 'string', minLength: 1 },
          status: { type: 'string', enum: ['open', 'closed'], default: 'open', readOnly: true },
          note: { type: 'string' },
          assignee: { type: ['string', 'null'] },
          tags: { type: 'array', items: { type: 'string' } },
          place: {
            type: 'object',
            required: ['city', 'floor'],
            properties: { city: { type: 'string' }, floor: { type: 'integer' } },
          },
        },
      },
    },
  },
} as const;

const FIRST = {
  title: 'No heating',
  note: 'cold',
  assignee: 'Vroni',
  tags: ['a', 'b'],
  place: { city: 'Ulm', floor: 2 },
};

/** A help desk with one ticket, and a function that sends requests to it. */
async function helpDesk(handlers: DocumentSettings['handlers'] = {}) {
  const mock = await createMockServer(DOCUMENT, { records: 0, handlers, onError: () => undefined });
  onTestFinished(() => mock.close());
  const send = (method: string, path: string, body?: object, more: Readonly<Record<string, string>> = {}) =>
    sendTo(mock, method, path, body, more);
  await send('POST', '/tickets', FIRST);
  return { mock, send };
}

async function sendTo(
  mock: MockServer,
  method: string,
  path: string,
  body?: object,
  more: Readonly<Record<string, string>> = {},
) {
  const headers = { ...(body && { 'content-type': 'application/json' }), ...more };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const got = await mock.fetch(new Request(`http://localhost${path}`, init));
  const text = await got.text();
  const isJson = /json/.test(got.headers.get('content-type') ?? '');
  return { status: got.status, body: isJson ? JSON.parse(text) : text, headers: got.headers };
}

describe('the next response', () => {
  test.each<readonly [string, object, object]>([
    ['has another value', { status: 'closed' }, { status: 'closed' }],
    ['has another value in an object', { place: { floor: 7 } }, { place: { city: 'Ulm', floor: 7 } }],
    ['has another list', { tags: ['c'] }, { tags: ['c'] }],
    ['has null where the document allows it', { assignee: null }, { assignee: null }],
    ['lacks a property that is null and cannot be', { note: null }, { note: undefined }],
    ['can do both', { note: null, assignee: null, title: 'x' }, { note: undefined, assignee: null, title: 'x' }],
    ['can be unchanged', {}, {}],
  ])('%s', async (_, patch, expected) => {
    const { mock, send } = await helpDesk();
    const before = (await send('GET', '/tickets/1')).body;
    await mock.respondOnce('getTicket', 200, patch);
    const { status, body, headers } = await send('GET', '/tickets/1');
    expect([status, body]).toEqual([200, JSON.parse(JSON.stringify({ ...before, ...expected }))]);
    expect(headers.get('x-understudy-source')).toBe('fault');
    expect((await send('GET', '/tickets/1')).body).toEqual(before);
  });

  test('of a list is another list', async () => {
    const { mock, send } = await helpDesk();
    await mock.respondOnce('listTickets', 200, []);
    expect((await send('GET', '/tickets')).body).toEqual([]);
    expect((await send('GET', '/tickets')).body).toHaveLength(1);
  });

  test('has further headers, and a tag of its own', async () => {
    const { mock, send } = await helpDesk();
    const tag = (await send('GET', '/tickets/1')).headers.get('etag') ?? '';
    await mock.respondOnce('getTicket', 200, { title: 'Other' }, { 'x-cache': 'hit' });
    const { status, headers } = await send('GET', '/tickets/1', undefined, { 'if-none-match': tag });
    expect([status, headers.get('x-cache')]).toEqual([200, 'hit']);
    expect(headers.get('etag')).not.toBe(tag);
  });

  test('of an item that does not exist is generated', async () => {
    const { mock, send } = await helpDesk();
    await mock.respondOnce('getTicket', 200, { status: 'closed' });
    expect(await send('GET', '/tickets/77')).toMatchObject({ status: 200, body: { id: 77, status: 'closed' } });
    expect((await send('GET', '/tickets/77')).status).toBe(404);
  });

  test('of a text is another text, and of bytes too', async () => {
    const { mock, send } = await helpDesk();
    await mock.respondOnce('getMessage', 200, 'Closed on Monday');
    await mock.respondOnce('getLogo', 200, 'bytes');
    const text = await send('GET', '/motd');
    expect([text.body, text.headers.get('content-type')]).toEqual([
      'Closed on Monday',
      expect.stringContaining('text/plain'),
    ]);
    expect(await send('GET', '/logo')).toMatchObject({ status: 200, body: 'bytes' });
  });

  test('follows an alternative of the schema', async () => {
    const { mock, send } = await helpDesk();
    await mock.respondOnce('getPet', 200, { kind: 'dog', sleeps: 'always' });
    expect((await send('GET', '/pet')).body).toEqual({ kind: 'dog', sleeps: 'always' });
  });

  test('is merged into that of a handler', async () => {
    const { mock, send } = await helpDesk({ getTicket: () => ({ id: 5, title: 'by hand', status: 'open' }) });
    await mock.respondOnce('getTicket', 200, { status: 'closed' });
    expect((await send('GET', '/tickets/5')).body).toEqual({ id: 5, title: 'by hand', status: 'closed' });
  });

  test('belongs to one of several concurrent requests', async () => {
    const { mock, send } = await helpDesk();
    await mock.respondOnce('getTicket', 200, { title: 'once' });
    await mock.respondOnce('getTicket', 200, { title: 'twice' });
    const titles = await Promise.all(
      Array.from({ length: 8 }, async () => (await send('GET', '/tickets/1')).body.title),
    );
    expect(titles.filter((title) => title === 'once')).toHaveLength(1);
    expect(titles.filter((title) => title === 'twice')).toHaveLength(1);
    expect(titles.filter((title) => title === 'No heating')).toHaveLength(6);
  });

  test('is as usual after a reset', async () => {
    const { mock, send } = await helpDesk();
    await mock.respondOnce('listTickets', 200, [{ id: 9, title: 'nine', status: 'open' }]);
    await mock.reset();
    expect((await send('GET', '/tickets')).body).toEqual([]);
  });

  test('is changed in one sandbox only, and the fault says so', async () => {
    const { mock, send } = await helpDesk();
    const sandbox = await understudy('http://localhost', mock).createSandbox({ from: 'main' });
    const fault = await sandbox.respondOnce('getTicket', 200, { status: 'closed' });
    expect((await send('GET', '/tickets/1')).body.status).toBe('open');
    expect((await send('GET', '/tickets/1', undefined, sandbox.headers)).body.status).toBe('closed');
    expect(await fault.counts()).toMatchObject({
      met: 1,
      over: true,
      plan: { on: { operation: 'getTicket' }, times: 1, steps: [{ status: 200, patch: { status: 'closed' } }] },
    });
  });

  test('needs no access to the control API for other programs', async () => {
    const mock = await createMockServer(DOCUMENT, { records: 0, controlToken: 'a-secret-of-the-server' });
    onTestFinished(() => mock.close());
    await mock.respondOnce('listTickets', 200, [{ id: 1, title: 'x', status: 'open' }]);
    expect((await sendTo(mock, 'GET', '/tickets')).body).toHaveLength(1);
  });
});

describe('the state', () => {
  const titles = async (send: Awaited<ReturnType<typeof helpDesk>>['send']) =>
    (await send('GET', '/tickets')).body.map((one: { title: string }) => one.title);

  test('has the item that a changed response belongs to', async () => {
    const { mock, send } = await helpDesk();
    await mock.respondOnce('addTicket', 201, { title: 'shown' });
    expect(await send('POST', '/tickets', { title: 'stored' })).toMatchObject({
      status: 201,
      body: { title: 'shown' },
    });
    expect(await titles(send)).toEqual(['No heating', 'stored']);
  });

  test('is unchanged if the status is another one than that of the operation', async () => {
    const { mock, send } = await helpDesk();
    await mock.respondOnce('addTicket', 202, { title: 'later' });
    expect(await send('POST', '/tickets', { title: 'x' })).toMatchObject({ status: 202, body: { title: 'later' } });
    expect(await titles(send)).toEqual(['No heating']);
  });

  test('is unchanged after an error, and the operation does not run', async () => {
    const calls: string[] = [];
    const { mock, send } = await helpDesk({
      deleteTicket: ({ next }) => {
        calls.push('deleteTicket');
        return next();
      },
    });
    await mock.respondOnce('deleteTicket', 404, { message: 'gone' });
    expect(await send('DELETE', '/tickets/1')).toMatchObject({ status: 404, body: { message: 'gone' } });
    await mock.respondOnce('deleteTicket', 503);
    expect((await send('DELETE', '/tickets/1')).status).toBe(503);
    expect([calls, await titles(send)]).toEqual([[], ['No heating']]);
    await mock.respondOnce('deleteTicket', 204);
    expect((await send('DELETE', '/tickets/1')).status).toBe(204);
    expect([calls, await titles(send)]).toEqual([['deleteTicket'], []]);
  });

  test('is unchanged after an exception of a handler', async () => {
    const { mock, send } = await helpDesk({
      addTicket: async ({ next }) => {
        await next();
        throw new ApiError('invalid_argument', 'no');
      },
    });
    await mock.respondOnce('addTicket', 201, { title: 'shown' });
    expect(await send('POST', '/tickets', { title: 'x' })).toMatchObject({ status: 201, body: { title: 'shown' } });
    expect(await titles(send)).toEqual([]);
  });

  test('is unchanged if only the request shows that the document does not allow the response', async () => {
    const { mock, send } = await helpDesk();
    await mock.respondOnce('getPet', 200, { kind: 'dog', sleeps: 3 });
    const rejected = await send('GET', '/pet');
    expect([rejected.status, JSON.stringify(rejected.body)]).toEqual([
      400,
      expect.stringContaining('respondOnce (fault-1) returns 200 of getPet with an invalid body (response'),
    ]);
    const other = await helpDesk({ addTicket: async ({ next }) => respond(201, Object((await next()).body)) });
    await other.mock.respondOnce('addTicket', 201, { place: { floor: 1 } });
    const created = await other.send('POST', '/tickets', { title: 'x' });
    expect([created.status, JSON.stringify(created.body)]).toEqual([400, expect.stringContaining('/place/city')]);
    expect(await titles(other.send)).toEqual(['No heating']);
  });
});

describe('an error', () => {
  test('has the form that the document describes, and the values of the test', async () => {
    const { mock, send } = await helpDesk();
    await mock.respondOnce('getTicket', 404);
    expect(await send('GET', '/tickets/1')).toMatchObject({ status: 404, body: { message: expect.any(String) } });
    await mock.respondOnce('getTicket', 404, { message: 'gone' });
    expect((await send('GET', '/tickets/1')).body).toEqual({ message: 'gone' });
    await mock.respondOnce('getTicket', 429, { wait: 5 }, { 'retry-after': '5' });
    const { body, headers } = await send('GET', '/tickets/1');
    expect([body, headers.get('retry-after')]).toEqual([{ wait: 5, unit: 's' }, '5']);
  });

  test('of the server needs no declaration, and has any body', async () => {
    const { mock, send } = await helpDesk();
    await mock.respondOnce('getTicket', 503, { message: 'later', in: 5 });
    const { status, body } = await send('GET', '/tickets/1');
    expect([status, body]).toEqual([503, { message: 'later', in: 5 }]);
    expect((await send('GET', '/tickets/1')).status).toBe(200);
  });
});

test('an unused response is named as its test wrote it', async () => {
  const { mock } = await helpDesk();
  const sandbox = new TestSandbox(await understudy('http://localhost', mock).createSandbox(), []);
  await sandbox.fault('delay=1');
  await sandbox.respondOnce('getTicket', 200, { status: 'closed' });
  await sandbox.respondOnce('getTicket', 404, undefined, { 'x-cache': 'hit' });
  expect(await sandbox.problems(false)).toEqual([
    [
      '3 faults were not used:',
      '  fault-1: {"steps":[{"delay":1}]} matched no request',
      '  fault-2: respondOnce("getTicket", 200, {"status":"closed"}) matched no request',
      '  fault-3: respondOnce("getTicket", 404, {}, {"x-cache":"hit"}) is hidden by fault-2',
      'If intended, call sandbox.allowUnusedFaults()',
    ].join('\n'),
  ]);
});

describe('a delay for all requests', () => {
  const met = async (client: ReturnType<typeof understudy>) =>
    Object.fromEntries((await client.faults()).map((one) => [one.id, one.met]));

  test('is combined with a response for one request, in either order', async () => {
    const { mock, send } = await helpDesk();
    const client = understudy('http://localhost', mock);
    const before = await send('GET', '/tickets/1');
    await client.fault('delay=20');
    await mock.respondOnce('getTicket', 200, { status: 'closed' });
    await client.fault('slow=100000');
    const began = performance.now();
    expect((await send('GET', '/tickets/1')).body.status).toBe('closed');
    expect(performance.now() - began).toBeGreaterThanOrEqual(19);
    expect((await send('GET', '/tickets/1')).body).toEqual(before.body);
    expect(await met(client)).toEqual({ 'fault-1': 2, 'fault-2': 1, 'fault-3': 0 });
    await client.removeFaults();
    await mock.respondOnce('getTicket', 404);
    await client.fault('getTicket: delay=20');
    expect((await send('GET', '/tickets/1')).status).toBe(404);
    expect(Object.values(await met(client))).toEqual([1, 1]);
  });

  test('is replaced by that of the fault that changes the response', async () => {
    const { mock, send } = await helpDesk();
    const client = understudy('http://localhost', mock);
    await client.fault('delay=600000');
    await client.fault('getTicket: status=503, delay=1');
    expect((await send('GET', '/tickets/1')).status).toBe(503);
  });

  test('does not combine with two responses: the first one hides the others', async () => {
    const { mock, send } = await helpDesk();
    const client = understudy('http://localhost', mock);
    await client.fault('delay=1');
    await client.fault('status=503');
    await mock.respondOnce('getTicket', 200, { status: 'closed' });
    expect((await send('GET', '/tickets/1')).status).toBe(503);
    expect(await met(client)).toEqual({ 'fault-1': 1, 'fault-2': 1, 'fault-3': 0 });
  });
});

describe('is rejected at once:', () => {
  test.each<readonly [string, number, unknown, string]>([
    ['getTiket', 200, {}, 'unknown operation "getTiket"; did you mean getTicket?'],
    ['ticket', 200, {}, 'unknown operation "ticket"; did you mean listTickets, addTicket, getTicket, deleteTicket?'],
    [
      'getTicket',
      201,
      {},
      'respondOnce returns 201, which getTicket does not declare (declared: 200, 404, 429); to return it anyway, use sandbox.fault() with undeclared: true',
    ],
    ['getTicket', 200, { status: 'done' }, 'invalid body (response /status must be one of '],
    ['getTicket', 200, { statos: 'open' }, 'must not have the property "statos"'],
    ['getTicket', 200, { place: { floor: 'top' } }, 'response /place/floor must be an integer'],
    ['getTicket', 200, { place: 'here' }, 'response /place must be an object'],
    ['getTicket', 200, { title: { text: 'x' } }, 'response /title must be a string'],
    ['getTicket', 200, { id: null }, 'response /id must be an integer'],
    ['getTicket', 200, ['x'], 'response must be an object'],
    ['getTicket', 404, { message: 4 }, 'response /message must be a string'],
    ['listTickets', 200, [{ id: 1, title: 'x' }], 'response /0/status is required'],
    ['listTickets', 200, { id: 1 }, 'response must be an array'],
    [
      'deleteTicket',
      204,
      { id: 1 },
      'respondOnce returns 204 of deleteTicket with an invalid body (response has no body)',
    ],
    ['getMessage', 200, 'far too long for this text', 'must have at most 20 characters'],
    ['getMessage', 200, { text: 'x' }, 'response must be a string'],
  ])('%s %i %j', async (operation, status, patch, message) => {
    const { mock } = await helpDesk();
    await expect(mock.respondOnce(operation, status, patch)).rejects.toMatchObject({
      name: 'UnderstudyError',
      code: 'invalid_argument',
      message: expect.stringContaining(message),
    });
    expect(await understudy('http://localhost', mock).faults()).toEqual([]);
  });

  test.each<readonly [what: string, given: readonly unknown[], message: string]>([
    ['no operation', [undefined, 200], 'the operation must be an operationId, not undefined'],
    ['an object', [{ operation: 'getTicket' }], 'the operation must be an operationId, not {"operation":"getTicket"}'],
    ['no status', ['getTicket'], 'the status of getTicket must be a whole number from 200 to 599, not undefined'],
    [
      'a text as status',
      ['getTicket', '200'],
      'the status of getTicket must be a whole number from 200 to 599, not "200"',
    ],
    ['a status below 200', ['getTicket', 99], 'the status of getTicket must be a whole number from 200 to 599, not 99'],
    ['a function as body', ['getTicket', 200, () => 1], 'the body must be a JSON value, not a function'],
    ['headers in a text', ['getTicket', 200, {}, 'a: b'], 'the headers must be an object, not "a: b"'],
    ['a number as header', ['getTicket', 200, {}, { a: 5 }], 'the header a must be a string, not 5'],
    ['a long value', ['getTicket', 200, {}, 'x'.repeat(99)], `the headers must be an object, not "${'x'.repeat(59)}…`],
  ])('%s, in the words of its caller, in process, over HTTP and in a sandbox', async (_, given, message) => {
    const { mock } = await helpDesk();
    const client = understudy((await mock.listen()).url);
    for (const one of [mock, client, await client.createSandbox()]) {
      const call = one.respondOnce.bind(one) as (...args: readonly unknown[]) => Promise<unknown>;
      await expect(call(...given)).rejects.toMatchObject({
        name: 'UnderstudyError',
        code: 'invalid_argument',
        message: `respondOnce: ${message}`,
      });
    }
  });

  test('a patch together with a body or an example', async () => {
    const { mock } = await helpDesk();
    const step = { patch: {}, body: { id: 1 } };
    await expect(understudy('http://localhost', mock).fault({ steps: [step] })).rejects.toThrow(
      'step 1 has a body and a patch; use only one of them',
    );
  });
});

test.each([
  ['/v1/tickets/7', '/v1/tickets/7'],
  ['/tickets/7', '/v1/tickets/7'],
  ['/tickets/*', '/v1/tickets/7'],
  ['/v1/**', '/v1/tickets/7'],
  ['/tickets/{id}', '/tickets/7'],
  ['/tickets/7', '/tickets/7'],
  ['/**', '/tickets/7'],
])('a fault at %s meets %s, in a sandbox by path too', async (path, requested) => {
  const document = { ...DOCUMENT, servers: [{ url: 'https://desk.example/v1' }] };
  const mock = await createMockServer(document, { records: 0 });
  onTestFinished(() => mock.close());
  const client = understudy((await mock.listen()).url);
  for (const sandbox of [await client.createSandbox(), await client.sandbox('main')]) {
    await sandbox.fault(`${path}: status=503`);
    expect((await fetch(sandbox.url + requested)).status).toBe(503);
    expect((await fetch(`${sandbox.url}/v1/pet`)).status).toBe(path.endsWith('/**') ? 503 : 200);
  }
});
