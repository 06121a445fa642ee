// One cause, one finding: groups of findings and their examples.

import { beforeEach, expect, test } from 'vitest';
import type { Operation } from '../../../src/openapi/document.ts';
import type { TestExchange } from '../../../src/verify/cases/test-case.ts';
import { FindingGroups } from '../../../src/verify/finding-groups.ts';

function exchange(target: string, status = 500): TestExchange {
  return {
    operation: { id: 'addNote', part: { pointer: '' } } as Operation,
    phase: 'boundaries',
    description: `with ${target}`,
    expectation: { kind: 'valid' },
    request: {
      method: 'GET',
      target,
      headers: [],
      body: undefined,
      rawParameters: { path: {}, query: '', headers: {} },
    },
    response: { status, headers: {}, body: Buffer.from('no') },
    decoded: { type: undefined, value: undefined },
  };
}

const finding = (message: string, cause = message, severity: 'error' | 'warning' = 'error') => ({
  severity,
  message,
  pointer: `/${message}`,
  cause,
});

let groups: FindingGroups;
beforeEach(() => {
  groups = new FindingGroups();
});

test('equal causes are one finding, with the smallest of three examples first, and a count', () => {
  for (const target of ['/four', '/seven!', '/a', '/longest!!!', '/a', '/two'])
    groups.add('no-server-error', exchange(target), [finding(`returned 500 (with ${target})`, '500')]);
  const [group, ...others] = groups.list();
  expect(others).toEqual([]);
  expect(group).toMatchObject({ count: 6, message: 'returned 500 (with /a)', cause: '500' });
  const examples = group ? [group.exchange, ...group.otherExchanges] : [];
  expect(examples.map(({ request }) => request.target)).toEqual(['/a', '/two', '/four']);
  expect(group?.variants).toEqual(['with /a', 'with /four', 'with /seven!', 'with /longest!!!', 'with /two']);
});

test('violations of one response are one finding, which names all of them', () => {
  groups.add('response-body', exchange('/a'), [finding('a is missing'), finding('b is missing')]);
  groups.add('response-body', exchange('/b'), [finding('b is missing'), finding('c is missing')]);
  groups.add('response-body', exchange('/c'), [finding('d is missing')]);
  expect(groups.list().map(({ message, count, cause }) => [message, count, cause])).toEqual([
    ['a is missing; b is missing; c is missing', 2, 'a is missing'],
    ['d is missing', 1, 'd is missing'],
  ]);
});

test('of violations of all items of a list, the first is shown', () => {
  groups.add('response-body', exchange('/a'), [finding('/0/id is wrong', '/*/id'), finding('/1/id is wrong', '/*/id')]);
  expect(groups.list().map(({ message, count }) => [message, count])).toEqual([['/0/id is wrong', 1]]);
});

test('findings that a later response connects become one', () => {
  groups.add('response-body', exchange('/aa'), [finding('a')]);
  groups.add('response-body', exchange('/b'), [finding('b')]);
  groups.add('response-body', exchange('/aabb'), [finding('b'), finding('a')]);
  expect(
    groups.list().map(({ message, count, cause, exchange: { request } }) => [message, count, cause, request.target]),
  ).toEqual([['b; a', 3, 'a', '/b']]);
  expect(groups.hasError('response-body', 'b')).toBe(true);
});

test('a response with known findings can be counted without becoming an example', () => {
  groups.add('response-body', exchange('/long'), [finding('a'), finding('b')]);
  const unknown = groups.countKnown(
    ['a', 'b', 'c'].map((one) => ({ ...finding(one), check: 'response-body' as const })),
  );
  expect(unknown.map(({ cause }) => cause)).toEqual(['c']);
  expect(groups.list().map(({ count, otherExchanges }) => [count, otherExchanges])).toEqual([[2, []]]);
});

test('more than five violations are counted', () => {
  groups.add(
    'response-body',
    exchange('/a'),
    [...'abcdefg'].map((one) => finding(one)),
  );
  expect(groups.list()[0]?.message).toBe('a; b; c; d; e; and 2 more');
});

test('errors and warnings, checks, and findings without a response stay apart', () => {
  groups.add('response-body', exchange('/a'), [finding('a'), finding('a', 'a', 'warning')]);
  groups.add('error-body', exchange('/a'), [finding('a')]);
  groups.add('examples-valid', exchange('/a', 0), [finding('a'), finding('b')]);
  expect(groups.list()).toHaveLength(5);
});
