// JSON values of the inspector, columns of tables, and lists of changes.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnsFor } from '../../src/inspector/data/columns.ts';
import { changesAfter, summaryOf } from '../../src/inspector/history/merge-changes.ts';
import {
  brief,
  differences,
  isSame,
  pointerTo,
  rebased,
  stepsIn,
  valueAt,
  without,
  withValue,
} from '../../src/inspector/parts/values.ts';

const name = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'a/b', '~1', ''));
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.jsonValue({ maxDepth: 0 }),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.array(fc.tuple(name, tie('value')), { maxLength: 4 }).map((members) => Object.fromEntries(members)),
}));

describe('values', () => {
  test('become the other value when all differences are applied', () => {
    fc.assert(
      fc.property(value, value, (was, is) => {
        expect(isSame(rebased(was, is, was), is)).toBe(true);
        expect(differences(was, is).length === 0).toBe(isSame(was, is));
      }),
    );
  });

  test('merge edits of two users', () => {
    const base = { name: 'Minka', kind: 'cat', owner: { first: 'Resi', last: 'Huber' }, old: true };
    const mine = { name: 'Mitzi', kind: 'cat', owner: { first: 'Resi', last: 'Maier' } };
    const theirs = { name: 'Minka', kind: 'dog', owner: { first: 'Rosa', last: 'Huber' }, old: true, legs: 4 };
    const both = { name: 'Mitzi', kind: 'dog', owner: { first: 'Rosa', last: 'Maier' }, legs: 4 };
    expect(rebased(base, mine, theirs)).toEqual(both);
  });

  test('are read and changed by any path, immutably', () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), value, value, (steps, whole, put) => {
        const before = JSON.stringify(whole);
        expect(stepsIn(pointerTo(steps))).toEqual(steps);
        fc.pre(!hasList(whole, steps));
        const changed = withValue(whole, steps, put);
        expect(valueAt(changed, steps)).toBe(put);
        expect(valueAt(without(changed, steps), steps)).toBeUndefined();
        expect(JSON.stringify(whole)).toBe(before);
        expect(Object.getPrototypeOf({})).toBe(Object.prototype);
      }),
    );
  });

  const hasList = (whole: unknown, steps: readonly string[]) =>
    steps.some((_, index) => Array.isArray(valueAt(whole, steps.slice(0, index))));

  test.each([
    ['x'.repeat(200), `${'x'.repeat(160)}…`],
    [['a', 1, true], 'a, 1, true'],
    [[{}], '1 item'],
    [[1, 2, 3, 4, 5, 6], '6 items'],
    [{ a: 1 }, '1 property'],
    [null, 'null'],
    [undefined, ''],
  ])('are shown in one line: %j', (whole, text) => {
    expect(brief(whole)).toBe(text);
  });
});

test('columns are names, then properties of the schema, then objects and arrays, as many as fit', () => {
  const fields = ['/id', '/owner', '/tags', '/title', '/owner/id', '/never'].map((pointer) => ({
    pointer,
    types: pointer === '/tags' ? ['array'] : ['string'],
    required: false,
  }));
  const row = {
    id: '1',
    name: '1',
    key: '1',
    cells: new Map(['/id', '/tags', '/other', '/owner', '/title', '/item/~1'].map((at) => [at, ''])),
  };
  const labels = (width: number) => columnsFor([row], fields, width).map(({ label }) => label);
  expect(labels(2000)).toEqual(['title', 'owner', 'other', '/', 'tags']);
  expect(labels(400)).toEqual(['title', 'owner']);
  expect(labels(10)).toEqual(['title']);
  expect(columnsFor([], fields, 2000).map(({ label }) => label)).toEqual(['title', 'owner', 'never', 'tags']);
});

describe('changes', () => {
  const change = (number: number) => ({ number, touched: 0, edits: [] });
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => change(from + at));

  test('extend the known list, or are loaded again where there is a gap', async () => {
    const requested: number[] = [];
    const reader = (newest: number) => async (limit: number) => {
      requested.push(limit);
      return range(Math.max(1, newest - limit + 1), newest);
    };
    const first = await changesAfter([], reader(250));
    const next = await changesAfter(first, reader(300));
    expect(next.map(({ number }) => number)).toEqual(
      range(1, 300)
        .map(({ number }) => number)
        .reverse(),
    );
    expect(requested).toEqual([1000, 100]);
    expect(await changesAfter(next, reader(900))).toHaveLength(900);
    expect(requested).toEqual([1000, 100, 100, 1000]);
  });

  test.each([
    [[['pets', '1', 'added']], 1, 'pets 1 added'],
    [
      [
        ['pets', '1', 'added'],
        ['pets', '2', 'added'],
        ['keepers', '1', 'removed'],
      ],
      3,
      '2 added in pets; 1 removed in keepers',
    ],
    [[['pets', '1', 'changed']], 1200, '1,200 records: pets …'],
    [[], 0, ''],
  ] as const)('are summarized in one line: %j', (edits, touched, text) => {
    const reported = edits.map(([collection, id, kind]) => ({ collection, id, kind }));
    expect(summaryOf({ number: 1, touched, edits: reported })).toBe(text);
  });
});
