// Pagination of searches: offset, limit and asc.

import { describe, expect, test } from 'vitest';
import { mockServerWith, OF_MURMELTAL } from '../support/identity-records.ts';
import { send, type TestResponse } from '../support/mock-server.ts';
import { rejection } from '../support/rejection.ts';
import { sharedMockServer } from '../support/shared-mock-server.ts';

const shared = sharedMockServer();
const SEARCHES = [
  {
    path: '/management/v1/projects/_search',
    oldestFirst: OF_MURMELTAL,
    name: 'name',
  },
  {
    path: '/management/v1/policies/login/idps/_search',
    oldestFirst: ['Alpine Club Login', 'Hut Kiosk Badge', 'Mail Account', 'Code Forge'],
    name: 'idpName',
  },
];

describe.each(SEARCHES)('a page of $path', ({ path, oldestFirst, name }) => {
  const newestFirst = oldestFirst.toReversed();
  const namesIn = ({ body }: TestResponse): string[] =>
    body.result.map((found: Record<string, unknown>) => found[name]);

  test.each([
    ['no query', undefined, newestFirst],
    ['an empty query', {}, newestFirst],
    ['asc', { asc: true }, oldestFirst],
    ['asc: false', { asc: false }, newestFirst],
    ['a limit', { limit: 2 }, newestFirst.slice(0, 2)],
    ['a limit, oldest first', { limit: 2, asc: true }, oldestFirst.slice(0, 2)],
    ['a limit as a text', { limit: '2' }, newestFirst.slice(0, 2)],
    ['the limit 0, which means no limit', { limit: 0 }, newestFirst],
    ['the largest limit', { limit: 1000 }, newestFirst],
    ['an offset', { offset: '3' }, newestFirst.slice(3)],
    ['an offset as a number', { offset: 3 }, newestFirst.slice(3)],
    ['offset and limit', { offset: '1', limit: 2, asc: true }, oldestFirst.slice(1, 3)],
    ['the offset of the last result', { offset: String(oldestFirst.length - 1) }, newestFirst.slice(-1)],
    ['an offset at the end', { offset: String(oldestFirst.length) }, []],
    ['the largest offset', { offset: '18446744073709551615', limit: 1000 }, []],
    ['null for every field', { offset: null, limit: null, asc: null }, newestFirst],
  ])('with %s', async (_, query, shown) => {
    const response = await send(shared(), 'POST', path, { body: { query } });
    expect(response.status).toBe(200);
    expect(namesIn(response)).toEqual(shown);
    // The total is counted before paging, on an empty page too.
    expect(response.body.details.totalResult).toBe(String(oldestFirst.length));
  });

  test.each([1001, '1001', 4294967295])('rejects the limit %j', async (limit) => {
    const { status, body } = await send(shared(), 'POST', path, { body: { query: { limit } } });
    expect(status).toBe(400);
    expect(body).toEqual(rejection(3, 'Limit exceeded', 'QUERY-4M0fs'));
  });

  test.each([
    ['limit', -1],
    ['limit', 1.5],
    ['limit', 4294967296],
    ['limit', 'many'],
    ['limit', '-1'],
    ['limit', true],
    ['offset', -1],
    ['offset', '-1'],
    ['offset', 0.5],
    ['offset', '1.5'],
    ['offset', '18446744073709551616'],
    ['offset', ''],
    ['offset', [1]],
    ['asc', 'true'],
    ['asc', 1],
  ])('rejects %s %j with the name of the field', async (field, value) => {
    const { status, body } = await send(shared(), 'POST', path, { body: { query: { [field]: value } } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 3, message: expect.stringContaining(`/query/${field}`) });
  });
});

const PROJECTS = '/management/v1/projects/_search';

test('returns a thousand results without a limit, and the total of all', async () => {
  const mockServer = await mockServerWith(({ projects }) => {
    const [first] = projects;
    if (!first) throw new Error('no project to copy');
    for (let count = 0; count < 1100; count += 1)
      projects.push({ ...first, id: `copy-${count}`, name: `Copy ${count}` });
  });
  const { body } = await send(mockServer, 'POST', PROJECTS, { body: {} });
  expect(body.result).toHaveLength(1000);
  expect(body.details.totalResult).toBe('1107');
  const rest = await send(mockServer, 'POST', PROJECTS, { body: { query: { offset: '1000', limit: 1000 } } });
  expect(rest.body.result).toHaveLength(107);
});

test('sorts results of the same age by id', async () => {
  const mockServer = await mockServerWith(({ projects }) => {
    projects.forEach((project, index) => {
      projects[index] = { ...project, creationDate: '2025-01-01T00:00:00Z' };
    });
    projects.reverse();
  });
  const idsOf = async (asc: boolean): Promise<string[]> => {
    const { body } = await send(mockServer, 'POST', PROJECTS, { body: { query: { asc } } });
    return body.result.map((project: { id: string }) => project.id);
  };
  const ascending = await idsOf(true);
  expect(ascending).toEqual(ascending.toSorted());
  expect(await idsOf(false)).toEqual(ascending.toReversed());
});

test('sorts by ages that differ by less than a millisecond', async () => {
  const mockServer = await mockServerWith(({ projects }) => {
    projects.forEach((project, index) => {
      projects[index] = { ...project, creationDate: `2025-01-01T00:00:00.0001${40 - index}Z` };
    });
  });
  const { body } = await send(mockServer, 'POST', PROJECTS, { body: { query: { asc: true } } });
  const dates = body.result.map((project: { details: { creationDate: string } }) => project.details.creationDate);
  expect(dates).toHaveLength(7);
  expect(dates).toEqual(dates.toSorted());
});
