// What keeps a stand-in small: tried with the Node that comes with the project, and the flag looked for in every other.

import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { GROWTH } from '../../src/cli/young-space.ts';
import { program } from '../support/command.ts';

test('V8 knows the flag', async () => {
  const { stdout } = await program(['--v8-options'], { cwd: tmpdir() }).ended;
  expect(stdout).toContain(GROWTH);
});

/** Allocates a lot, of which much survives for a while, and prints how large the space for young objects is then. */
const allocating = (begin: string) => `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { setImmediate as turn } from 'node:timers/promises';
  import { boundYoungSpace } from ${JSON.stringify(new URL('../../src/cli/young-space.ts', import.meta.url).href)};
  ${begin}
  const recent = [];
  for (let round = 0; round < 200; round += 1) {
    for (let count = 0; count < 20_000; count += 1) recent[count] = { count, text: String(count + round) };
    await turn();
  }
  console.log(getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size / 2 ** 20);
`;

test.each([
  ['as long as it is bounded', 'boundYoungSpace();', false],
  ['but does when it is not', '', true],
])('the space for young objects does not grow beyond 16 MiB %s', async (_, begin, isLarger) => {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const { stdout } = await program(['--input-type=module', '--eval', allocating(begin)], { cwd }).ended;
  expect([Number(stdout) > 16, Number(stdout) > 4]).toEqual([isLarger, true]);
});
