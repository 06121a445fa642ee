// A test of Vitest.

import { createTest } from 'understudy-api/vitest';

const test = createTest({ url: 'http://127.0.0.1:8080' });
test('a pet is added', async ({ sandbox }) => {
  const url: string = sandbox.url;
  await fetch(`${url}/pets`);
  // @ts-expect-error: a fault is text or a plan
  await sandbox.fault(503);
});
