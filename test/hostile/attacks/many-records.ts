// Records by the thousand in each request, with templates full of what pages, objects and forms of texts make of them.

import type { Attack } from '../attack.ts';

const REQUESTS = { short: 2, full: 12 };
/** As many as a request may make. */
const RECORDS = 5000;
const TEMPLATES = [
  { name: '<script>alert({n})</script>' },
  { name: '{n}'.repeat(60) },
  JSON.parse('{"name":"__proto__ {n}","__proto__":{"state":"none"}}'),
  { name: 'constructor {n}', state: 'PROJECT_STATE_ACTIVE' },
];

export const manyRecords: Attack = {
  title: 'records made 5,000 at once, by several at the same time',
  async run({ url }, size) {
    const make = async (at: number) => {
      const headers = { 'content-type': 'application/json', 'x-understudy-sandbox': `world-${at}` };
      const changes = [{ collection: 'projects', count: RECORDS, template: TEMPLATES[at % TEMPLATES.length] }];
      const body = JSON.stringify({ api: 'identity', changes });
      const { status } = await fetch(`${url}/_understudy/records`, { method: 'POST', headers, body });
      if (status !== 200 && status !== 400) throw new Error(`it was answered with ${status}`);
      await fetch(`${url}/_understudy/sandboxes/world-${at}`, { method: 'DELETE' });
    };
    await Promise.all(Array.from({ length: REQUESTS[size] }, (_, at) => make(at)));
    return REQUESTS[size] * RECORDS;
  },
};
