// Fifty sandboxes that are asked two hundred things each at the same time, over every protocol and under faults of every kind: the seed decides on each byte.

import { expect, test } from 'vitest';
import { play, scriptsOf } from '../support/sandboxes/runs.ts';

/** How often something must have come to be seen. */
const OFTEN = 10;

/** What the first group of a pattern finds in texts that begin, end or go on like that, in order. */
function seen(told: readonly string[], pattern: RegExp): readonly string[] {
  const counts = new Map<string, number>();
  for (const text of told) {
    const word = pattern.exec(text)?.[1];
    if (word !== undefined) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].flatMap(([word, times]) => (times >= OFTEN ? [word] : [])).sort();
}

test('fifty sandboxes at once answer the same bytes in another process and in another order, and much of it could differ', async () => {
  const scripts = scriptsOf(13, { sandboxes: 50, requests: 200 });
  const [one, other] = await Promise.all([
    play(scripts, { seed: 'one', atOnce: 50 }),
    play(scripts, { seed: 'other', atOnce: 7 }),
  ]);
  for (const { name } of scripts) {
    expect(one.get(name)?.length, name).toBeGreaterThan(200);
    expect(other.get(name), name).toEqual(one.get(name));
  }
  const told = [...one.values()].flat();
  expect(seen(told, /^(?:HTTP\/1\.1 |:status: )(\d+)/)).toEqual(
    expect.arrayContaining(['200', '201', '204', '400', '401', '404', '405', '406', '503']),
  );
  expect(seen(told, /grpc-status: (\d+)/)).toEqual(expect.arrayContaining(['0', '3', '5', '9', '12', '14', '16']));
  expect(seen(told, /\n-- (.*)$/)).toEqual([
    'ECONNRESET',
    'the client gives up',
    'the connection ends',
    'the stream ends with 0',
    'the stream ends with 2',
    'the stream ends with 8',
  ]);
});
