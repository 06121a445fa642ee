// What can be taken back, version by version: lists that share what they are kept in, beside plain ones.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type KnownChange, KnownChanges } from '../../src/store/log/undo-history.ts';
import { checkProperty } from '../support/runs.ts';

/** A list with what it should hold. */
interface Version {
  readonly known: KnownChanges;
  readonly plain: readonly KnownChange[];
}

/** Each is longer than the one before, and then short again. */
const changeOf = (number: number): KnownChange => ({ number, origin: undefined, edits: [], length: number % 40 });

/** The longest end of a list that is within so much; the newest one in any case. */
function within(plain: readonly KnownChange[], most: number): readonly KnownChange[] {
  const lengthFrom = (start: number) => plain.slice(start).reduce((sum, { length }) => sum + length, 0);
  const start = plain.findIndex((_, at) => lengthFrom(at) <= most);
  return plain.slice(start === -1 ? -1 : start);
}

/** One more version on top of any earlier one, which may have others on top of it already. */
const step = fc.record({
  on: fc.nat(),
  what: fc.oneof(
    { weight: 6, arbitrary: fc.constant('with' as const) },
    fc.constant('without' as const),
    fc.constant('after' as const),
    fc.constant('within' as const),
  ),
  // Mostly on the newest one, and of the newest ones only: as stores do it.
  isNewest: fc.boolean(),
  count: fc.nat({ max: 30 }),
});

type What = 'with' | 'without' | 'after' | 'within';

function next({ known, plain }: Version, what: What, count: number, number: number): Version {
  if (what === 'within') return { known: known.within(20 * count), plain: within(plain, 20 * count) };
  if (what === 'with') return { known: known.with(changeOf(number)), plain: [...plain, changeOf(number)] };
  if (what === 'without')
    return { known: known.without(count), plain: plain.slice(0, Math.max(0, plain.length - count)) };
  return { known: known.after(number - count), plain: plain.filter((change) => change.number > number - count) };
}

test('each version keeps its own changes, whatever is made on top of it and of others', () => {
  checkProperty(
    fc.property(fc.array(step, { maxLength: 200, size: 'max' }), (steps) => {
      const versions: Version[] = [{ known: KnownChanges.none(), plain: [] }];
      for (const [index, { on, what, isNewest, count }] of steps.entries()) {
        const before = versions.at(isNewest ? -1 : on % versions.length);
        if (before) versions.push(next(before, what, count, index + 1));
      }
      for (const { known, plain } of versions) {
        expect(known.all).toEqual(plain);
        expect(known.length).toBe(plain.length);
      }
    }),
  );
});

test('is the same list each time that it is asked for, until there is another version', () => {
  const known = KnownChanges.none().with(changeOf(1));
  expect(known.all).toBe(known.all);
  expect(known.after(0).all).toBe(known.all);
});
