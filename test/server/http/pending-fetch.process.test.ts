// Requests of `server.fetch` that only their signal ends, after a garbage collection.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { deskDocument, openDesk } from '../../mock/resources/watch/desk.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

async function collect(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
}

const lines = { 'application/jsonl': { itemSchema: { $ref: '#/components/schemas/Ticket' } } };

test('a request that hangs fails when its client gives up', async () => {
  const { server } = await openDesk(deskDocument(lines));
  const client = new AbortController();
  const headers = { 'x-understudy-fault': 'hang' };
  const response = server
    .fetch(new Request('http://localhost/tickets', { headers, signal: client.signal }))
    .then(String, (reason) => reason);
  await collect();
  client.abort('given up');
  expect(await response).toBe('given up');
});

test('a silent stream fails when its client gives up', async () => {
  const { server } = await openDesk(deskDocument(lines));
  const client = new AbortController();
  const response = await server.fetch(new Request('http://localhost/tickets/events', { signal: client.signal }));
  const text = response.text().then(String, (reason) => reason);
  await collect();
  client.abort('given up');
  expect(await text).toBe('given up');
});
