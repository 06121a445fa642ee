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

test('every operation of the identity API passes', async () => {
  const { code, text } = await runVerify(
    '--require-tested',
    '--fail-under',
    // listUserGrants has more boundaries than the requests that one operation gets.
    'operations=100,parameters=100,branches=100,security=100,keywords=94',
  );
  expect(text).toContain('7 operations, 7 passed, 0 failed, 0 not tested.');
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
