// Requests without a token that each name another sandbox, in every possible way.

import type { Attack } from '../attack.ts';

const REQUESTS = { short: 300, full: 6000 };
const SEARCH = '/management/v1/projects/_search';
const JSON_TYPE = { 'content-type': 'application/json' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

export const refusedWorlds: Attack = {
  title: 'rejected requests that each name another sandbox, to the API and to the issuer',
  async run({ url }, size) {
    for (let count = 0; count < REQUESTS[size]; count += 1) {
      const name = `world-${count}`;
      const { status } = (await [
        () => fetch(`${url}/_sandbox/${name}${SEARCH}`, { method: 'POST', headers: JSON_TYPE, body: '{}' }),
        () =>
          fetch(url + SEARCH, { method: 'POST', headers: { ...JSON_TYPE, 'x-understudy-sandbox': name }, body: '{}' }),
        () =>
          fetch(`${url}/_sandbox/${name}/oauth/v2/token`, { method: 'POST', headers: FORM, body: 'grant_type=none' }),
      ][count % 3]?.()) ?? { status: 0 };
      if (![400, 401].includes(status)) throw new Error(`an unauthenticated client got ${status}`);
    }
    const listed = (await (await fetch(`${url}/_understudy/sandboxes`)).json()) as { readonly sandboxes: unknown[] };
    if (listed.sandboxes.length > 1) throw new Error(`${listed.sandboxes.length - 1} sandboxes were created`);
    return REQUESTS[size];
  },
};
