// Undo histories with shared structure, compared with plain lists.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type KnownChange, KnownChanges } from '../../src/store/log/undo-history.ts';
import { checkProperty } from '../support/runs.ts';

/** A list with its model. */
interface Version {
  readonly known: KnownChanges;
  readonly plain: readonly KnownChange[];
}

/** Lengths increase and start over. */
const changeOf = (number: number): KnownChange => ({ number, origin: undefined, edits: [], length: number % 40 });

/** The longest end of a list within a length; at least the newest change. */
function within(plain: readonly KnownChange[], most: number): readonly KnownChange[] {
  const lengthFrom = (start: number) => plain.slice(start).reduce((sum, { length }) => sum + length, 0);
  const start = plain.findIndex((_, at) => lengthFrom(at) <= most);
  return plain.slice(start === -1 ? -1 : start);
}

/** A new version on top of any earlier one, which may have other successors. */
const step = fc.record({
  on: fc.nat(),
  what: fc.oneof(
    { weight: 6, arbitrary: fc.constant('with' as const) },
    fc.constant('without' as const),
    fc.constant('after' as const),
    fc.constant('within' as const),
  ),
  // Mostly on the newest version, as in stores.
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

test('each version has only its own changes, regardless of additions to it and to others', () => {
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

test('returns the same list until there is another version', () => {
  const known = KnownChanges.none().with(changeOf(1));
  expect(known.all).toBe(known.all);
  expect(known.after(0).all).toBe(known.all);
});
