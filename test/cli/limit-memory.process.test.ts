// Memory limits of a server, with the Node of the project.

import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { GROWTH, OLD_GROWTH } from '../../src/cli/limit-memory.ts';
import { program } from '../support/command-process.ts';

test('V8 has the flags', async () => {
  const { stdout } = await program(['--v8-options'], { cwd: tmpdir() }).ended;
  for (const flag of [GROWTH, OLD_GROWTH]) expect(stdout).toContain(`${flag} `);
});

/** Allocates many objects of which many survive, and prints the size of the space for young objects. */
const allocating = (begin: string) => `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { setImmediate as turn } from 'node:timers/promises';
  import { boundYoungSpace } from ${JSON.stringify(new URL('../../src/cli/limit-memory.ts', import.meta.url).href)};
  ${begin}
  const recent = [];
  for (let round = 0; round < 200; round += 1) {
    for (let count = 0; count < 20_000; count += 1) recent[count] = { count, text: String(count + round) };
    await turn();
  }
  console.log(getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size / 2 ** 20);
`;

test.each([
  ['when it is limited', 'boundYoungSpace();', false],
  ['except when it is not', '', true],
])('the space for young objects does not grow beyond 16 MiB %s', async (_, begin, isLarger) => {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const { stdout } = await program(['--input-type=module', '--eval', allocating(begin)], { cwd }).ended;
  expect([Number(stdout) > 16, Number(stdout) > 4]).toEqual([isLarger, true]);
});

/** Stores the newest objects, as the request log does, and prints the number of collections of old ones. Their peak number depends on the duration of a collection. */
const journaling = (begin: string) => `
  import { constants, PerformanceObserver } from 'node:perf_hooks';
  import { setImmediate as turn } from 'node:timers/promises';
  import { boundYoungSpace } from ${JSON.stringify(new URL('../../src/cli/limit-memory.ts', import.meta.url).href)};
  ${begin}
  let collections = 0;
  const observer = new PerformanceObserver((list) => {
    collections += list.getEntries().filter(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR).length;
  });
  observer.observe({ type: 'gc' });
  const recent = [];
  for (let round = 0; round < 1200; round += 1) {
    for (let count = 0; count < 4_000; count += 1) recent[(round * 4_000 + count) % 100_000] = { count, text: [String(count + round)] };
    await turn();
  }
  console.log(collections);
`;

test('old objects are collected earlier than by V8 alone', async () => {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const collections = async (begin: string) =>
    Number(
      (await program(['--max-semi-space-size=8', '--input-type=module', '--eval', journaling(begin)], { cwd }).ended)
        .stdout,
    );
  const [bounded, otherwise] = [await collections('boundYoungSpace();'), await collections('')];
  expect(bounded).toBeGreaterThan(otherwise * 1.5);
});
