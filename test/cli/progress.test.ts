// Progress of a verify run, with a fake clock.

import { expect, test } from 'vitest';
import { createProgress } from '../../src/cli/verify/progress.ts';
import type { Progress } from '../../src/verify/settings.ts';

function progress(isTerminal: boolean, isQuiet = false) {
  const written: string[] = [];
  const clock = { now: 5_000_000 };
  const shown = createProgress({ isTerminal, isQuiet, write: (text) => written.push(text), now: () => clock.now });
  const at = (seconds: number, done: number, requests = 10, findings = 0, operations?: Progress['operations']) => {
    clock.now = 5_000_000 + seconds * 1000;
    shown.show({ done, of: 40, requests, findings, ...(operations && { operations }) });
  };
  return { written, at, clear: shown.clear };
}

test('a terminal shows one line of progress, with the time left as soon as it can be estimated', () => {
  const { written, at, clear } = progress(true);
  at(0, 0, 1);
  at(1, 20, 100, 1);
  at(4, 2);
  at(10, 10, 1200, 3);
  at(600, 10);
  at(601, 40);
  clear();
  clear();
  expect(written).toEqual(
    [
      '0 of 40 tests, 1 request, 0 findings',
      '20 of 40 tests, 100 requests, 1 finding',
      '2 of 40 tests, 10 requests (2.5/s), 0 findings',
      '10 of 40 tests, 1200 requests (120/s), 3 findings, about 30 s left',
      '10 of 40 tests, 10 requests (0.0/s), 0 findings, about 30 min left',
      '40 of 40 tests, 10 requests (0.0/s), 0 findings',
      '',
    ].map((line) => `\r\x1b[K${line}`),
  );
});

test('the line is updated at most ten times per second', () => {
  const { written, at } = progress(true);
  for (let turn = 0; turn < 100; turn += 1) at(turn / 100, 1);
  expect(written).toHaveLength(10);
});

test('other output has a line every ten seconds, and none for a short run', () => {
  const { written, at, clear } = progress(false);
  for (let second = 0; second < 25; second += 1) at(second, 20, 100);
  clear();
  expect(written).toEqual([
    '20 of 40 tests, 100 requests (10/s), 0 findings, about 10 s left\n',
    '20 of 40 tests, 100 requests (5.0/s), 0 findings, about 20 s left\n',
  ]);
});

test('operations are counted first, then the scenarios that follow them', () => {
  const { written, at } = progress(false);
  at(10, 20, 100, 0, { done: 20, of: 30 });
  at(20, 30, 100, 0, { done: 30, of: 30 });
  at(30, 31, 100, 0, { done: 30, of: 30 });
  at(40, 35, 100, 0, { done: 28, of: 30 });
  at(50, 31, 100, 0, { done: 30, of: 40 });
  expect(written.map((line) => line.replace(/, \d+ requests.*\n/, ''))).toEqual([
    '20 of 30 operations, then 10 scenarios',
    '30 of 30 operations, 0 of 10 scenarios',
    '30 of 30 operations, 1 of 10 scenarios',
    // Operations of --allow-unsafe run last.
    '28 of 30 operations, 7 of 10 scenarios',
    '30 of 40 operations',
  ]);
});

test('nothing is shown in quiet mode', () => {
  for (const isTerminal of [true, false]) {
    const { written, at, clear } = progress(isTerminal, true);
    at(10, 1);
    at(30, 2);
    clear();
    expect(written).toEqual([]);
  }
});
