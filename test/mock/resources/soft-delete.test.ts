// Soft deletion: deleted items stay in the store, and can be restored.

import { describe, expect, test } from 'vitest';
import {
  readActionName,
  readParameterName,
  readPropertyName,
} from '../../../src/mock/resources/inference/deleted-words.ts';
import type { Annotations } from '../../../src/openapi/annotations.ts';
import { jsonAnswers } from '../../support/own-api.ts';
import { inPath, openInferred, takes } from './inferred.ts';

const NOW = /^20\d\d-\d\d-\d\dT/;
const text = { type: 'string' };
const flag = { type: 'boolean' };
const time = { type: 'string', format: 'date-time', nullable: true, readOnly: true };

interface Parts {
  /** Query parameters of the list. */
  readonly list?: object;
  /** Query parameters of GET and DELETE of an item. */
  readonly one?: object;
  /** Actions on an item: method and segment. */
  readonly actions?: readonly string[];
  readonly annotations?: Readonly<Record<string, Annotations>>;
  readonly errors?: readonly number[];
}

const inQuery = (schemas: object = {}) =>
  Object.entries(schemas).map(([name, schema]) => ({ name, in: 'query', schema }));

/** Notes with these properties, and one note with the id 1. */
async function openNotes(properties: object, { list, one, actions = [], annotations, errors = [404] }: Parts = {}) {
  const note = { type: 'object', properties: { id: { type: 'integer', readOnly: true }, title: text, ...properties } };
  const declared = Object.fromEntries(errors.map((status) => [status, undefined]));
  const responses = { 200: note, ...declared };
  const parameters = inPath({ id: { type: 'integer' } });
  const acted = actions.map((action) => {
    const [method = '', segment = ''] = action.split(' ');
    return [
      `/notes/{id}${segment}`,
      { parameters, [method.toLowerCase()]: { responses: jsonAnswers(responses) } },
    ] as const;
  });
  const paths = {
    '/notes': {
      get: { parameters: inQuery(list), responses: jsonAnswers({ 200: { type: 'array', items: note } }) },
      post: { ...takes({ type: 'object', properties: { title: text } }), responses: jsonAnswers({ 201: note }) },
    },
    '/notes/{id}': {
      parameters,
      get: { parameters: inQuery(one), responses: jsonAnswers(responses) },
      patch: { ...takes({ type: 'object', properties: { title: text } }), responses: jsonAnswers(responses) },
      delete: { parameters: inQuery(one), responses: jsonAnswers({ 204: undefined, ...declared }) },
    },
    ...Object.fromEntries(acted),
  };
  const { send } = await openInferred(paths, {}, annotations ? { infer: annotations } : {});
  const ids = async (query = '') => (await send('GET', `/notes${query}`)).body.map(({ id }: { id: number }) => id);
  await send('POST', '/notes', { title: 'first' });
  return { send, ids };
}

test('generated items have the property without a value, as created ones do', async () => {
  const note = {
    type: 'object',
    properties: { id: { type: 'integer', readOnly: true }, deletedAt: time, trashed: flag },
  };
  const restore = { parameters: inPath({ id: { type: 'integer' } }), post: { responses: jsonAnswers({ 200: note }) } };
  const paths = {
    '/notes': {
      get: { responses: jsonAnswers({ 200: { type: 'array', items: note } }) },
      post: { ...takes({ type: 'object' }), responses: jsonAnswers({ 201: note }) },
    },
    '/notes/{id}': { parameters: restore.parameters, get: { responses: jsonAnswers({ 200: note }) } },
    '/notes/{id}/restore': restore,
  };
  const { send } = await openInferred(paths, {}, {}, 3);
  await send('POST', '/notes', {});
  const { body } = await send('GET', '/notes');
  expect(body).toEqual([1, 2, 3, 4].map((id) => ({ id, deletedAt: null, trashed: false })));
});

describe('with an operation that restores', () => {
  test.each([
    ['deletedAt', time, NOW],
    ['deleted_at', { ...text, format: 'date-time' }, NOW],
    ['deletion_date', { ...time, format: 'date' }, /^20\d\d-\d\d-\d\d$/],
    ['delete_at', { type: 'integer', format: 'int64', example: 1700000000000 }, expect.any(Number)],
    ['isDeleted', flag, true],
    ['trashed', flag, true],
    ['archivedAt', time, NOW],
    ['archived', flag, true],
    ['status', { ...text, enum: ['draft', 'active', 'archived'] }, 'archived'],
  ])('DELETE sets %s', async (name, schema, value) => {
    const actions = ['POST /restore'];
    const { send, ids } = await openNotes({ [name]: schema }, { actions, list: { include_deleted: flag } });
    expect((await send('DELETE', '/notes/1')).status).toBe(204);
    expect(await ids()).toEqual([]);
    expect((await send('GET', '/notes/1')).status).toBe(404);
    const [hidden] = (await send('GET', '/notes?include_deleted=true')).body;
    expect(hidden).toMatchObject({
      id: 1,
      [name]: value instanceof RegExp ? expect.stringMatching(value) : value,
    });
    const restored = await send('POST', '/notes/1/restore');
    expect(restored).toMatchObject({ status: 200, body: { id: 1, title: 'first' } });
    expect([undefined, null, false, 'active']).toContain(restored.body[name]);
    expect(await ids()).toEqual([1]);
    expect((await send('GET', '/notes/1')).body).toEqual(restored.body);
  });

  test.each([
    'POST /restore',
    'PUT /restore',
    'POST :undelete',
    'POST /actions/undelete',
    'PATCH /recover',
    'POST /untrash',
  ])('%s', async (action) => {
    const { send, ids } = await openNotes({ deletedAt: time }, { actions: [action] });
    await send('DELETE', '/notes/1');
    expect(await ids()).toEqual([]);
    const [method = '', segment] = action.split(' ');
    expect((await send(method, `/notes/1${segment}`)).body).toMatchObject({ id: 1, deletedAt: null });
    expect(await ids()).toEqual([1]);
  });

  test('a deleted item is missing for every other request', async () => {
    const { send } = await openNotes({ deletedAt: time }, { actions: ['POST /restore', 'POST /publish'] });
    await send('DELETE', '/notes/1');
    for (const [method, path, body] of [
      ['DELETE', '/notes/1'],
      ['PATCH', '/notes/1', { title: 'x' }],
      ['POST', '/notes/1/publish'],
      ['POST', '/notes/2/restore'],
    ] as const)
      expect((await send(method, path, body)).status).toBe(404);
  });

  test('a second DELETE is 410 if only that is declared', async () => {
    const { send } = await openNotes({ deletedAt: time }, { actions: ['POST /restore'], errors: [410] });
    await send('DELETE', '/notes/1');
    expect((await send('DELETE', '/notes/1')).status).toBe(410);
  });

  test('a new item does not take the id of a deleted one', async () => {
    const { send, ids } = await openNotes({ deletedAt: time }, { actions: ['POST /restore'] });
    await send('DELETE', '/notes/1');
    expect((await send('POST', '/notes', {})).body.id).toBe(2);
    await send('POST', '/notes/1/restore');
    expect(await ids()).toEqual([1, 2]);
  });

  test('a new item is not deleted, for any sent value', async () => {
    const { send, ids } = await openNotes({ deletedAt: { ...time, readOnly: false } }, { actions: ['POST /restore'] });
    expect((await send('POST', '/notes', { deletedAt: '2026-01-01T00:00:00Z' })).body).toEqual({
      id: 2,
      deletedAt: null,
    });
    expect(await ids()).toEqual([1, 2]);
  });

  test('a unique value is free until the item is restored', async () => {
    const { send } = await openNotes(
      { deletedAt: time, slug: text },
      { actions: ['POST /restore'], errors: [404, 409] },
    );
    await send('POST', '/notes', { slug: 'a' });
    await send('DELETE', '/notes/2');
    expect((await send('POST', '/notes', { slug: 'a' })).status).toBe(201);
    expect((await send('POST', '/notes/2/restore')).status).toBe(409);
  });
});

describe('with a parameter of the list', () => {
  test.each([
    ['include_deleted', flag, 'true', [1, 2]],
    ['withDeleted', flag, 'true', [1, 2]],
    ['showDeleted', text, '1', [1, 2]],
    ['filter[trashed]', { ...text, enum: ['with', 'only'] }, 'with', [1, 2]],
    ['filter[trashed]', { ...text, enum: ['with', 'only'] }, 'only', [1]],
    ['only_deleted', flag, 'true', [1]],
    ['deleted', { ...flag, default: false }, 'true', [1]],
    ['deleted', { ...flag, default: false }, 'false', [2]],
    ['deleted', { ...text, enum: ['include', 'exclude', 'only'] }, 'include', [1, 2]],
  ])('%s %j of %s', async (name, schema, value, expected) => {
    const { send, ids } = await openNotes({ deletedAt: time }, { list: { [name]: schema } });
    await send('POST', '/notes', {});
    await send('DELETE', '/notes/1');
    expect(await ids()).toEqual([2]);
    expect(await ids(`?${encodeURIComponent(name)}=${value}`)).toEqual(expected);
  });

  test('GET with the same parameter returns a deleted item, and DELETE with force removes it', async () => {
    const one = { include_deleted: flag, force: flag };
    const { send, ids } = await openNotes({ deletedAt: time }, { list: { include_deleted: flag }, one });
    await send('DELETE', '/notes/1');
    expect((await send('GET', '/notes/1')).status).toBe(404);
    expect((await send('GET', '/notes/1?include_deleted=true')).body.deletedAt).toMatch(NOW);
    expect((await send('DELETE', '/notes/1?force=true')).status).toBe(204);
    expect(await ids('?include_deleted=true')).toEqual([]);
  });
});

test('a trash has a list, reads deleted items, and removes them permanently', async () => {
  const note = { type: 'object', properties: { id: { type: 'integer', readOnly: true }, trashedAt: time } };
  const parameters = inPath({ id: { type: 'integer' } });
  const all = { get: { responses: jsonAnswers({ 200: { type: 'array', items: note } }) } };
  const one = {
    get: { responses: jsonAnswers({ 200: note }) },
    delete: { responses: jsonAnswers({ 204: undefined }) },
  };
  const { send } = await openInferred({
    '/notes': { ...all, post: { ...takes(note), responses: jsonAnswers({ 201: note }) } },
    '/notes/trash': all,
    '/notes/{id}': { parameters, ...one, post: { summary: 'Restore note', responses: jsonAnswers({ 200: note }) } },
    '/notes/{id}/trash': { parameters, ...one },
  });
  for (const id of [1, 2]) expect((await send('POST', '/notes', {})).body.id).toBe(id);
  for (const id of [1, 2]) await send('DELETE', `/notes/${id}`);
  expect((await send('GET', '/notes')).body).toEqual([]);
  expect((await send('GET', '/notes/trash')).body).toHaveLength(2);
  expect((await send('GET', '/notes/1/trash')).body.trashedAt).toMatch(NOW);
  expect((await send('POST', '/notes/1')).body).toEqual({ id: 1, trashedAt: null });
  expect((await send('DELETE', '/notes/2/trash')).status).toBe(204);
  expect((await send('POST', '/notes/2')).status).toBe(404);
  expect((await send('GET', '/notes')).body).toHaveLength(1);
});

describe('an action that archives', () => {
  const parts = { actions: ['POST /archive', 'POST /unarchive'], list: { archived: flag } };

  test('leaves items out of lists only', async () => {
    const { send, ids } = await openNotes({ archived: flag, archivedAt: time }, parts);
    await send('POST', '/notes', {});
    const archived = await send('POST', '/notes/1/archive');
    expect(archived.body).toMatchObject({ archived: true, archivedAt: expect.stringMatching(NOW) });
    expect(await ids()).toEqual([2]);
    expect([await ids('?archived=true'), await ids('?archived=false')]).toEqual([[1], [2]]);
    expect((await send('GET', '/notes/1')).status).toBe(200);
    expect((await send('POST', '/notes/1/unarchive')).body).toMatchObject({ archived: false, archivedAt: null });
    expect(await ids()).toEqual([1, 2]);
  });

  test('leaves it to DELETE to remove items', async () => {
    const { send, ids } = await openNotes({ archived: flag }, parts);
    await send('DELETE', '/notes/1');
    expect((await send('POST', '/notes/1/unarchive')).status).toBe(404);
    expect(await ids('?archived=true')).toEqual([]);
  });
});

describe('DELETE removes items', () => {
  test.each<readonly [string, object, Parts]>([
    ['of a property alone', { deletedAt: time }, {}],
    ['of a property with a plain filter', { archived: flag }, { list: { archived: flag } }],
    ['of an operation alone', {}, { actions: ['POST /restore'] }],
    ['of a property of another meaning', { deletedBy: text }, { actions: ['POST /restore'] }],
    [
      'if softDelete is false',
      { deletedAt: time },
      {
        actions: ['POST /restore'],
        annotations: { '/notes/{id}': { softDelete: false } },
      },
    ],
  ])('%s', async (_, properties, parts) => {
    const { send } = await openNotes(properties, parts);
    await send('DELETE', '/notes/1');
    if (parts.actions) expect((await send('POST', '/notes/1/restore')).status).toBe(404);
    expect((await send('GET', '/notes?include_deleted=true')).body).toEqual([]);
  });
});

test('the annotation softDelete names the property, without other evidence', async () => {
  const annotations = { '/notes/{id}': { softDelete: 'deletedAt' } };
  const { send, ids } = await openNotes({ deletedAt: time }, { annotations });
  await send('DELETE', '/notes/1');
  expect(await ids()).toEqual([]);
});

test('seed data is not deleted', async () => {
  const note = {
    type: 'object',
    required: ['deleted'],
    properties: { id: { type: 'integer' }, deleted: { ...flag, example: true } },
  };
  const parameters = inPath({ id: { type: 'integer' } });
  const paths = {
    '/notes': { get: { responses: jsonAnswers({ 200: { type: 'array', items: note } }) } },
    '/notes/{id}': { parameters, delete: { responses: jsonAnswers({ 204: undefined }) } },
    '/notes/{id}/restore': { parameters, post: { responses: jsonAnswers({ 200: note }) } },
  };
  const { send } = await openInferred(paths, {}, {}, 3);
  expect((await send('GET', '/notes')).body).toHaveLength(3);
});

test.each([
  ['deletedAt', 'deleted'],
  ['date_deleted', 'deleted'],
  ['is-archived', 'archived'],
  ['in_trash', 'deleted'],
  ['deletedBy', undefined],
  ['archiveUrl', undefined],
  ['deleteProtection', undefined],
])('the property %s shows %s', (name, state) => expect(readPropertyName(name)?.state).toBe(state));

test.each([
  ['restore-user', { state: 'any', isSet: false }],
  ['unArchive', { state: 'archived', isSet: false }],
  ['archive', { state: 'archived', isSet: true }],
  ['cancel', undefined],
])('the action %s', (name, action) => expect(readActionName(name)).toEqual(action));

test.each([
  ['includeArchivedItems', { state: 'archived', selects: 'include' }],
  ['exclude_archived', { state: 'archived', selects: 'exclude' }],
  ['isDeleted', { state: 'deleted', selects: 'exact' }],
  ['deleted_after', undefined],
])('the parameter %s', (name, meaning) => expect(readParameterName(name)).toEqual(meaning));
