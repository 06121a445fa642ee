// Generated ids match their schema and are never taken.

import { describe, expect, test } from 'vitest';
import { jsonAnswers } from '../../support/own-api.ts';
import { inPath, openInferred, takes } from './inferred.ts';

/** Creates items with an id of this schema, and returns the ids. */
async function idsOf(id: object, count = 4): Promise<readonly (string | number)[]> {
  const item = {
    type: 'object',
    required: ['id'],
    properties: { id: { ...id, readOnly: true }, text: { type: 'string' } },
  };
  const { ask } = await openInferred({
    '/things': { post: { ...takes(item), responses: jsonAnswers({ 201: item }) } },
    '/things/{id}': { parameters: inPath({ id }), get: { responses: jsonAnswers({ 200: item }) } },
  });
  const ids = [];
  for (let created = 0; created < count; created += 1) {
    const { body } = await ask('POST', '/things', { text: 'x' });
    expect((await ask('GET', `/things/${encodeURIComponent(body.id)}`)).body).toEqual(body);
    ids.push(body.id);
  }
  expect(new Set(ids).size).toBe(count);
  return ids;
}

describe('numeric ids', () => {
  test.each<[schema: object, ids: readonly number[]]>([
    [{}, [1, 2, 3, 4]],
    [{ minimum: 100 }, [100, 101, 102, 103]],
    [{ minimum: 100, exclusiveMinimum: true }, [101, 102, 103, 104]],
    [{ multipleOf: 5 }, [5, 10, 15, 20]],
    [{ minimum: 7, multipleOf: 5 }, [10, 15, 20, 25]],
    [{ minimum: -3 }, [1, 2, 3, 4]],
  ])('of %j are consecutive', async (schema, ids) => {
    expect(await idsOf({ type: 'integer', ...schema })).toEqual(ids);
  });
});

test('the number of a deleted item is not reused', async () => {
  const item = { type: 'object', required: ['id'], properties: { id: { type: 'integer', readOnly: true } } };
  const paths = {
    '/things': { post: { ...takes(item), responses: jsonAnswers({ 201: item }) } },
    '/things/{id}': {
      parameters: inPath({ id: { type: 'integer' } }),
      delete: { responses: { 204: { description: 'Deleted' } } },
    },
  };
  const { ask } = await openInferred(paths, {}, {}, 3);
  expect((await ask('DELETE', '/things/3')).status).toBe(204);
  expect((await ask('POST', '/things', {})).body.id).toBe(4);
});

describe('textual ids', () => {
  test.each<[schema: object, form: RegExp]>([
    [{ format: 'uuid' }, /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/],
    [{ pattern: '^[A-Z]{3}\\d{4}$' }, /^[A-Z]{3}\d{4}$/],
    [{ maxLength: 8 }, /^[\da-z]{1,8}$/],
    [{ minLength: 40 }, /^.{40,}$/],
    [{ example: 'cus_9s6XKzkNRiz8i3' }, /^cus_\d[a-z]\d[A-Z]{2}[a-z][a-z][A-Z]{2}[a-z]{2}\d[a-z]\d$/],
    [{ example: 'PET-0017' }, /^PET-\d{4}$/],
    [{ example: '17' }, /^[1-4]$/],
    [{ format: 'int64' }, /^[1-4]$/],
    [{ enum: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] }, /^[a-h]$/],
  ])('of %j match %j', async (schema, form) => {
    for (const id of await idsOf({ type: 'string', ...schema })) expect(id).toMatch(form);
  });
});
