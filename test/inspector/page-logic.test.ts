// Logic of the inspector that needs no browser: locations, lists, filters, forms, ids.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ownId, parentIds } from '../../src/inspector/parts/record-id.ts';
import { hashOf, placeIn } from '../../src/inspector/place.ts';
import { faultPlanOf } from '../../src/inspector/requests/fault-plan.ts';
import { ALL, type Filter, fitting } from '../../src/inspector/requests/filter.ts';
import { headersIn, linesOf, pinnable, resendable } from '../../src/inspector/requests/header-lines.ts';
import { mediaTypeOf } from '../../src/inspector/requests/media-type.ts';
import { pinPlan, responseFields } from '../../src/inspector/requests/pinned-response.ts';
import { type Row, rowsAfter } from '../../src/inspector/rows.ts';

const USUAL = { sandbox: 'main', tab: 'requests', rest: [] };

describe('a location', () => {
  test('is restored from its URL fragment', () => {
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
    ['#/blue/requests/17', { sandbox: 'blue', tab: 'requests', rest: ['17'] }],
    ['#/blue/%', { sandbox: 'blue', tab: '%', rest: [] }],
  ])('has defaults for missing parts of the fragment %j', (hash, place) => {
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

describe('the list of requests', () => {
  test('has the newest requests first, and at most as many as the server stores', () => {
    const some = rowsAfter([], [start(false), exchange(1), exchange(2)]);
    expect(numbers(rowsAfter(some, [exchange(3)]))).toEqual([3, 2, 1]);
    const many = rowsAfter(
      some,
      Array.from({ length: 1500 }, (_, index) => exchange(index + 3)),
    );
    expect([many.length, many[0]?.number, many.at(-1)?.number]).toEqual([1000, 1502, 503]);
  });

  test('is emptied when the log is cleared or belongs to another sandbox', () => {
    const some = rowsAfter([], [exchange(1), exchange(2), { event: 'cleared', id: '', data: { to: 2 } }, exchange(3)]);
    expect(numbers(some)).toEqual([3]);
    expect(numbers(rowsAfter(some, [{ event: 'cleared', id: '', data: { to: 3 } }]))).toEqual([]);
    expect(numbers(rowsAfter(some, [start(true), exchange(4)]))).toEqual([4, 3]);
    expect(numbers(rowsAfter(some, [start(false), exchange(1)]))).toEqual([1]);
  });

  test('is the same list when nothing has changed', () => {
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
    ['the source', { source: 'fault' }, [3]],
    ['findings', { findings: true }, [2]],
    ['a fault', { fault: true }, [3]],
    ['the caller', { text: ' resi ' }, [2]],
    ['the code', { text: 'INVALID' }, [2]],
    ['the address', { text: '/pets?' }, [3]],
    ['several conditions', { operation: 'addPet', text: '503' }, [3]],
  ])('by %s', (_, filter, expected) => {
    expect(numbers(fitting(rows, { ...ALL, ...filter }))).toEqual(expected);
  });
});

test.each([
  [undefined, undefined, undefined],
  ['', 'text/plain', undefined],
  ['{"a":1}', 'application/json; charset=utf-8', 'application/json; charset=utf-8'],
  ['{"a":1}', 'application/grpc+proto', 'application/json'],
  ['hello there', undefined, 'text/plain'],
])('the body %j with the type %j has the media type %s', (body, header, type) => {
  expect(mediaTypeOf(body, header === undefined ? {} : { 'content-type': header })).toBe(type);
});

describe('headers in a form', () => {
  test('are written and read one per line', () => {
    const headers = { accept: 'a/b', 'x-note': 'c: d' };
    expect(linesOf(headers)).toBe('accept: a/b\nx-note: c: d');
    expect(headersIn(`${linesOf(headers)}\n\n X-More :1`.replace(' :1', ':1'))).toEqual({ ...headers, 'x-more': '1' });
    expect(() => headersIn('accept: a\nnonsense')).toThrow('Not a header: nonsense');
  });

  test('are limited to those that a page can send or a response can set', () => {
    const sent = {
      host: 'a',
      cookie: 'b',
      authorization: '[redacted]',
      'sec-fetch-mode': 'cors',
      accept: 'c',
      'x-d': 'e',
    };
    expect(resendable(sent)).toEqual({ accept: 'c', 'x-d': 'e' });
    const returned = {
      etag: '"1"',
      'content-type': 'a',
      'x-understudy-source': 'stored',
      location: '/1',
      'x-total': '2',
    };
    expect(pinnable(returned)).toEqual({ location: '/1', 'x-total': '2' });
  });
});

describe('an edited response', () => {
  const exchange = {
    number: 1,
    at: '',
    method: 'GET',
    target: '/pets/1',
    operation: 'getPet',
    api: 'pets',
    status: 200,
    responseHeaders: { 'content-type': 'application/json', etag: '"1"', 'x-total': '1' },
    responseBody: '{"id":"1"}',
    findings: [],
    warnings: [],
  };
  const fields = responseFields(exchange);

  test('starts with the recorded one', () => {
    expect(fields).toEqual({
      status: '200',
      headers: 'x-total: 1',
      body: '{\n  "id": "1"\n}',
      isOnce: true,
      isUndeclared: false,
    });
    expect(pinPlan(exchange, fields)).toEqual({
      on: { operation: 'getPet', api: 'pets' },
      times: 1,
      steps: [{ status: 200, headers: { 'x-total': '1' }, body: { id: '1' } }],
    });
  });

  test('can be permanent, without a body, and undeclared', () => {
    const changed = { ...fields, status: '404', headers: '', body: ' ', isOnce: false, isUndeclared: true };
    expect(pinPlan(exchange, changed)).toEqual({
      on: { operation: 'getPet', api: 'pets' },
      steps: [{ status: 404, undeclared: true }],
    });
  });

  test('needs valid JSON where the recorded body was JSON', () => {
    expect(() => pinPlan(exchange, { ...fields, body: '{' })).toThrow('The body is not valid JSON');
    const text = { ...exchange, responseHeaders: { 'content-type': 'text/plain' }, responseBody: 'moo' };
    expect(pinPlan(text, responseFields(text)).steps).toEqual([{ status: 200, body: 'moo' }]);
  });
});

describe('the id of a record', () => {
  test.each([
    ['7', { id: 7 }, '7', []],
    ['1/2', { parents: { petId: '1' }, item: { id: 2 } }, '2', ['1']],
    ['1/a%2Fb/3', { key: 3 }, '3', ['1', 'a/b']],
    ['folder/file', { id: 'folder/file' }, 'folder/file', []],
    ['folder/file', { name: 'other' }, 'folder/file', []],
  ])('%s of %j is shown as %s below %j', (id, record, own, parents) => {
    expect([ownId(id, record), parentIds(id, record).map(({ name }) => name)]).toEqual([own, parents]);
  });
});

describe('a fault for requests like one', () => {
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
      'its path, until it is removed',
      { ...like, by: 'path', times: '' } as const,
      { on: { method: 'POST', path: '/pets' } },
    ],
    [
      'its caller and body',
      { ...like, caller: true, body: true },
      { on: { operation: 'addPet', caller: 'Resi', body: { name: 'Berta' } }, times: 1 },
    ],
    ['everything', { ...like, by: 'all' } as const, { times: 1 }],
  ])('matches %s', (_, which, plan) => {
    expect(faultPlanOf(whole, which, { delay: 5 })).toEqual({ ...plan, steps: [{ delay: 5 }] });
  });
});
