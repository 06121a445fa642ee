// The outcome of a fault for a client, and in the request log.

import { expect } from 'vitest';
import type { MockServer, MockServerSettings } from '../../src/index.ts';
import type { TlsSettings } from '../../src/server/http/listen.ts';
import type { FaultKind } from './fault-kinds.ts';
import { listening } from './listening.ts';
import { send } from './mock-server.ts';
import type { Client } from './sights.ts';

const CONTROL = '/_understudy';

/** Sends a request for each step, and aborts once it is certain that no response will come. */
export async function seen(
  client: Client,
  { steps, takes = 0 }: FaultKind,
  headers = {},
  settings: Partial<MockServerSettings> = {},
  tls?: TlsSettings,
) {
  const { mockServer, url: plain, thrown } = await listening(settings);
  const url = tls ? (await mockServer.listen({ tls })).url.replace('127.0.0.1', 'localhost') : plain;
  if (Object.keys(headers).length === 0 && settings.fault === undefined)
    expect(await control(mockServer, 'POST', '/faults', { steps })).toMatchObject({ matched: 0 });
  const sights: string[] = [];
  for (const { connection } of steps) {
    const leaving = new AbortController();
    const began = performance.now();
    const sight = client({ mockServer, url, headers, signal: leaving.signal });
    if (connection === 'hang') {
      await control(mockServer, 'POST', '/requests/find', { timeout: 60_000 });
      leaving.abort();
    }
    sights.push(await sight);
    // Timers may be early by less than a millisecond.
    expect(performance.now() - began).toBeGreaterThan(takes - 2);
  }
  expect(thrown).toEqual([]);
  const { exchanges } = await control(mockServer, 'GET', '/requests');
  const { faults } = await control(mockServer, 'GET', '/faults');
  return { url, sight: sights.join('; '), exchanges, faults };
}

async function control(mockServer: MockServer, method: string, path: string, body?: object) {
  return (await send(mockServer, method, CONTROL + path, { token: undefined, ...(body && { body }) })).body;
}
