// What keeps a stand-in small: tried with the Node that comes with the project, and the flag looked for in every other.

import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { GROWTH, OLD_GROWTH } from '../../src/cli/young-space.ts';
import { program } from '../support/command.ts';

test('V8 knows the flags', async () => {
  const { stdout } = await program(['--v8-options'], { cwd: tmpdir() }).ended;
  for (const flag of [GROWTH, OLD_GROWTH]) expect(stdout).toContain(`${flag} `);
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

/** Keeps the last things that were made, as a journal does, and prints how many bytes of old ones there were at most. */
const journaling = (begin: string) => `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { setImmediate as turn } from 'node:timers/promises';
  import { boundYoungSpace } from ${JSON.stringify(new URL('../../src/cli/young-space.ts', import.meta.url).href)};
  ${begin}
  const recent = [];
  let most = 0;
  for (let round = 0; round < 1200; round += 1) {
    for (let count = 0; count < 4_000; count += 1) recent[(round * 4_000 + count) % 100_000] = { count, text: [String(count + round)] };
    await turn();
    most = Math.max(most, getHeapSpaceStatistics().find((space) => space.space_name === 'old_space').space_used_size);
  }
  console.log(most / 2 ** 20);
`;

test('of old objects fewer pile up than V8 would let', async () => {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const most = async (begin: string) =>
    Number(
      (await program(['--max-semi-space-size=8', '--input-type=module', '--eval', journaling(begin)], { cwd }).ended)
        .stdout,
    );
  const [bounded, otherwise] = [await most('boundYoungSpace();'), await most('')];
  expect(bounded).toBeLessThan(otherwise * 0.8);
});
