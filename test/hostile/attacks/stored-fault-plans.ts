// Hundreds of snapshots, each with another long fault plan, which is removed afterwards.

import type { Attack } from '../attack.ts';

const SNAPSHOTS = { short: 60, full: 400 };
const LONG = 'x'.repeat(2_000_000);

export const storedPlans: Attack = {
  title: 'hundreds of snapshots, each of a sandbox with another long fault plan',
  async run({ url }, size) {
    const send = async (method: string, path: string, body?: object) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${url}/_understudy/${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      await response.arrayBuffer();
      if (response.status >= 400 && response.status !== 429) throw new Error(`${path} got ${response.status}`);
    };
    for (let count = 0; count < SNAPSHOTS[size]; count += 1) {
      await send('POST', 'faults', { on: { body: { text: `${count} ${LONG}` } }, steps: [{ delay: 1 }] });
      await send('POST', 'snapshots', { name: `then-${count}` });
      await send('DELETE', 'faults');
    }
    return 3 * SNAPSHOTS[size];
  },
};
