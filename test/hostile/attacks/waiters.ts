// Many who wait for exchanges with much to say about them, while long requests come that are nearly what they wait for; and then the time of all of them is up at once.

import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import type { Attack } from '../attack.ts';

const WAITERS = { short: 200, full: 1000 };
/** More than a journal forgets nothing of. */
const REQUESTS = { short: 300, full: 2000 };
/** As long as a body can be to be kept. */
const BODY = JSON.stringify({ query: { limit: 1 }, more: Array.from({ length: 7000 }, () => 1) });
const WORLD = { 'x-understudy-sandbox': 'waited-for' };
const SEARCH = { authorization: 'Bearer token-owner', 'content-type': 'application/json', ...WORLD };

/** What is never true in the end, and long. */
const WANTED = [
  { operation: 'x'.repeat(100_000) },
  { body: { query: { limit: 1 }, more: [...Array.from({ length: 6999 }, () => 1), 2] } },
  { status: 200, answer: { result: Array.from({ length: 20_000 }, (_, at) => ({ at })) } },
  { path: '/*'.repeat(499) },
  // All that comes is meant, but never enough.
  {},
];

export const waiters: Attack = {
  title: 'a thousand who wait for exchanges, each with much to say, until their time is up',
  async run({ url, port }, size) {
    const ask = async () => {
      const response = await fetch(`${url}/management/v1/projects/_search`, {
        method: 'POST',
        headers: SEARCH,
        body: BODY,
      });
      await response.arrayBuffer();
    };
    await ask();
    const timeout = { short: 6000, full: 30_000 }[size];
    const open = Array.from({ length: WAITERS[size] }, (_, at) =>
      wait(port, { match: WANTED[at % WANTED.length], count: 1000, timeout, limit: 1000 }),
    );
    for (let sent = 0; sent < REQUESTS[size]; sent += 1) await ask();
    const statuses = await Promise.all(open);
    if (!statuses.every((status) => status === 200 || status === 429))
      throw new Error(`they were answered with ${[...new Set(statuses)]}`);
    return REQUESTS[size] + WAITERS[size];
  },
};

async function wait(port: number, search: object): Promise<number | undefined> {
  const headers = { 'content-type': 'application/json', ...WORLD };
  const asking: ClientRequest = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/_understudy/requests/find',
    headers,
    agent: false,
  });
  asking.end(JSON.stringify(search));
  const [answer] = await once(asking, 'response');
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode;
}
