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
