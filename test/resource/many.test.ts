// Several items at once, named in a list of items, in a list of ids, or in the query.

import { describe, expect, test } from 'vitest';
import { jsonAnswers } from '../support/own-api.ts';
import { inPath, openInferred, takes } from './inferred.ts';

const tag = { type: 'object', properties: { id: { type: 'integer', readOnly: true }, label: { type: 'string' } } };
const ids = { type: 'array', items: { type: 'integer' } };
const gone = jsonAnswers({ 204: undefined, 404: undefined });

/** Four tags, and this way to delete several of them. */
async function openTags(way: object) {
  const { ask } = await openInferred({
    '/tags': {
      get: { responses: jsonAnswers({ 200: { type: 'array', items: tag } }) },
      post: { ...takes(tag), responses: jsonAnswers({ 201: tag }) },
      delete: { ...way, responses: gone },
    },
    '/tags/{id}': { parameters: inPath({ id: { type: 'integer' } }), get: { responses: jsonAnswers({ 200: tag }) } },
  });
  for (const label of ['a', 'b', 'c', 'd']) await ask('POST', '/tags', { label });
  return { ask, left: async () => (await ask('GET', '/tags')).body.map(({ label }: { label: string }) => label) };
}

const inQuery = { parameters: [{ name: 'ids', in: 'query', schema: ids }] };

describe('several items are deleted', () => {
  test.each<[what: string, way: object, query: string, body: unknown]>([
    ['as a list of ids', takes(ids), '', [1, 3]],
    ['as a list of ids in an object', takes({ type: 'object', properties: { ids } }), '', { ids: [1, 3] }],
    [
      'as a list of items',
      takes({ type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } }),
      '',
      [{ id: 1 }, { id: 3 }],
    ],
    ['in the query', inQuery, '?ids=1&ids=3', undefined],
  ])('named %s', async (_, way, query, body) => {
    const { ask, left } = await openTags(way);
    expect((await ask('DELETE', `/tags${query}`, body)).status).toBe(204);
    expect(await left()).toEqual(['b', 'd']);
  });

  test('or refused, when they are too many', async () => {
    const { ask, left } = await openTags(takes(ids));
    const { status, body } = await ask(
      'DELETE',
      '/tags',
      Array.from({ length: 1001 }, () => 1),
    );
    expect(status).toBe(400);
    expect(body.detail).toBe('1001 are too many: 1000 may be named at once');
    expect(await left()).toHaveLength(4);
  });

  test('or none, when one of them is not there', async () => {
    const { ask, left } = await openTags(inQuery);
    expect((await ask('DELETE', '/tags?ids=1&ids=9')).status).toBe(404);
    expect(await left()).toEqual(['a', 'b', 'c', 'd']);
  });
});
