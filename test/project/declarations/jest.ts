// A test of Jest.

import { createTest, type TestSandbox } from 'understudy-api/jest';

const test = createTest({ url: 'http://127.0.0.1:8080' });
test.each([1, 2])('there is pet %s', async (id, { sandbox }) => {
  const [number, own]: [1 | 2, TestSandbox] = [id, sandbox];
  await fetch(`${own.url}/pets/${number}`);
  // @ts-expect-error: a fault is text or a plan
  await sandbox.fault(503);
});
