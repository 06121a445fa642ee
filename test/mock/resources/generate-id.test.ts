// Generated ids match their schema and are never taken.

import { describe, expect, test } from 'vitest';
import { jsonAnswers } from '../../support/own-api.ts';
import { inPath, openInferred, takes } from './inferred.ts';

/** Creates items with an id of this schema, and returns the ids. @param path - the schema in the path. Default: the same */
async function idsOf(id: object, count = 4, path = id, example?: string): Promise<readonly (string | number)[]> {
  const item = {
    type: 'object',
    required: ['id'],
    properties: { id: { ...id, readOnly: true }, text: { type: 'string' } },
  };
  const read: object = { ...(example !== undefined && { example: { id: example } }), schema: item };
  const { send } = await openInferred({
    '/things': { post: { ...takes(item), responses: jsonAnswers({ 201: item }) } },
    '/things/{id}': {
      parameters: inPath({ id: path }),
      get: { responses: { 200: { description: 'OK', content: { 'application/json': read } } } },
    },
  });
  const ids = [];
  for (let created = 0; created < count; created += 1) {
    const { body } = await send('POST', '/things', { text: 'x' });
    expect((await send('GET', `/things/${encodeURIComponent(body.id)}`)).body).toEqual(body);
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
  const { send } = await openInferred(paths, {}, {}, 3);
  expect((await send('DELETE', '/things/3')).status).toBe(204);
  expect((await send('POST', '/things', {})).body.id).toBe(4);
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

  test.each<[pattern: string, more: object, form: RegExp]>([
    ['^ses', {}, /^ses[a-z\d]{8}$/],
    ['^ses.*', {}, /^ses[a-z]{0,5}[a-z\d]{8}$/],
    ['^(usr|org)_', {}, /^(usr|org)_[a-z\d]{8}$/],
    ['^cus_[A-Z]+$', {}, /^cus_[A-Z]{9,}$/],
    ['^[0-9a-f]+$', {}, /^[\da-f]{9,}$/],
    ['-eu$', {}, /^[a-z\d]{8}-eu$/],
    ['ses', { maxLength: 6 }, /^ses[a-z\d]{3}$/],
    ['^ses', { minLength: 30 }, /^ses[a-z\d]{27}$/],
    ['^ses', { example: 'ses4F7bQ2xYk' }, /^ses\d[A-Z]\d[a-z][A-Z]\d[a-z][A-Z][a-z]$/],
    ['^ses', { example: 'other' }, /^ses[a-z\d]{8}$/],
  ])('of the pattern %s with %j match %j', async (pattern, more, form) => {
    for (const id of await idsOf({ type: 'string', pattern, ...more }, 20)) expect(id).toMatch(form);
  });

  test('match the pattern of the path if the property has none', async () => {
    for (const id of await idsOf({ type: 'string' }, 20, { type: 'string', pattern: '^run-' }))
      expect(id).toMatch(/^run-[a-z\d]{8}$/);
  });

  test('have the form of an id in an example of the response', async () => {
    for (const id of await idsOf({ type: 'string' }, 4, { type: 'string' }, 'inv-2024-00017x'))
      expect(id).toMatch(/^[a-z]{3}-\d{4}-\d{5}[a-z]$/);
  });
});

const integerOrText = { oneOf: [{ type: 'integer', example: 42 }, { type: 'string' }] };
const uuid = { type: 'string', format: 'uuid' };
const UUID = '7f6d2c1e-8f3a-4a8e-9a54-1d2a3b4c5d6e';

test.each<[schema: object, path: object, sent: string | number]>([
  [integerOrText, integerOrText, 'abc'],
  [integerOrText, integerOrText, UUID],
  [integerOrText, integerOrText, 77],
  [integerOrText, { type: 'string' }, 77],
  [{ oneOf: integerOrText.oneOf.toReversed() }, integerOrText, 'abc'],
  [{ anyOf: [{ type: 'integer', example: 42 }, uuid] }, { anyOf: [{ type: 'integer', example: 42 }, uuid] }, UUID],
  [{ oneOf: [{ type: 'integer' }, uuid] }, { type: 'string' }, UUID],
  [uuid, uuid, UUID],
  [{ ...uuid, readOnly: true }, uuid, UUID],
])('a sent id of %j is stored if the path accepts %j: %j', async (id, path, sent) => {
  const item = { type: 'object', required: ['id'], properties: { id } };
  const request = { type: 'object', properties: { id: { ...id, readOnly: false } } };
  const { send } = await openInferred({
    '/things': { post: { ...takes(request), responses: jsonAnswers({ 201: item }) } },
    '/things/{id}': { parameters: inPath({ id: path }), get: { responses: jsonAnswers({ 200: item }) } },
  });
  expect((await send('POST', '/things', { id: sent })).body).toEqual({ id: sent });
  expect((await send('GET', `/things/${sent}`)).body).toEqual({ id: sent });
});
