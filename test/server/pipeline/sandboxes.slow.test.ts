// The cost of a request among many sandboxes.

import { expect, test } from 'vitest';
import { Sandbox } from '../../../src/server/pipeline/sandbox/sandbox.ts';
import { Sandboxes } from '../../../src/server/pipeline/sandbox/sandboxes.ts';

function sandboxesAt(clock: { milliseconds: number }, count = 2) {
  const now = () => new Date(0);
  const main = new Sandbox({ name: 'main', stores: new Map(), now, seed: 'seed' });
  return new Sandboxes(main, { count, idle: 1000 }, () => clock.milliseconds);
}

/** A request that is accepted. */
function open(sandboxes: Sandboxes, name: string) {
  const { sandbox, accept: keep, leave } = sandboxes.visit(name);
  keep();
  leave();
  return sandbox;
}

test('a request costs the same among ten sandboxes and among ten thousand', () => {
  const costAmong = (count: number) => {
    const clock = { milliseconds: 0 };
    const sandboxes = sandboxesAt(clock, count);
    for (let number = 0; number < count; number += 1) open(sandboxes, `test-${number}`);
    const visits = () => {
      const before = process.cpuUsage();
      for (let done = 0; done < 3000; done += 1) open(sandboxes, `test-${done % 10}`);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    return Math.min(...Array.from({ length: 5 }, visits));
  };
  // It was a thousand times as much when each request scanned all of them.
  expect(costAmong(10_000)).toBeLessThan(50 * Math.max(costAmong(10), 100));
});
