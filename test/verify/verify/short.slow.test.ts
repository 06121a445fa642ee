// The command without a server: no findings in the documents of this repository.

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { understudy } from '../../support/command.ts';

const inRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** The exit code and all output of `understudy verify`, in the root of the repository. */
async function runVerify(...args: readonly string[]): Promise<{ readonly code: number | null; readonly text: string }> {
  const { code, stdout, stderr } = await understudy(['verify', ...args], { cwd: inRoot('.') }).ended;
  return { code, text: stdout + stderr };
}

const COMPLETE = 'operations=100,parameters=100,branches=100,security=100,keywords=100';

test('the identity API passes, and all of its input is tested', async () => {
  const { code, text } = await runVerify('--require-tested', '--fail-under', COMPLETE);
  expect(text).toContain('7 operations, 7 passed, 0 failed, 0 not tested.');
  expect(text).not.toContain(', below ');
  expect(code).toBe(0);
});

test('the identity API returns every value where its fixtures have all', async () => {
  const operations = 'listLoginPolicyIdps,searchProjects,updateApp,addUserGrant,healthz';
  const { code, text } = await runVerify('--operations', operations, '--fail-under', `${COMPLETE},values=100`);
  expect(text).toContain('5 passed, 0 failed');
  expect(text).not.toContain(', below ');
  expect(code).toBe(0);
});

test.each([
  ['examples/petstore/petstore.yaml', 8, 'operations=100,statuses=100,parameters=100,properties=100,keywords=100'],
  // Only its handlers return 409.
  ['examples/shop/shop.yaml', 8, 'operations=100,parameters=100,keywords=100'],
])('%s passes without handlers', async (document, operations, covered) => {
  const { code, text } = await runVerify(inRoot(document), '--require-tested', '--fail-under', covered);
  expect(text).toContain(`${operations} operations, ${operations} passed, 0 failed, 0 not tested.`);
  expect(text).not.toContain(', below ');
  expect(code).toBe(0);
});
