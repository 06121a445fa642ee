// The flag of V8 that keeps a stand-in small: tried with the Node that comes with the project, and looked for in every other.

import { tmpdir } from 'node:os';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { expect, test } from 'vitest';
import { KEEP_YOUNG_SMALL } from '../../src/cli/young-space.ts';
import { program } from '../support/command.ts';

const youngSpace = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;

test('V8 knows it', async () => {
  const { stdout } = await program(['--v8-options'], { cwd: tmpdir() }).ended;
  expect(stdout).toContain(KEEP_YOUNG_SMALL.split('=')[0]);
});

test('with it the space for young objects grows no more, however much is allocated and survives for a while', () => {
  setFlagsFromString(KEEP_YOUNG_SMALL);
  const before = youngSpace();
  const recent: unknown[] = [];
  for (let count = 0; count < 3_000_000; count += 1) recent[count % 50_000] = { count, text: `${count}` };
  expect(youngSpace()).toBeLessThanOrEqual(before);
});
