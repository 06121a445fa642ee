// Answers that a handler gives bit by bit, as clients of a server get them.

import { expect, test } from 'vitest';
import { documentOf, ownStandIn } from '../support/own-api.ts';

const paths = {
  '/events': {
    get: {
      operationId: 'watch',
      responses: { 200: { description: 'events', content: { 'text/event-stream': { schema: { type: 'string' } } } } },
    },
  },
};

test('events reach a client as they happen, and a client that leaves ends them', async () => {
  const seen = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  async function* watch({ signal }: { readonly signal: AbortSignal }) {
    signal.addEventListener('abort', () => left.resolve());
    yield { event: 'first', data: { a: 1 } };
    await seen.promise;
    yield 'second';
    // As one who waits for what may never come.
    await left.promise;
  }
  const standIn = await ownStandIn(documentOf(paths), { watch });
  const { url } = await standIn.listen();
  const client = new AbortController();
  const response = await fetch(`${url}/events`, { signal: client.signal });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  const pieces = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await pieces?.read())?.value).toBe('event: first\ndata: {"a":1}\n\n');
  seen.resolve();
  expect((await pieces?.read())?.value).toBe('data: second\n\n');
  client.abort();
  await left.promise;
  expect(standIn.told).toEqual([]);
});

test('what goes wrong in the middle cuts the answer off, and onError hears of it', async () => {
  async function* watch() {
    yield 'first';
    throw new Error('the tape is torn');
  }
  const standIn = await ownStandIn(documentOf(paths), { watch });
  const { url } = await standIn.listen();
  const response = await fetch(`${url}/events`);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
  expect(standIn.told).toEqual([new Error('the tape is torn')]);
});

test('an answer that comes bit by bit is in the journal without its body', async () => {
  async function* watch() {
    yield 'first';
  }
  const standIn = await ownStandIn(documentOf(paths), { watch });
  const response = await standIn.fetch(new Request('http://stand-in/events'));
  expect(await response.text()).toBe('data: first\n\n');
  const told = await standIn.fetch(new Request('http://localhost/_understudy/exchanges'));
  const { exchanges } = JSON.parse(await told.text());
  expect(exchanges[0]).toMatchObject({ operation: 'watch', status: 200 });
  expect(exchanges[0]).not.toHaveProperty('responseBody');
});
