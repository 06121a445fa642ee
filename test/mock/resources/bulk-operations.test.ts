// Bulk operations: items or ids in a list or in the query.

import { describe, expect, test } from 'vitest';
import { jsonAnswers } from '../../support/own-api.ts';
import { inPath, openInferred, takes } from './inferred.ts';

const tag = { type: 'object', properties: { id: { type: 'integer', readOnly: true }, label: { type: 'string' } } };
const ids = { type: 'array', items: { type: 'integer' } };
const deleted = jsonAnswers({ 204: undefined, 404: undefined });

/** Four tags, and a bulk delete operation. */
async function openTags(way: object) {
  const { send } = await openInferred({
    '/tags': {
      get: { responses: jsonAnswers({ 200: { type: 'array', items: tag } }) },
      post: { ...takes(tag), responses: jsonAnswers({ 201: tag }) },
      delete: { ...way, responses: deleted },
    },
    '/tags/{id}': { parameters: inPath({ id: { type: 'integer' } }), get: { responses: jsonAnswers({ 200: tag }) } },
  });
  for (const label of ['a', 'b', 'c', 'd']) await send('POST', '/tags', { label });
  return {
    send,
    left: async () => (await send('GET', '/tags')).body.map(({ label }: { label: string }) => label),
  };
}

const inQuery = { parameters: [{ name: 'ids', in: 'query', schema: ids }] };

describe('bulk delete removes items', () => {
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
    const { send, left } = await openTags(way);
    expect((await send('DELETE', `/tags${query}`, body)).status).toBe(204);
    expect(await left()).toEqual(['b', 'd']);
  });

  test('rejects too many items', async () => {
    const { send, left } = await openTags(takes(ids));
    const { status, body } = await send(
      'DELETE',
      '/tags',
      Array.from({ length: 1001 }, () => 1),
    );
    expect(status).toBe(400);
    expect(body.detail).toBe('1001 items in one request; the maximum is 1000');
    expect(await left()).toHaveLength(4);
  });

  test('deletes none if one item is missing', async () => {
    const { send, left } = await openTags(inQuery);
    expect((await send('DELETE', '/tags?ids=1&ids=9')).status).toBe(404);
    expect(await left()).toEqual(['a', 'b', 'c', 'd']);
  });
});

/** Two notes, and a bulk update operation. */
async function openNotes(sent: object, statuses: object = {}, method = 'patch') {
  const note = {
    type: 'object',
    required: ['id', 'text'],
    properties: {
      id: { type: 'string' },
      text: { type: 'string' },
      stars: { type: 'integer', maximum: 5 },
      madeAt: { type: 'string', format: 'date-time', readOnly: true },
    },
  };
  const notes = { type: 'array', items: note };
  const { send } = await openInferred({
    '/notes': {
      get: { responses: jsonAnswers({ 200: notes }) },
      post: { ...takes(note), responses: jsonAnswers({ 201: note }) },
      [method]: { ...takes(sent), responses: jsonAnswers({ 200: notes, ...statuses }) },
    },
    '/notes/{id}': { parameters: inPath({ id: { type: 'string' } }), get: { responses: jsonAnswers({ 200: note }) } },
  });
  await send('POST', '/notes', { id: 'a', text: 'Milk', stars: 3 });
  await send('POST', '/notes', { id: 'b', text: 'Bread', stars: 4 });
  const change = (body: unknown) => send(method.toUpperCase(), '/notes', body);
  return { send, change, left: async () => (await send('GET', '/notes')).body };
}

const anyNotes = { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } };

describe('bulk update', () => {
  test('updates each item by id, and returns the results', async () => {
    const { change, left } = await openNotes(anyNotes);
    const [{ madeAt }] = await left();
    const { status, body } = await change([
      { id: 'b', text: 'Rye bread' },
      { id: 'a', stars: 5, madeAt: '2000-01-01T00:00:00Z' },
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { id: 'b', text: 'Rye bread', stars: 4 },
      { id: 'a', text: 'Milk', stars: 5, madeAt },
    ]);
    expect(await left()).toEqual([body[1], body[0]]);
  });

  test('creates missing items, unless the document declares a 404', async () => {
    const sent = [
      { id: 'a', text: 'Oat milk' },
      { id: 'c', text: 'Eggs' },
    ];
    const open = await openNotes(anyNotes, {}, 'put');
    expect((await open.change(sent)).status).toBe(200);
    expect(await open.left()).toMatchObject([{ text: 'Oat milk' }, { text: 'Bread' }, { id: 'c', text: 'Eggs' }]);
    const closed = await openNotes(anyNotes, { 404: undefined });
    expect((await closed.change(sent)).status).toBe(404);
    expect(await closed.left()).toMatchObject([{ text: 'Milk' }, { text: 'Bread' }]);
  });

  test('leaves items unchanged if only their ids are sent', async () => {
    const { change, left } = await openNotes({
      type: 'object',
      properties: { ids: { type: 'array', items: { type: 'string' } } },
    });
    const before = await left();
    const { status, body } = await change({ ids: ['b', 'a', 'z'] });
    expect({ status, body }).toEqual({ status: 200, body: [before[1], before[0]] });
    expect(await left()).toEqual(before);
  });

  test('updates none if one item would be invalid', async () => {
    const { change, left } = await openNotes(anyNotes);
    const { status, body } = await change([
      { id: 'a', stars: 4 },
      { id: 'b', stars: 6 },
    ]);
    expect(status).toBe(400);
    expect(body.detail).toBe('body /stars must be at most 5');
    expect(await left()).toMatchObject([{ stars: 3 }, { stars: 4 }]);
  });
});

describe('a body that may be a list or a single item', () => {
  const list = { type: 'array', items: tag };
  const either = { oneOf: [list, tag] };
  const swapped = { anyOf: [tag, list] };
  const inData = (schema: object) => ({ type: 'object', properties: { data: schema } });
  const [one, two, three] = [{ label: 'one' }, { label: 'two' }, { label: 'three' }];

  test.each<[sent: object, returned: object, body: unknown, shown: unknown]>([
    [either, either, one, { id: 1, ...one }],
    [
      either,
      either,
      [one, two],
      [
        { id: 1, ...one },
        { id: 2, ...two },
      ],
    ],
    [swapped, swapped, one, { id: 1, ...one }],
    [swapped, tag, one, { id: 1, ...one }],
    [swapped, tag, [one, two], { id: 1, ...one }],
    [either, list, one, [{ id: 1, ...one }]],
    [inData(either), inData(either), { data: one }, { data: { id: 1, ...one } }],
    [inData(either), inData(list), { data: one }, { data: [{ id: 1, ...one }] }],
    [
      inData(list),
      inData(list),
      { data: [one, two, three] },
      {
        data: [
          { id: 1, ...one },
          { id: 2, ...two },
          { id: 3, ...three },
        ],
      },
    ],
  ])('%j, returned as %j, stores %j', async (sent, returned, body, shown) => {
    const { send } = await openInferred({
      '/tags': {
        get: { responses: jsonAnswers({ 200: list }) },
        post: { ...takes(sent), responses: jsonAnswers({ 201: returned }) },
      },
      '/tags/{id}': { parameters: inPath({ id: { type: 'integer' } }), get: { responses: jsonAnswers({ 200: tag }) } },
    });
    expect(await send('POST', '/tags', body)).toMatchObject({ status: 201, source: 'stored', body: shown });
    const data = 'data' in Object(body) ? (body as { data: unknown }).data : body;
    const all = [data].flat().map((item, index) => ({ id: index + 1, ...(item as object) }));
    expect((await send('GET', '/tags')).body).toEqual(all);
  });

  test('updates a single item', async () => {
    const item = { type: 'object', properties: { id: { type: 'string' }, stars: { type: 'integer' } } };
    const { change, left } = await openNotes({ oneOf: [{ type: 'array', items: item }, item] });
    expect((await change({ id: 'a', stars: 5 })).body).toMatchObject([{ id: 'a', stars: 5 }]);
    expect(await left()).toMatchObject([{ stars: 5 }, { stars: 4 }]);
  });
});
