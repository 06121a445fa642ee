// Long work yields to the event loop; short work continues at once.

import { expect, test } from 'vitest';
import { yieldAfterLongWork } from '../../../src/server/pipeline/scheduling/work-queue.ts';

test.each([
  ['work that took a second yields', -1000, ['other', 'rested']],
  ['work that took no time continues at once', 1000, ['rested', 'other']],
])('%s', async (_title, began, order) => {
  const happened: string[] = [];
  const other = new Promise<void>((resolve) => {
    setImmediate(() => {
      happened.push('other');
      resolve();
    });
  });
  await yieldAfterLongWork(performance.now() + began);
  happened.push('rested');
  await other;
  expect(happened).toEqual(order);
});
