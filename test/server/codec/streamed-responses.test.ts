// Streamed responses of handlers, as clients of a server receive them.

import { expect, test } from 'vitest';
import { documentOf, ownMockServer } from '../../support/own-api.ts';

const paths = {
  '/events': {
    get: {
      operationId: 'watch',
      responses: { 200: { description: 'events', content: { 'text/event-stream': { schema: { type: 'string' } } } } },
    },
  },
};

test('events reach a client as they happen, and a client that disconnects ends them', async () => {
  const seen = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  async function* watch({ signal }: { readonly signal: AbortSignal }) {
    signal.addEventListener('abort', () => left.resolve());
    yield { event: 'first', data: { a: 1 } };
    await seen.promise;
    yield 'second';
    // Like a handler that waits for an event that may never happen.
    await left.promise;
  }
  const mockServer = await ownMockServer(documentOf(paths), { watch });
  const { url } = await mockServer.listen();
  const client = new AbortController();
  const response = await fetch(`${url}/events`, { signal: client.signal });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  const pieces = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await pieces?.read())?.value).toBe('event: first\ndata: {"a":1}\n\n');
  seen.resolve();
  expect((await pieces?.read())?.value).toBe('data: second\n\n');
  client.abort();
  await left.promise;
  expect(mockServer.reported).toEqual([]);
});

test('an exception during the stream cuts the response off, and is passed to onError', async () => {
  async function* watch() {
    yield 'first';
    throw new Error('the stream is broken');
  }
  const mockServer = await ownMockServer(documentOf(paths), { watch });
  const { url } = await mockServer.listen();
  const response = await fetch(`${url}/events`);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
  expect(mockServer.reported).toEqual([new Error('the stream is broken')]);
});

test('a streamed response is in the request log without its body', async () => {
  async function* watch() {
    yield 'first';
  }
  const mockServer = await ownMockServer(documentOf(paths), { watch });
  const response = await mockServer.fetch(new Request('http://mock-server/events'));
  expect(await response.text()).toBe('data: first\n\n');
  const reported = await mockServer.fetch(new Request('http://localhost/_understudy/requests'));
  const { exchanges } = JSON.parse(await reported.text());
  expect(exchanges[0]).toMatchObject({ operation: 'watch', status: 200 });
  expect(exchanges[0]).not.toHaveProperty('responseBody');
});

const PET = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };

/** Serves `GET /pets` and `POST /pets` with lines of JSON and these schemas. */
async function linesOf(described: object, handlers: object, type = 'application/x-ndjson', settings = {}) {
  const content = { [type]: described };
  const responses = { 200: { description: 'Pets.', content } };
  const post = { operationId: 'addPets', requestBody: { content }, responses: { 204: { description: 'Done.' } } };
  const document = documentOf({ '/pets': { get: { operationId: 'pets', responses }, post } }, { openapi: '3.2.0' });
  return ownMockServer(document, { pets: () => [], addPets: () => undefined, ...handlers }, {}, settings);
}
const LIST = { schema: { type: 'array', items: PET } };
const EACH = { itemSchema: PET };

test.each([
  ['a list of lines', LIST, 'application/x-ndjson'],
  ['each line', EACH, 'application/x-ndjson'],
  ['each record', EACH, 'application/json-seq'],
])(
  'streamed values are validated against the schema of %s, and the first invalid one ends the response',
  async (_, described, type) => {
    let given = 0;
    async function* pets() {
      for (const name of ['Olga', 'Minka', 7, 'Rex']) {
        given += 1;
        yield { name };
      }
    }
    const { fetch } = await linesOf(described, { pets }, type);
    const response = await fetch(new Request('http://mock-server/pets'));
    const pieces = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await pieces?.read())?.value).toContain('Olga');
    expect((await pieces?.read())?.value).toContain('Minka');
    await expect(pieces?.read()).rejects.toThrow(
      'returned an invalid item 3 in its stream: response /name must be a string',
    );
    expect(given).toBe(3);
  },
);

test('invalid streamed values are sent if violations are only reported', async () => {
  async function* pets() {
    yield { name: 7 };
  }
  const { fetch } = await linesOf(EACH, { pets }, undefined, { outputCheck: 'report' });
  expect(await (await fetch(new Request('http://mock-server/pets'))).text()).toBe('{"name":7}\n');
});

test('lists of lines are validated by the schema of each line, in both directions', async () => {
  const { fetch, reported } = await linesOf(EACH, { pets: () => [{ name: 'Olga' }, {}] });
  expect((await fetch(new Request('http://mock-server/pets'))).status).toBe(500);
  expect(reported).toEqual([
    expect.objectContaining({ message: expect.stringContaining('response /1/name is required') }),
  ]);
  const post = async (body: string) => {
    const headers = { 'content-type': 'application/x-ndjson' };
    const response = await fetch(new Request('http://mock-server/pets', { method: 'POST', headers, body }));
    return [response.status, await response.text()];
  };
  expect(await post('{"name":"Olga"}\n')).toEqual([204, '']);
  expect(await post('{"name":"Olga"}\n{"name":7}\n')).toEqual([
    400,
    expect.stringContaining('body /1/name must be a string'),
  ]);
});

const EVENT = {
  type: 'object',
  required: ['event', 'data'],
  properties: {
    event: { enum: ['added'] },
    id: { type: 'string' },
    data: { type: 'string', contentMediaType: 'application/json', contentSchema: PET },
  },
};

/** The response of `GET /events` with these events. */
async function eventsOf(itemSchema: object, items: readonly unknown[]) {
  const content = { 'text/event-stream': { itemSchema } };
  const responses = { 200: { description: 'Events.', content } };
  const document = documentOf({ '/events': { get: { operationId: 'watch', responses } } }, { openapi: '3.2.0' });
  async function* watch() {
    yield* items;
  }
  const { fetch, reported } = await ownMockServer(document, { watch });
  const response = await fetch(new Request('http://mock-server/events'));
  return { text: await response.text().catch((error: Error) => error.message), reported };
}

test('data that are JSON for the schema may be values or texts', async () => {
  const data = { name: 'Olga' };
  const items = [
    { event: 'added', id: 7, data },
    { comment: 'still here' },
    { event: 'added', data: '{"name":"Rex"}' },
  ];
  const { text, reported } = await eventsOf(EVENT, items);
  expect(reported).toEqual([]);
  expect(text).toBe(
    'event: added\nid: 7\ndata: {"name":"Olga"}\n\n: still here\n\nevent: added\ndata: {"name":"Rex"}\n\n',
  );
});

test.each([
  ['an event of another name', { event: 'lost', data: { name: 'Olga' } }, 'response /event must be'],
  ['data of another schema', { event: 'added', data: { name: 7 } }, 'response /data/name must be a string'],
  ['data that are not JSON', { event: 'added', data: '<p>' }, 'response /data must be JSON'],
])('%s ends a stream of events', async (_, event, message) => {
  const { text } = await eventsOf(EVENT, [event]);
  expect(text).toContain(`watch returned an invalid item 1 in its stream: ${message}`);
});

test('an item is the data of an event if the schema describes no event', async () => {
  const schema = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
  const { text, reported } = await eventsOf(schema, [{ id: 7 }, { id: '1', data: { id: 8 } }]);
  expect(reported).toEqual([]);
  expect(text).toBe('data: {"id":7}\n\nid: 1\ndata: {"id":8}\n\n');
});
