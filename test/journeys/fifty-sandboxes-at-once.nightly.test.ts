// Fifty concurrent sandboxes with two hundred requests each, over every protocol and with every fault: the seed determines every byte.

import { expect, test } from 'vitest';
import { play, scriptsOf } from '../support/sandboxes/runs.ts';

/** The minimum number of occurrences of a value. */
const OFTEN = 10;

/** The sorted values of the first group of a pattern that occur at least OFTEN times in the texts. */
function seen(reported: readonly string[], pattern: RegExp): readonly string[] {
  const counts = new Map<string, number>();
  for (const text of reported) {
    const word = pattern.exec(text)?.[1];
    if (word !== undefined) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].flatMap(([word, times]) => (times >= OFTEN ? [word] : [])).sort();
}

test('fifty concurrent sandboxes return the same bytes in another process and order, with various results', async () => {
  const scripts = scriptsOf(13, { sandboxes: 50, requests: 200 });
  const [one, other] = await Promise.all([
    play(scripts, { seed: 'one', atOnce: 50 }),
    play(scripts, { seed: 'other', atOnce: 7 }),
  ]);
  for (const { name } of scripts) {
    expect(one.get(name)?.length, name).toBeGreaterThan(200);
    expect(other.get(name), name).toEqual(one.get(name));
  }
  const reported = [...one.values()].flat();
  expect(seen(reported, /^(?:HTTP\/1\.1 |:status: )(\d+)/)).toEqual(
    expect.arrayContaining(['200', '201', '204', '400', '401', '404', '405', '406', '503']),
  );
  expect(seen(reported, /grpc-status: (\d+)/)).toEqual(expect.arrayContaining(['0', '3', '5', '9', '12', '14', '16']));
  expect(seen(reported, /\n-- (.*)$/)).toEqual([
    'ECONNRESET',
    'the client gives up',
    'the connection ends',
    'the stream ends with 0',
    'the stream ends with 2',
    'the stream ends with 8',
  ]);
});
