// What the page decides without a browser: where one is, which exchanges are there and fit, what a body seems to be, what a fault plan is for.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faultPlanOf } from '../../src/inspector/exchanges/fault-plan.ts';
import { ALL, type Filter, fitting } from '../../src/inspector/exchanges/filter.ts';
import { mediaTypeOf } from '../../src/inspector/exchanges/media-type.ts';
import { hashOf, placeIn } from '../../src/inspector/place.ts';
import { type Row, rowsAfter } from '../../src/inspector/rows.ts';

const USUAL = { sandbox: 'main', tab: 'exchanges', rest: [] };

describe('a place', () => {
  test('is found again behind its hash', () => {
    const part = fc.string({ minLength: 1, unit: 'grapheme' });
    fc.assert(
      fc.property(part, part, fc.array(part), (sandbox, tab, rest) => {
        expect(placeIn(hashOf({ sandbox, tab, rest }), USUAL)).toEqual({ sandbox, tab, rest });
      }),
    );
  });

  test.each([
    ['', USUAL],
    ['#', USUAL],
    ['#/', USUAL],
    ['#/blue', { ...USUAL, sandbox: 'blue' }],
    ['#/blue/', { ...USUAL, sandbox: 'blue' }],
    ['#/blue/exchanges/17', { sandbox: 'blue', tab: 'exchanges', rest: ['17'] }],
    ['#/blue/%', { sandbox: 'blue', tab: '%', rest: [] }],
  ])('is the usual one as far as the hash %j says nothing', (hash, place) => {
    expect(placeIn(hash, USUAL)).toEqual(place);
  });
});

const row = (number: number, more: Partial<Row> = {}): Row => ({
  number,
  at: '2026-11-21T09:00:00.000Z',
  method: 'GET',
  target: '/pets',
  status: 200,
  findings: 0,
  warnings: 0,
  ...more,
});
const exchange = (number: number) => ({ event: 'exchange', id: '', data: row(number) }) as const;
const start = (resumed: boolean) =>
  ({ event: 'start', id: '', data: { sandbox: 'main', newest: 0, resumed } }) as const;
const numbers = (rows: readonly Row[]) => rows.map(({ number }) => number);

describe('the exchanges of a list', () => {
  test('are those that came, the newest first, and no more than are kept', () => {
    const some = rowsAfter([], [start(false), exchange(1), exchange(2)]);
    expect(numbers(rowsAfter(some, [exchange(3)]))).toEqual([3, 2, 1]);
    const many = rowsAfter(
      some,
      Array.from({ length: 1500 }, (_, index) => exchange(index + 3)),
    );
    expect([many.length, many[0]?.number, many.at(-1)?.number]).toEqual([1000, 1502, 503]);
  });

  test('go when somebody clears them, and when they are those of another sandbox', () => {
    const some = rowsAfter([], [exchange(1), exchange(2), { event: 'cleared', id: '', data: { to: 2 } }, exchange(3)]);
    expect(numbers(some)).toEqual([3]);
    expect(numbers(rowsAfter(some, [{ event: 'cleared', id: '', data: { to: 3 } }]))).toEqual([]);
    expect(numbers(rowsAfter(some, [start(true), exchange(4)]))).toEqual([4, 3]);
    expect(numbers(rowsAfter(some, [start(false), exchange(1)]))).toEqual([1]);
  });

  test('are the same list when nothing has come', () => {
    const some = [row(1)];
    expect(rowsAfter(some, [{ event: 'seed', id: '', data: { seed: 'x' } }])).toBe(some);
  });
});

describe('a filter', () => {
  const rows = [
    row(1, { operation: 'listPets', source: 'handler' }),
    row(2, {
      operation: 'addPet',
      status: 400,
      findings: 2,
      source: 'rejected',
      code: 'invalid_argument',
      caller: 'Resi',
    }),
    row(3, { operation: 'addPet', status: 503, fault: 'fault-1', source: 'fault', target: '/Pets?x' }),
  ];
  test.each<[string, Partial<Filter>, readonly number[]]>([
    ['nothing', {}, [1, 2, 3]],
    ['an operation', { operation: 'addPet' }, [2, 3]],
    ['a class of statuses', { status: '4' }, [2]],
    ['who answered', { source: 'fault' }, [3]],
    ['findings', { findings: true }, [2]],
    ['a fault', { fault: true }, [3]],
    ['the caller', { text: ' resi ' }, [2]],
    ['the code', { text: 'INVALID' }, [2]],
    ['the address', { text: '/pets?' }, [3]],
    ['all of it', { operation: 'addPet', text: '503' }, [3]],
  ])('by %s', (_, filter, expected) => {
    expect(numbers(fitting(rows, { ...ALL, ...filter }))).toEqual(expected);
  });
});

test.each([
  [undefined, undefined],
  ['', undefined],
  [' {"a":1}', 'application/json'],
  ['[]', 'application/json'],
  ['"a"', 'application/json'],
  ['-1', 'application/json'],
  ['<a/>', 'application/xml'],
  ['a=1&b=%20', 'application/x-www-form-urlencoded'],
  ['--xy\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--xy--', 'multipart/form-data; boundary=xy'],
  ['hello there', 'text/plain'],
  ['a=b c', 'text/plain'],
])('the body %j seems to be %s', (body, type) => {
  expect(mediaTypeOf(body)).toBe(type);
});

describe('a fault plan made of an exchange', () => {
  const {
    findings: _,
    warnings: __,
    ...brief
  } = row(1, { operation: 'addPet', caller: 'Resi', method: 'POST', target: '/pets?x=1' });
  const like = { by: 'operation', caller: false, body: false, times: '1' } as const;
  const whole = { ...brief, requestBody: '{"name":"Berta"}', findings: [], warnings: [] };
  test.each([
    ['its operation', like, { on: { operation: 'addPet' }, times: 1 }],
    [
      'its path, until it is lifted',
      { ...like, by: 'path', times: '' } as const,
      { on: { method: 'POST', path: '/pets' } },
    ],
    [
      'its caller and body',
      { ...like, caller: true, body: true },
      { on: { operation: 'addPet', caller: 'Resi', body: { name: 'Berta' } }, times: 1 },
    ],
    ['everything', { ...like, by: 'all' } as const, { times: 1 }],
  ])('is for %s', (_, which, plan) => {
    expect(faultPlanOf(whole, which, { delay: 5 })).toEqual({ ...plan, steps: [{ delay: 5 }] });
  });
});
