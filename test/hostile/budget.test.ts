// Attack costs above the budget are reported.

import { expect, test } from 'vitest';
import { excessOf } from './budget.ts';
import type { Cost } from './measure.ts';

const frugal: Cost = { requests: 10, processorTime: 100, wait: 10, peak: 100e6, stored: 0 };

test.each([
  ['nothing', frugal, []],
  ['processor time', { ...frugal, processorTime: 3000 }, ['300 ms of processor time for a request, not 200']],
  ['a wait', { ...frugal, wait: 1010 }, ['1010 ms of processor time while another client waited, not 1000']],
  ['memory', { ...frugal, peak: 1024 ** 3 }, ['1024 MB of memory, not 600']],
  ['memory kept', { ...frugal, stored: 100 * 1024 ** 2 }, ['100 MB of memory kept afterwards, not 80']],
  ['no request', { ...frugal, requests: 0 }, ['Infinity ms of processor time for a request, not 200']],
])('%s: reported if above the budget', (_what, cost, excess) => {
  expect(excessOf(cost)).toEqual(excess);
});
