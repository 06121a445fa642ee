// Many waiters for exchanges with expensive conditions, long requests that nearly match, and a simultaneous timeout.

import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import type { Attack } from '../attack.ts';

const WAITERS = { short: 200, full: 1000 };
/** More than a request log stores. */
const REQUESTS = { short: 300, full: 2000 };
/** The maximum size of a recorded body. */
const BODY = JSON.stringify({ query: { limit: 1 }, more: Array.from({ length: 7000 }, () => 1) });
const WORLD = { 'x-understudy-sandbox': 'waited-for' };
const SEARCH = { authorization: 'Bearer token-owner', 'content-type': 'application/json', ...WORLD };

/** A long condition that is false at its end. */
const WANTED = [
  { operation: 'x'.repeat(100_000) },
  { body: { query: { limit: 1 }, more: [...Array.from({ length: 6999 }, () => 1), 2] } },
  { status: 200, response: { result: Array.from({ length: 20_000 }, (_, at) => ({ at })) } },
  { path: '/*'.repeat(499) },
  // Everything matches, but never often enough.
  {},
];

export const waiters: Attack = {
  title: 'a thousand waiters for exchanges with long conditions, until their timeout',
  async run({ url, port }, size) {
    const send = async () => {
      const response = await fetch(`${url}/management/v1/projects/_search`, {
        method: 'POST',
        headers: SEARCH,
        body: BODY,
      });
      await response.arrayBuffer();
    };
    await send();
    const timeout = { short: 6000, full: 30_000 }[size];
    const open = Array.from({ length: WAITERS[size] }, (_, at) =>
      wait(port, { match: WANTED[at % WANTED.length], count: 1000, timeout, limit: 1000 }),
    );
    for (let sent = 0; sent < REQUESTS[size]; sent += 1) await send();
    const statuses = await Promise.all(open);
    if (!statuses.every((status) => status === 200 || status === 429))
      throw new Error(`they got ${[...new Set(statuses)]}`);
    return REQUESTS[size] + WAITERS[size];
  },
};

async function wait(port: number, search: object): Promise<number | undefined> {
  const headers = { 'content-type': 'application/json', ...WORLD };
  const sending: ClientRequest = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/_understudy/requests/find',
    headers,
    agent: false,
  });
  sending.end(JSON.stringify(search));
  const [response] = await once(sending, 'response');
  response.resume();
  await once(response, 'end');
  return response.statusCode;
}
