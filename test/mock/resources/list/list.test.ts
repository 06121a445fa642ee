// List inputs and results: pagination, sorting, filters, counts and links.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildList, type ListRequest } from '../../../../src/mock/resources/operations/list.ts';
import type { StoredItem } from '../../../../src/mock/resources/resource.ts';
import {
  createItems,
  createPets,
  createRule,
  getMetadata,
  idsOf,
  type ListDeclaration,
  requestList,
} from './listed.ts';

const LIMIT = { type: 'integer', minimum: 1, maximum: 50, default: 3 };

test.each([
  ['size', '2 3 1 5 4'],
  ['-size', '5 1 3 2 4'],
])('a list by %s has the order of the enum, unlisted and missing values last', (sort, ids) => {
  const sizes = ['large', 'small', 'medium', undefined, 'huge'];
  const items = createItems(sizes.map((size) => ({ size })));
  expect(idsOf(requestList(createRule({ query: { sort: 'string' } }), items, { sort }))).toBe(ids);
});

describe('a list of seven pets returns', () => {
  test.each<[what: string, told: ListDeclaration, query: object, ids: string]>([
    ['all, without pagination inputs', {}, {}, '1 2 3 4 5 6 7'],
    ['all, without the optional size', { query: { limit: 'integer' } }, {}, '1 2 3 4 5 6 7'],
    ['the requested number', { query: { limit: 'integer' } }, { limit: 2 }, '1 2'],
    ['none, for size 0', { query: { limit: 'integer' } }, { limit: 0 }, ''],
    ['those of a page', { query: { page: 'integer', per_page: 'integer' } }, { page: 2, per_page: 3 }, '4 5 6'],
    ['those of the last page', { query: { page: 'integer', per_page: 'integer' } }, { page: 3, per_page: 3 }, '7'],
    ['none beyond the last page', { query: { page: 'integer', per_page: 'integer' } }, { page: 400, per_page: 3 }, ''],
    ['a page of the default size', { query: { page: 'integer', limit: LIMIT } }, { page: 2 }, '4 5 6'],
    [
      'the first page, numbered from 0',
      { query: { page: { type: 'integer', minimum: 0 }, size: 'integer' } },
      { page: 0, size: 2 },
      '1 2',
    ],
    [
      'the second page, for an index',
      { query: { pageIndex: 'integer', pageSize: 'integer' } },
      { pageIndex: 1, pageSize: 2 },
      '3 4',
    ],
    ['those after an offset', { query: { offset: 'integer', limit: 'integer' } }, { offset: 5, limit: 5 }, '6 7'],
    [
      'those after an offset from 1',
      { query: { startIndex: { type: 'integer', minimum: 1 }, count: 'integer' } },
      { startIndex: 3, count: 2 },
      '3 4',
    ],
    [
      'those of a page in brackets',
      { query: { 'page[number]': 'integer', 'page[size]': 'integer' } },
      { 'page[number]': 2, 'page[size]': 2 },
      '3 4',
    ],
    [
      'those of a page in an object',
      { query: { page: { type: 'object', properties: { offset: { type: 'integer' }, limit: { type: 'integer' } } } } },
      { page: { offset: 1, limit: 2 } },
      '2 3',
    ],
    ['those behind an item', { query: { starting_after: 'string', limit: 'integer' } }, { starting_after: '5' }, '6 7'],
    [
      'those before an item',
      { query: { ending_before: 'string', starting_after: 'string', limit: 'integer' } },
      { ending_before: '5', limit: 2 },
      '3 4',
    ],
    [
      'all before an item, if fewer than the size',
      { query: { ending_before: 'string', limit: 'integer' } },
      { ending_before: '3', limit: 5 },
      '1 2',
    ],
    ['the default number, for a negative size', { query: { limit: LIMIT } }, { limit: -1 }, '1 2 3'],
    [
      'those of a page, with a default offset',
      { query: { page: 'integer', offset: 'integer', limit: 'integer' } },
      { page: 2, offset: 0, limit: 2 },
      '3 4',
    ],
    [
      'those after an offset, with the first page',
      { query: { page: 'integer', offset: 'integer', limit: 'integer' } },
      { page: 1, offset: 4, limit: 2 },
      '5 6',
    ],
    [
      'at most the declared maximum',
      { query: { page: 'integer', limit: { type: 'integer', maximum: 2 } } },
      { limit: 5 },
      '1 2',
    ],
  ])('%s', (_, reported, query, ids) => {
    expect(idsOf(requestList(createRule(reported), createPets(7), query as Record<string, unknown>))).toBe(ids);
  });
});

const ZOO = createItems([
  {
    name: 'Bella',
    age: 3,
    status: 'sold',
    tags: ['small', 'black'],
    owner: { id: 'o1', name: 'Ann' },
    createdAt: '2024-03-01T00:00:00Z',
    isVaccinated: true,
  },
  {
    name: 'anton',
    age: 10,
    status: 'available',
    tags: [],
    owner: { id: 'o2', name: 'Bob' },
    createdAt: '2024-01-01T12:00:00+02:00',
    isVaccinated: false,
  },
  { name: 'Carla 100%', age: 9, status: 'available', tags: ['black'], createdAt: '2024-02-01T00:00:00Z' },
  {
    name: 'Dora',
    status: 'sold',
    tags: ['big'],
    owner: { id: 'o1', name: 'Ann' },
    createdAt: '2023-12-31T23:00:00-05:00',
  },
]);

describe('a list of a zoo returns, in this order,', () => {
  test.each<[what: string, query: ListDeclaration['query'], asked: object, ids: string]>([
    ['the youngest first, those without an age last', { sort: 'string' }, { sort: 'age' }, '1 3 2 4'],
    ['by owner, those without one last', { sort: 'string' }, { sort: 'owner' }, '1 4 2 3'],
    ['the oldest first, those without an age last', { sort: 'string' }, { sort: '-age' }, '2 3 1 4'],
    ['by two properties', { sort: 'string' }, { sort: 'status,-age' }, '2 3 1 4'],
    [
      'by a list of properties',
      { order_by: { type: 'array', items: { type: 'string' } } },
      { order_by: ['status', 'name'] },
      '3 2 1 4',
    ],
    ['by a property with a direction', { orderBy: 'string' }, { orderBy: 'name desc' }, '2 4 3 1'],
    ['by a property with a direction after a colon', { sort: 'string' }, { sort: 'name:desc' }, '2 4 3 1'],
    ['by a property with a direction as suffix', { sort: 'string' }, { sort: 'created_desc' }, '1 3 2 4'],
    [
      'by a property with a separate direction',
      { sortBy: 'string', order: { type: 'string', enum: ['asc', 'desc'] } },
      { sortBy: 'name', order: 'desc' },
      '2 4 3 1',
    ],
    ['by time, in any time zone', { sort: 'string' }, { sort: 'createdAt' }, '4 2 3 1'],
    [
      'the newest first, with a direction only',
      { direction: { type: 'string', enum: ['asc', 'desc'] } },
      { direction: 'desc' },
      '4 3 2 1',
    ],
    ['the newest first, with a direction as order', { sort: 'string' }, { sort: 'desc' }, '4 3 2 1'],
    [
      'by a property, with ascending false',
      { sort: 'string', ascending: 'boolean' },
      { sort: 'age', ascending: false },
      '2 3 1 4',
    ],
    [
      'by a property, with descending true',
      { sort: 'string', descending: 'boolean' },
      { sort: 'age', descending: true },
      '2 3 1 4',
    ],
    ['in the direction after a name, as in Spring', { sort: 'string' }, { sort: 'age,desc' }, '2 3 1 4'],
    [
      'in the directions of two names, sent separately',
      { sort: { type: 'array', items: { type: 'string' } } },
      { sort: ['status,asc', 'age,desc'] },
      '2 3 1 4',
    ],
    ['as created, for an unknown property', { sort: 'string' }, { sort: 'colour' }, '1 2 3 4'],

    ['those of a state', { status: 'string' }, { status: 'sold' }, '1 4'],
    [
      'those of several states',
      { status: { type: 'array', items: { type: 'string' } } },
      { status: ['sold', 'available'] },
      '1 2 3 4',
    ],
    ['those of several states in one text', { statuses: 'string' }, { statuses: 'sold,lost' }, '1 4'],
    ['those of all states, for "all"', { status: 'string' }, { status: 'all' }, '1 2 3 4'],
    ['those with a tag', { tag: 'string' }, { tag: 'black' }, '1 3'],
    ['those with an id', { ids: { type: 'array', items: { type: 'string' } } }, { ids: ['2', '4', '9'] }, '2 4'],
    ['those of an owner', { owner_id: 'string' }, { owner_id: 'o1' }, '1 4'],
    ['those of an owner, without an id suffix', { owner: 'string' }, { owner: 'o2' }, '2'],
    ['vaccinated ones', { vaccinated: 'boolean' }, { vaccinated: true }, '1'],
    ['those with a number', { age: 'integer' }, { age: 9 }, '3'],
    ['those with a name that contains a text', { name_like: 'string' }, { name_like: '%AR%' }, '3'],
    ['those with a name prefix', { 'name[startsWith]': 'string' }, { 'name[startsWith]': 'be' }, '1'],
    ['those with a name, for a text with a pattern character', { name_contains: 'string' }, { name_contains: '.' }, ''],
    ['those with a minimum age', { min_age: 'integer' }, { min_age: 9 }, '2 3'],
    ['those below an age', { age_lt: 'integer' }, { age_lt: 9 }, '1'],
    [
      'those created after a time',
      { created_after: { type: 'string', format: 'date-time' } },
      { created_after: '2024-01-01T10:00:00Z' },
      '1 3',
    ],
    [
      'those created until a time',
      { createdAt: { type: 'object', properties: { lte: { type: 'string', format: 'date-time' } } } },
      { createdAt: { lte: '2024-01-01T10:00:00Z' } },
      '2 4',
    ],
    ['those created since a day', { since: { type: 'string', format: 'date' } }, { since: '2024-02-01' }, '1 3'],
    [
      'those created between two days',
      { startDate: { type: 'string', format: 'date' }, endDate: { type: 'string', format: 'date' } },
      { startDate: '2024-01-01', endDate: '2024-02-15' },
      '2 3 4',
    ],
    ['those with a name prefix, not inside the name', { name_prefix: 'string' }, { name_prefix: 'ar' }, ''],
    [
      'all, for a bound of an unordered property',
      { vaccinated_from: 'string' },
      { vaccinated_from: 'true' },
      '1 2 3 4',
    ],
    ['those with a property', { age_exists: 'boolean' }, { age_exists: true }, '1 2 3'],
    ['those without a property', { age_exists: 'boolean' }, { age_exists: false }, '4'],
    ['those with at least a number', { age_gte: 'integer' }, { age_gte: 9 }, '2 3'],
    ['those with at most a number', { age_lte: 'integer' }, { age_lte: 9 }, '1 3'],
    ['those above a number', { age_gt: 'integer' }, { age_gt: 9 }, '2'],
    ['those created at a time, in any format', { created: 'string' }, { created: '2024-01-01T10:00:00Z' }, '2'],
    ['those without a tag, with any other tags', { tags_ne: 'string' }, { tags_ne: 'black' }, '2 4'],
    ['those not in a state', { status_ne: 'string' }, { status_ne: 'sold' }, '2 3'],
    ['those of a filter in brackets', { 'filter[status]': 'string' }, { 'filter[status]': 'sold' }, '1 4'],
    [
      'those of a filter in an object',
      { filter: { type: 'object', properties: { status: { type: 'string' } } } },
      { filter: { status: 'sold' } },
      '1 4',
    ],
    ['those that contain all words', { q: 'string' }, { q: 'BLACK car' }, '3'],
    ['those that contain a word in a nested value', { search: 'string' }, { search: 'bob' }, '2'],
    ['those that match every filter', { status: 'string', tag: 'string' }, { status: 'sold', tag: 'big' }, '4'],
    ['all, for empty filters', { status: 'string', q: 'string' }, { status: '', q: undefined }, '1 2 3 4'],
  ])('%s', (_, query, requested, ids) => {
    expect(idsOf(requestList(createRule({ ...(query && { query }) }), ZOO, requested as Record<string, unknown>))).toBe(
      ids,
    );
  });

  const TIME = { type: 'string', format: 'date-time' };
  test.each<[what: string, declared: Parameters<typeof createRule>[0], filters: string]>([
    ['start', { query: { from: TIME, to: TIME }, item: { start: TIME, end: TIME } }, 'from from start, to upTo start'],
    [
      'startsAt',
      { query: { from: TIME, before: TIME }, item: { startsAt: TIME } },
      'from from startsAt, before below startsAt',
    ],
    [
      'date',
      { query: { date_from: TIME, dateTo: TIME }, item: { date: TIME } },
      'date_from from date, dateTo upTo date',
    ],
    ['dueDate', { query: { since: TIME }, item: { dueDate: TIME } }, 'since from dueDate'],
    [
      'createdAt',
      { query: { from: TIME, to: TIME }, item: { shippedAt: TIME } },
      'from from createdAt, to upTo createdAt',
    ],
    [
      'properties in descriptions',
      {
        query: {
          from: { ...TIME, description: 'Events that end after this time' },
          to: { ...TIME, description: 'Events starting before this date' },
        },
        item: { start: TIME, end: TIME },
      },
      'from from end, to upTo start',
    ],
    [
      'a property in a description, not the bound of a range',
      { query: { from: TIME, to: { ...TIME, description: 'The end of the range' } }, item: { start: TIME, end: TIME } },
      'from from start, to upTo start',
    ],
    [
      'the bounds of an item, not equal values',
      { query: { start: TIME, end: TIME }, item: { start: TIME, end: TIME } },
      'start from start, end upTo end',
    ],
    ['an equal value', { query: { start: TIME }, item: { start: TIME, end: TIME } }, 'start is start'],
    [
      'annotated properties',
      {
        query: { from: TIME, to: TIME, label: 'string' },
        item: { start: TIME, end: TIME },
        annotations: { filters: { from: 'end', label: 'tags' } },
      },
      'from from end, to upTo start, label is tags',
    ],
  ])('items in a time range, by %s', (_, declared, filters) => {
    const found = createRule(declared).filters.map(
      ({ input, comparison, property }) => `${input.name} ${comparison} ${property?.path.join('.')}`,
    );
    expect(found.join(', ')).toBe(filters);
  });

  test('items that match the properties of a body', () => {
    const text = { type: 'string' };
    const number = { type: 'integer' };
    const rule = createRule({
      body: {
        filter: { type: 'object', properties: { status: text } },
        paging: { type: 'object', properties: { limit: number, offset: number } },
        orderBy: text,
      },
    });
    const body = { filter: { status: 'available' }, paging: { limit: 1, offset: 1 }, orderBy: '-name' };
    expect(idsOf(requestList(rule, ZOO, {}, body))).toBe('3');
  });
});

test.each([
  ['seconds', 1],
  ['milliseconds', 1000],
])('times stored as %s are compared with textual times', (_, factor) => {
  const at = (day: string) => (Date.parse(day) / 1000) * factor;
  const all = createItems([{ createdAt: at('2024-01-01') }, { createdAt: at('2024-03-01') }]);
  const rule = createRule({ query: { created_after: { type: 'string', format: 'date' } } });
  expect(idsOf(requestList(rule, all, { created_after: '2024-02-01' }))).toBe('2');
});

test('credentials are neither filters nor reported as unsupported', () => {
  const rule = createRule({
    query: { name: { type: 'string', description: 'Your API key.' }, access_token: 'string' },
  });
  expect(rule.ignored).toEqual([]);
  expect(idsOf(requestList(rule, ZOO, { name: 'secret', access_token: 'secret' }))).toBe('1 2 3 4');
});

test('unsupported parameters are known, and reported when they are sent', () => {
  const query = { fields: 'string', expand: 'string', to: 'string', min: 'integer', status: 'string', sort: 'string' };
  const rule = createRule({ query });
  expect(rule.ignored.map(({ name }) => name)).toEqual(['fields', 'expand', 'to', 'min']);
  expect(requestList(rule, ZOO, { fields: 'id', status: 'sold', sort: 'colour' }).warnings).toEqual([
    'fields is not supported and was ignored',
    'cannot sort by "colour"; it was ignored',
  ]);
});

test('the default page size is 20', () => {
  expect(requestList(createRule({ query: { page: 'integer' } }), createPets(25)).items).toHaveLength(20);
});

describe('for any request,', () => {
  const many = (count: number, text: (index: number) => string) => Array.from({ length: count }, (_, at) => text(at));
  const text = { type: 'string' };
  const texts = { type: 'array', items: text };

  test.each<[what: string, body: Record<string, object>, sent: object]>([
    ['words', { q: texts }, { q: many(101, (at) => `word${at}`) }],
    ['words in one text', { q: text }, { q: many(101, (at) => `word${at}`).join(' ') }],
    ['parts of a text', { name_like: texts }, { name_like: many(101, (at) => `part${at}`) }],
    ['bounds', { min_age: { type: 'array', items: { type: 'integer' } } }, { min_age: many(101, String) }],
  ])('more than a hundred %s are rejected', (_, body, sent) => {
    expect(() => requestList(createRule({ body }), ZOO, {}, sent)).toThrow('has 101 values; the maximum is 100');
  });

  test('repeated terms count once', () => {
    const sent = { q: many(1000, () => 'black') };
    expect(idsOf(requestList(createRule({ body: { q: texts } }), ZOO, {}, sent))).toBe('1 3');
  });

  test('wildcards around a term are stripped, however many, and nothing else', () => {
    const rule = createRule({ query: { name_like: 'string' } });
    expect(idsOf(requestList(rule, ZOO, { name_like: '%**arl*%' }))).toBe('3');
    expect(idsOf(requestList(rule, ZOO, { name_like: '0%*' }))).toBe('3');
    expect(idsOf(requestList(rule, ZOO, { name_like: 'a%l' }))).toBe('');
    expect(idsOf(requestList(rule, ZOO, { name_like: '***' }))).toBe('1 2 3 4');
    expect(idsOf(requestList(rule, ZOO, { name_like: `a${'*'.repeat(500_000)}b` }))).toBe('');
  });

  test('the first of repeated sort properties applies', () => {
    const rule = createRule({ body: { sort: texts } });
    const sort = ['-age', ...many(100_000, (at) => (at % 2 === 0 ? 'age' : '+age'))];
    expect(idsOf(requestList(rule, ZOO, {}, { sort }))).toBe('2 3 1 4');
  });

  test('at most a hundred unknown sort properties are reported', () => {
    const rule = createRule({ body: { sort: texts } });
    expect(requestList(rule, ZOO, {}, { sort: many(5000, (at) => `none${at}`) }).warnings).toHaveLength(100);
  });

  test.each<[body: Record<string, object>, ids: string]>([
    [{ owner_like: {} }, ''],
    [{ name_like: {} }, ''],
    [{ name: {} }, ''],
    [{ q: {} }, ''],
    [{ name_gt: {} }, ''],
    [{ cursor: {}, age: {} }, ''],
  ])('an object is not converted to text, even with a toString member: %j', (body, ids) => {
    const sent = Object.fromEntries(Object.keys(body).map((name) => [name, { toString: 1, valueOf: 1 }]));
    const send = () => idsOf(requestList(createRule({ body }), ZOO, {}, sent));
    if ('cursor' in body) expect(send).toThrow(/^invalid cursor /);
    else expect(send()).toBe(ids);
  });

  test('items with any member names are sorted and filtered', () => {
    const odd = { toString: 1, valueOf: 1 };
    const all = createItems([{ name: odd, status: odd }, { name: 'Ann' }, { name: odd }]);
    expect(idsOf(requestList(createRule({ query: { sort: 'string' } }), all, { sort: 'name' }))).toBe('2 1 3');
    expect(idsOf(requestList(createRule({ query: { name_like: 'string' } }), all, { name_like: 'valueof' }))).toBe(
      '1 3',
    );
  });
});

describe('the metadata of a page of seven pets contains', () => {
  const paged = { page: 'integer', per_page: 'integer' };
  const TEXT = { type: 'string' };
  test.each<[what: string, told: ListDeclaration, query: object, expected: object]>([
    [
      'the number of items and of pages',
      {
        query: paged,
        beside: { total: 'integer', total_pages: 'integer', page: 'integer', per_page: 'integer', count: 'integer' },
      },
      { page: 3, per_page: 3 },
      { total: 7, total_pages: 3, page: 3, per_page: 3, count: 1 },
    ],
    [
      'the total, for a count alone',
      { query: paged, beside: { count: 'integer' } },
      { page: 3, per_page: 3 },
      { count: 7 },
    ],
    [
      'in a metadata object',
      {
        query: paged,
        beside: {
          meta: {
            type: 'object',
            properties: { pagination: { type: 'object', properties: { total: { type: 'integer' } } } },
          },
        },
      },
      {},
      { 'meta.pagination.total': 7 },
    ],
    [
      'as in Spring',
      {
        query: { page: { type: 'integer', default: 0 }, size: 'integer' },
        beside: {
          totalElements: 'integer',
          last: 'boolean',
          first: 'boolean',
          number: 'integer',
          page: { type: 'object', properties: { number: { type: 'integer' }, size: { type: 'integer' } } },
        },
      },
      { page: 1, size: 4 },
      { totalElements: 7, last: true, first: false, 'page.number': 1, 'page.size': 4 },
    ],
    [
      'as in Spring, on an empty page with numbers beside the list',
      {
        query: { page: { type: 'integer', default: 0 }, size: 'integer' },
        beside: {
          totalPages: 'integer',
          number: 'integer',
          size: 'integer',
          numberOfElements: 'integer',
          empty: 'boolean',
          pageable: { type: 'object', properties: { pageNumber: { type: 'integer' }, offset: { type: 'integer' } } },
        },
      },
      { page: 3, size: 4 },
      {
        totalPages: 2,
        number: 3,
        size: 4,
        numberOfElements: 0,
        empty: true,
        'pageable.pageNumber': 3,
        'pageable.offset': 12,
      },
    ],
    [
      'that there are more',
      {
        query: { offset: 'integer', limit: 'integer' },
        beside: { has_more: 'boolean', offset: 'integer', limit: 'integer' },
      },
      { offset: 3, limit: 3 },
      { has_more: true, offset: 3, limit: 3 },
    ],
    [
      'that there are no more',
      { query: { offset: 'integer', limit: 'integer' }, beside: { has_more: 'boolean' } },
      { offset: 4, limit: 3 },
      { has_more: false },
    ],
    [
      'the URLs of the other pages',
      { query: paged, beside: { next: 'string', previous: 'string' } },
      { page: 2, per_page: 3 },
      { next: 'https://example.com/pets?per_page=3&page=3', previous: 'https://example.com/pets?per_page=3&page=1' },
    ],
    [
      'the last page, beyond the end',
      { query: paged, beside: { next: 'string', previous: 'string', total: 'integer', first: 'boolean' } },
      { page: 99, per_page: 3 },
      { next: undefined, previous: 'https://example.com/pets?per_page=3&page=3', total: 7, first: false },
    ],
    [
      'the offset of the last page, beyond the end',
      { query: { offset: 'integer', limit: 'integer' }, beside: { previous: 'string', total: 'integer' } },
      { offset: 70, limit: 2 },
      { previous: 'https://example.com/pets?limit=2&offset=6', total: 7 },
    ],
    [
      'that there is no previous page of an empty list',
      { query: { ...paged, name: 'string' }, beside: { previous: 'string', total: 'integer', first: 'boolean' } },
      { page: 99, per_page: 3, name: 'nobody' },
      { previous: undefined, total: 0, first: true },
    ],
    [
      'the other pages, in page links',
      {
        query: paged,
        beside: {
          links: {
            type: 'object',
            properties: {
              pages: {
                anyOf: [
                  { type: 'object', properties: { next: TEXT, last: TEXT } },
                  { type: 'object', properties: { prev: TEXT, first: TEXT } },
                ],
              },
            },
          },
        },
      },
      { page: 2, per_page: 4 },
      {
        'links.pages.next': undefined,
        'links.pages.last': 'https://example.com/pets?per_page=4&page=2',
        'links.pages.prev': 'https://example.com/pets?per_page=4&page=1',
        'links.pages.first': 'https://example.com/pets?per_page=4&page=1',
      },
    ],
    [
      'the other pages, in links',
      {
        query: { offset: 'integer', limit: 'integer' },
        beside: {
          _links: {
            type: 'object',
            properties: {
              next: { type: 'object', properties: { href: { type: 'string' } } },
              self: { type: 'object', properties: { href: { type: 'string' } } },
            },
          },
        },
      },
      { limit: 4 },
      {
        '_links.next.href': 'https://example.com/pets?limit=4&offset=4',
        '_links.self.href': 'https://example.com/pets?limit=4',
      },
    ],
    [
      'nothing about a missing page',
      { query: paged, beside: { next: { type: 'string', nullable: true }, prev: 'string', next_page: 'integer' } },
      { page: 1, per_page: 9 },
      { next: null, prev: undefined, next_page: undefined },
    ],
    [
      'null or empty values about a missing page',
      { query: paged, beside: { next: 'string' }, required: ['next'] },
      { page: 1, per_page: 9 },
      { next: '' },
    ],
    [
      'the offset, counted as in the request',
      {
        query: { startIndex: { type: 'integer', minimum: 1 }, count: 'integer' },
        beside: { startIndex: 'integer', next: 'string', nextOffset: 'integer' },
      },
      { startIndex: 3, count: 2 },
      { startIndex: 3, next: 'https://example.com/pets?count=2&startIndex=5', nextOffset: 5 },
    ],
    [
      'the page that contains an offset',
      { query: { offset: 'integer', limit: 'integer' }, beside: { page: 'integer', pages: 'integer' } },
      { offset: 4, limit: 2 },
      { page: 3, pages: 4 },
    ],
    [
      'that there is a previous page, and the first page',
      {
        query: { offset: 'integer', limit: 'integer' },
        beside: { has_previous: 'boolean', first: 'boolean', previous: 'string' },
      },
      { offset: 1, limit: 3 },
      { has_previous: true, first: false, previous: 'https://example.com/pets?limit=3&offset=0' },
    ],
    [
      'numbers as strings, if declared',
      { query: paged, beside: { total: 'string', totalPages: 'string' } },
      { per_page: 3 },
      { total: '7', totalPages: '3' },
    ],
    [
      'no number of a missing page, although required',
      { query: paged, beside: { next_page: 'integer' }, required: ['next_page'] },
      { page: 3, per_page: 3 },
      { next_page: 0 },
    ],
    [
      'no previous page of an empty list',
      { query: { offset: 'integer', status: 'string' }, beside: { has_previous: 'boolean' } },
      { offset: 3, status: 'lost' },
      { has_previous: false },
    ],
    [
      'the number of the next page',
      { query: paged, beside: { next_page: 'integer' } },
      { page: 1, per_page: 3 },
      { next_page: 2 },
    ],
  ])('%s', (_, reported, query, expected) => {
    expect(getMetadata(requestList(createRule(reported), createPets(7), query as Record<string, unknown>))).toEqual(
      expected,
    );
  });

  test('in required headers, even if empty', () => {
    const rule = createRule({ query: paged, headers: ['X-Next-Page', 'X-Prev-Page'], needsHeaders: true });
    expect(requestList(rule, createPets(7), { page: 1, per_page: 4 }).headers).toEqual({
      'x-next-page': '2',
      'x-prev-page': '',
    });
    const free = createRule({ query: paged, headers: ['X-Next-Page', 'X-Prev-Page'] });
    expect(requestList(free, createPets(7), { page: 2, per_page: 4 }).headers).toEqual({ 'x-prev-page': '1' });
  });

  test('in headers, if they are declared', () => {
    const rule = createRule({ query: paged, headers: ['Link', 'X-Total-Count', 'X-Request-Id'] });
    expect(requestList(rule, createPets(7), { page: 2, per_page: 3 }).headers).toEqual({
      link:
        '<https://example.com/pets?per_page=3&page=1>; rel="first", <https://example.com/pets?per_page=3&page=1>; rel="prev", ' +
        '<https://example.com/pets?per_page=3&page=3>; rel="next", <https://example.com/pets?per_page=3&page=3>; rel="last"',
      'x-total-count': '7',
    });
  });
});

const CURSORS: ListDeclaration = {
  query: { cursor: 'string', limit: 'integer', sort: 'string', status: 'string', name: 'string' },
  beside: { next_cursor: 'string' },
};
const cursorIn = (response: ReturnType<typeof requestList>) => getMetadata(response).next_cursor;

describe('a cursor', () => {
  const rule = createRule(CURSORS);

  test('is in the URLs of the adjacent pages, but not of the first one', () => {
    const reported = createRule({ query: { cursor: 'string', limit: 'integer' }, headers: ['Link', 'X-Next-Cursor'] });
    const first = requestList(reported, createPets(5), { limit: 2 }).headers;
    const cursor = first['x-next-cursor'];
    expect(first.link).toBe(
      `<https://example.com/pets?limit=2>; rel="first", <https://example.com/pets?limit=2&cursor=${cursor}>; rel="next"`,
    );
    const { headers, items } = requestList(reported, createPets(5), { limit: 9, cursor });
    expect(items.map(({ id }) => id)).toEqual(['3', '4', '5']);
    expect(headers).toEqual({ link: '<https://example.com/pets?limit=9>; rel="first"' });
  });

  test('has no URL if it is sent in a body', () => {
    const text = { type: 'string' };
    const searched = createRule({
      body: { cursor: text, limit: { type: 'integer' } },
      beside: { next: 'string', next_cursor: 'string' },
    });
    const { metadata: beside } = requestList(searched, createPets(5), {}, { limit: 2 });
    expect(beside).toEqual([
      [['next'], undefined],
      [['next_cursor'], expect.any(String)],
    ]);
  });

  test('continues after its page, despite added or deleted items', () => {
    const cursor = cursorIn(requestList(rule, createPets(5), { limit: 2 }));
    const later = createPets(7).filter(({ id }) => id !== '2' && id !== '3');
    expect(idsOf(requestList(rule, later, { limit: 2, cursor }))).toBe('4 5');
  });

  test('continues in the sort order of its list', () => {
    const cursor = cursorIn(requestList(rule, ZOO, { limit: 2, sort: '-age' }));
    const older = createItems([
      ...ZOO.map(({ item }) => item as object),
      { name: 'Eva', age: 11 },
      { name: 'Finn', age: 4 },
    ]);
    expect(idsOf(requestList(rule, older, { limit: 9, sort: '-age', cursor }))).toBe('6 1 4');
  });

  test.each<[what: string, cursor: (own: string) => string, query?: object]>([
    ['of a list in another order', (own) => own, { sort: 'name' }],
    ['of a list with another filter', (own) => own, { status: 'sold' }],
    ['with extra letters', (own) => `${own}AAAA`],
    ['that is nonsense', () => 'nonsense'],
    ['that is JSON of another kind', () => Buffer.from('["x",1]').toString('base64url')],
    ['with an invalid key', () => Buffer.from('[null,{"a":1},[]]').toString('base64url')],
    ['that is very long', () => 'A'.repeat(1_000_000)],
    ['named like an object member', () => '__proto__'],
  ])('%s is rejected', (_, cursor, query = {}) => {
    const own = String(cursorIn(requestList(rule, createPets(5), { limit: 2 })));
    expect(() => requestList(rule, createPets(5), { ...query, cursor: cursor(own) })).toThrow(/^invalid cursor /);
  });

  test('that is forged or belongs to a list below another parent is rejected', () => {
    const own = String(cursorIn(requestList(rule, createPets(5), { limit: 2 })));
    const [name, number] = JSON.parse(Buffer.from(own, 'base64url').toString());
    const made = Buffer.from(JSON.stringify([name, number, { a: 1 }])).toString('base64url');
    expect(() => requestList(rule, createPets(5), { cursor: made })).toThrow(/^invalid cursor /);
    expect(idsOf(requestList(rule, createPets(5), { cursor: own }, undefined, {}))).toBe('3 4 5');
    const below = () => requestList(rule, createPets(5), { cursor: own }, undefined, { ownerId: '2' });
    expect(below).toThrow(/^invalid cursor /);
  });

  test('leads backwards if the document has an input for that', () => {
    const both = createRule({
      query: { after: 'string', before: 'string', limit: 'integer' },
      beside: {
        paging: {
          type: 'object',
          properties: {
            cursors: { type: 'object', properties: { after: { type: 'string' }, before: { type: 'string' } } },
          },
        },
      },
    });
    const first = getMetadata(requestList(both, createPets(7), { limit: 3 }));
    const second = getMetadata(requestList(both, createPets(7), { limit: 3, after: first['paging.cursors.after'] }));
    expect(idsOf(requestList(both, createPets(7), { limit: 2, before: second['paging.cursors.before'] }))).toBe('2 3');
  });
});

describe('for any list,', () => {
  const item = fc.record({
    name: fc.option(fc.string(), { nil: undefined }),
    age: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
    status: fc.constantFrom('available', 'sold'),
  });
  const query = fc.record({
    sort: fc.constantFrom(undefined, 'age', '-age', 'name', '-name,age', 'status'),
    status: fc.constantFrom(undefined, 'sold', 'all'),
  });
  const size = fc.integer({ min: 1, max: 5 });

  test('the pages together contain every item once, in the order of the whole', () => {
    const cursors = createRule(CURSORS);
    const numbers = createRule({ query: { ...CURSORS.query, page: 'integer' } });
    const unpaged = createRule({ query: { sort: 'string', status: 'string' } });
    fc.assert(
      fc.property(fc.array(item, { maxLength: 30 }), query, size, (items, requested, limit) => {
        const all = createItems(items);
        const whole = idsOf(requestList(unpaged, all, requested));
        const byCursor: string[] = [];
        let cursor: unknown;
        do {
          const page = requestList(cursors, all, { ...requested, limit, ...(cursor !== undefined && { cursor }) });
          byCursor.push(...page.items.map(({ id }) => id));
          cursor = cursorIn(page);
        } while (cursor !== undefined && byCursor.length <= all.length);
        expect(byCursor.join(' ')).toBe(whole);
        const byNumber = Array.from({ length: all.length + 1 }, (_, page) =>
          requestList(numbers, all, { ...requested, limit, page: page + 1 }).items.map(({ id }) => id),
        );
        expect(byNumber.flat().join(' ')).toBe(whole);
      }),
      { numRuns: 60 },
    );
  });

  test('sort order, filters and totals are correct', () => {
    const rule = createRule({
      query: { sort: 'string', status: 'string', min_age: 'integer' },
      beside: { total: 'integer' },
    });
    fc.assert(
      fc.property(
        fc.array(item, { maxLength: 30 }),
        fc.constantFrom('sold', 'available'),
        fc.integer({ min: 0, max: 5 }),
        (items, status, least) => {
          const response = requestList(rule, createItems(items), { sort: '-age', status, min_age: least });
          const ages = response.items.map(({ item }) => (item as { readonly age: number }).age);
          expect(ages).toEqual(ages.toSorted((one, other) => other - one));
          const coerce = items.filter((one) => one.status === status && (one.age ?? -1) >= least);
          expect(getMetadata(response).total).toBe(coerce.length);
          expect(response.items).toHaveLength(coerce.length);
        },
      ),
    );
  });

  test('no input causes an error', () => {
    const rule = createRule({
      query: {
        q: 'string',
        sort: 'string',
        name_like: 'string',
        status: 'string',
        owner_id: 'string',
        created_after: 'string',
        page: 'integer',
        limit: 'integer',
      },
    });
    const anything = fc.oneof(
      fc.string(),
      fc.constantFrom('__proto__', 'constructor', '\ud800', '\0', '😀', '(', '[', '\\', '*', '%', '2024-13-45'),
      fc.integer(),
      fc.array(fc.string()),
    );
    const requested = fc.record(
      {
        q: anything,
        sort: anything,
        name_like: anything,
        status: anything,
        owner_id: anything,
        created_after: anything,
        page: anything,
        limit: anything,
      },
      { requiredKeys: [] },
    );
    fc.assert(fc.property(requested, (query) => void requestList(rule, ZOO, query)));
  });
});

describe('a list of a hundred thousand items', () => {
  /** A list that counts reads of its items. */
  function counted(beside: Readonly<Record<string, string>>) {
    let reads = 0;
    function* items(from: number): Generator<StoredItem> {
      for (let number = from + 1; number <= 100_000; number += 1) {
        reads += 1;
        yield { id: `${number}`, number, item: { id: `${number}`, name: `Pet ${number % 10}` } };
      }
    }
    const listing = { size: 100_000, values: (from = 0) => items(from) };
    const rule = createRule({
      query: { cursor: 'string', before: 'string', offset: 'integer', limit: 'integer', name: 'string' },
      beside,
    });
    const request = (query: object): ListRequest => ({
      parts: { path: {}, query: query as Record<string, unknown>, header: {}, cookie: {}, body: undefined },
      url: '/pets',
      findById: () => undefined,
    });
    return (query: object) => {
      reads = 0;
      const response = buildList(listing, rule, request(query));
      return { ids: idsOf(response), reported: getMetadata(response), looked: reads };
    };
  }

  test('reads only the items of a page, and a few to find its start', () => {
    const send = counted({ next_cursor: 'string', total: 'integer' });
    const first = send({ limit: 20 });
    expect({ looked: first.looked, total: first.reported.total }).toEqual({ looked: 21, total: 100_000 });
    expect(send({ limit: 2, offset: 70_000 })).toMatchObject({ ids: '70001 70002', looked: 3 });
    expect(send({ limit: 2, offset: 100_000 })).toMatchObject({ ids: '', looked: 0 });
    const far = send({ limit: 2, offset: 90_000, cursor: undefined });
    const next = send({ limit: 2, cursor: far.reported.next_cursor });
    expect(next.ids).toBe('90003 90004');
    expect(next.looked).toBeLessThan(25);
    const before = send({ limit: 2, before: far.reported.next_cursor });
    expect(before.ids).toBe('90000 90001');
    expect(before.looked).toBeLessThan(25);
  });

  test('with a filter does not read items before a cursor again', () => {
    const send = counted({ next_cursor: 'string' });
    const far = send({ limit: 9000, name: 'Pet 7' });
    expect(far.ids.endsWith(' 89987 89997')).toBe(true);
    const next = send({ limit: 2, name: 'Pet 7', cursor: far.reported.next_cursor });
    expect(next.ids).toBe('90007 90017');
    expect(next.looked).toBeLessThan(60);
  });
});

test('pages by cursor and by offset are those of the whole list, for any filter and order', () => {
  const rule = createRule({
    query: { cursor: 'string', before: 'string', offset: 'integer', limit: 'integer', sort: 'string', name: 'string' },
    beside: { next_cursor: 'string', previous_cursor: 'string', total: 'integer' },
  });
  const pet = fc.record({ name: fc.constantFrom('a', 'b'), createdAt: fc.constantFrom('2024-01-01', '2025-01-01') });
  const requested = fc.record(
    { sort: fc.constantFrom('name', '-createdAt', 'createdAt,-name'), name: fc.constantFrom('a', 'b') },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(pet, { maxLength: 30 }), requested, fc.integer({ min: 1, max: 7 }), (some, query, limit) => {
      // Some were deleted meanwhile, which leaves gaps in the numbers.
      const items = createItems(some).filter(({ number }) => number % 4 !== 0);
      const whole = idsOf(requestList(rule, items, query))
        .split(' ')
        .filter(Boolean);
      const pages: string[] = [];
      let cursor: unknown;
      for (let offset = 0; offset === 0 || offset < whole.length; offset += limit) {
        const page = requestList(rule, items, { ...query, limit, ...(offset > 0 && { cursor }) });
        pages.push(idsOf(page));
        expect(idsOf(requestList(rule, items, { ...query, limit, offset }))).toBe(idsOf(page));
        const reported = getMetadata(page);
        expect(reported.total).toBe(whole.length);
        if (offset > 0) {
          const back = requestList(rule, items, { ...query, limit, before: reported.previous_cursor });
          expect(idsOf(back)).toBe(pages.at(-2));
        }
        cursor = reported.next_cursor;
      }
      expect(pages.join(' ').split(' ').filter(Boolean)).toEqual(whole);
    }),
  );
});

test('recursive schemas of request and response are read up to a limit', () => {
  const names = Array.from({ length: 100 }, (_, index) => `meta${'_'.repeat(index)}`);
  const Deep = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { $ref: '#/components/schemas/Deep' }])),
  };
  const reference = { $ref: '#/components/schemas/Deep' };
  const rule = createRule({
    body: { deep: reference, limit: { type: 'integer' } },
    beside: { meta: reference },
    schemas: { Deep },
  });
  expect(rule.ignored.length).toBeLessThanOrEqual(300);
  expect(idsOf(requestList(rule, createPets(7)))).toBe('1 2 3 4 5 6 7');
});
