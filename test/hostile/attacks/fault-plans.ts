// As many fault plans as possible in every sandbox, expensive to match, and requests that are matched against all.

import type { Attack } from '../attack.ts';

const PLANS = { short: 1500, full: 10_000 };
const SANDBOXES = { short: 3, full: 100 };
const REQUESTS = { short: 200, full: 2000 };
const SEARCH = '/management/v1/projects/_search';

const list = (length: number, last: number) => [...Array.from({ length: length - 1 }, () => 1), last];
const BODY = JSON.stringify({ query: { limit: 1 }, more: list(20_000, 1) });

/** Conditions that nearly match every request. */
const TARGETS = [
  { body: { more: list(500, 2) } },
  { body: { more: list(20_000, 2) } },
  { path: '/management/v1/projects/*/apps/**' },
  { path: `/management/v1/users/${'x'.repeat(900)}/grants` },
  { headers: Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`x-${at}`, 'y'])) },
  { caller: { more: list(2000, 2) } },
  { body: Array.from({ length: 90 }).reduce<unknown>((inner) => [inner], 'deep') },
];

export const faultPlans: Attack = {
  title: 'ten thousand fault plans that are expensive to match, and requests that are matched against them',
  async run({ url }, size) {
    const send = async (path: string, sandbox: string, body: string) => {
      const headers = {
        'content-type': 'application/json',
        authorization: 'Bearer token-owner',
        'x-understudy-sandbox': sandbox,
      };
      const response = await fetch(url + path, { method: 'POST', headers, body });
      await response.arrayBuffer();
      return response.status;
    };
    for (let count = 0; count < PLANS[size]; count += 1) {
      const plan = { on: TARGETS[count % TARGETS.length], steps: [{ status: 503 }] };
      const status = await send('/_understudy/faults', `world-${count % SANDBOXES[size]}`, JSON.stringify(plan));
      if (status !== 201 && status !== 429) throw new Error(`a plan got ${status}`);
    }
    for (let count = 0; count < REQUESTS[size]; count += 1) {
      const status = await send(SEARCH, `world-${count % SANDBOXES[size]}`, BODY);
      if (status !== 200) throw new Error(`a request without a plan got ${status}`);
    }
    return PLANS[size] + REQUESTS[size];
  },
};
