// Thousands of records per request, with templates that are expensive for pages, objects and text forms.

import type { Attack } from '../attack.ts';

const REQUESTS = { short: 2, full: 12 };
/** The maximum of one request. */
const RECORDS = 5000;
const TEMPLATES = [
  { name: '<script>alert({n})</script>' },
  { name: '{n}'.repeat(60) },
  JSON.parse('{"name":"__proto__ {n}","__proto__":{"state":"none"}}'),
  { name: 'constructor {n}', state: 'PROJECT_STATE_ACTIVE' },
];

export const manyRecords: Attack = {
  title: '5,000 records per request, by several clients',
  async run({ url }, size) {
    const make = async (at: number) => {
      const headers = { 'content-type': 'application/json', 'x-understudy-sandbox': `world-${at}` };
      const changes = [{ collection: 'projects', count: RECORDS, template: TEMPLATES[at % TEMPLATES.length] }];
      const body = JSON.stringify({ api: 'identity', changes });
      const { status } = await fetch(`${url}/_understudy/records`, { method: 'POST', headers, body });
      if (status !== 200 && status !== 400) throw new Error(`it got ${status}`);
      await fetch(`${url}/_understudy/sandboxes/world-${at}`, { method: 'DELETE' });
    };
    await Promise.all(Array.from({ length: REQUESTS[size] }, (_, at) => make(at)));
    return REQUESTS[size] * RECORDS;
  },
};
