// Operation kinds: missing items, preconditions, parts, actions and counts.

import { describe, expect, test } from 'vitest';
import { jsonAnswers } from '../../support/own-api.ts';
import { inPath, openInferred, takes } from './inferred.ts';

const text = { type: 'string' };
const pet = {
  type: 'object',
  properties: {
    id: { ...text, readOnly: true },
    name: text,
    status: { type: 'string', enum: ['free', 'sold'] },
    chip: { type: 'object', properties: { code: text } },
  },
};
const owner = { type: 'object', properties: { id: { ...text, readOnly: true }, name: text } };
const pets = { type: 'array', items: pet };
const responses = (statuses: object) => ({ responses: jsonAnswers({ ...statuses, 404: undefined, 412: undefined }) });

const BELOW = '/owners/{ownerId}/pets';
const PATHS = {
  '/owners': {
    get: { responses: jsonAnswers({ 200: { type: 'array', items: owner } }) },
    post: { ...takes(owner), ...responses({ 201: owner }) },
  },
  '/owners/{ownerId}': { parameters: inPath({ ownerId: text }), get: responses({ 200: owner }) },
  [BELOW]: {
    parameters: inPath({ ownerId: text }),
    get: responses({ 200: pets }),
    post: { ...takes(pet), ...responses({ 200: pet, 201: pet }) },
    delete: responses({ 204: undefined }),
  },
  [`${BELOW}/count`]: {
    parameters: inPath({ ownerId: text }),
    get: responses({ 200: { type: 'object', properties: { count: { type: 'integer' } } } }),
  },
  [`${BELOW}/batch`]: {
    parameters: inPath({ ownerId: text }),
    post: { ...takes(pets), ...responses({ 200: pets, 201: pets }) },
  },
  [`${BELOW}/{petId}`]: {
    parameters: inPath({ ownerId: text, petId: text }),
    get: responses({ 200: pet }),
    put: { ...takes(pet), ...responses({ 200: pet }) },
    patch: { ...takes(pet), ...responses({ 200: pet }) },
    delete: responses({ 204: undefined }),
  },
  [`${BELOW}/{petId}/sell`]: { parameters: inPath({ ownerId: text, petId: text }), post: responses({ 200: pet }) },
  [`${BELOW}/{petId}/chip`]: {
    parameters: inPath({ ownerId: text, petId: text }),
    get: responses({ 200: pet.properties.chip }),
    put: { ...takes(pet.properties.chip), ...responses({ 200: pet.properties.chip }) },
    delete: responses({ 204: undefined }),
  },
};

/** Ann and her pet. */
async function open() {
  const { send } = await openInferred(PATHS);
  const { id } = (await send('POST', '/owners', { name: 'Ann' })).body;
  const rex = (await send('POST', `/owners/${id}/pets`, { name: 'Rex', status: 'free', chip: { code: 'c1' } })).body;
  return { send, hers: `/owners/${id}/pets`, rex, his: `/owners/${id}/pets/${rex.id}` };
}

const ACTIONS: readonly (readonly [action: string, method: string, path: string, body: unknown])[] = [
  ['listed', 'GET', '', undefined],
  ['counted', 'GET', '/count', undefined],
  ['made', 'POST', '', { name: 'Bo' }],
  ['created in bulk', 'POST', '/batch', [{ name: 'Bo' }]],
  ['cleared', 'DELETE', '', undefined],
  ['read', 'GET', '/{petId}', undefined],
  ['replaced', 'PUT', '/{petId}', { name: 'Bo' }],
  ['changed', 'PATCH', '/{petId}', { name: 'Bo' }],
  ['deleted', 'DELETE', '/{petId}', undefined],
  ['sold', 'POST', '/{petId}/sell', undefined],
  ['without a part', 'DELETE', '/{petId}/chip', undefined],
];

test.each(ACTIONS)(
  'nothing is %s below a missing parent, and everything below an existing one',
  async (_, method, path, body) => {
    const { send, hers, rex } = await open();
    const at = path.replace('{petId}', rex.id);
    expect((await send(method, `/owners/nobody/pets${at}`, body)).status).toBe(404);
    expect((await send('GET', hers)).body).toEqual([rex]);
    expect((await send(method, `${hers}${at}`, body)).status).toBeLessThan(300);
  },
);

describe('with an outdated ETag, a request fails to', () => {
  const actions = ACTIONS.filter(([, method, path]) => path.startsWith('/{petId}') && method !== 'GET');
  test.each(actions)('%s', async (_, method, path, body) => {
    const { send, hers, rex, his } = await open();
    const at = `${hers}${path.replace('{petId}', rex.id)}`;
    const rejected = await send(method, at, body, { 'if-match': '"another"' });
    expect(rejected.status).toBe(412);
    expect(rejected.headers.get('x-understudy-reason')).toBe(
      'If-Match does not match the current ETag; fetch the item again',
    );
    expect((await send('GET', his)).body).toEqual(rex);
  });
});

test('an operation on a part of an item changes nothing else', async () => {
  const { send, his, rex } = await open();
  expect((await send('GET', `${his}/chip`)).body).toEqual({ code: 'c1' });
  expect((await send('PUT', `${his}/chip`, { code: 'c2' })).body).toEqual({ code: 'c2' });
  expect((await send('GET', his)).body).toEqual({ ...rex, chip: { code: 'c2' } });
  expect((await send('DELETE', `${his}/chip`)).status).toBe(204);
  const { chip: _, ...left } = rex;
  expect((await send('GET', his)).body).toEqual(left);
  for (const method of ['GET', 'DELETE']) expect((await send(method, `${his}/chip`)).status).toBe(404);
});

test('PUT creates a missing item only if nothing else does, and responds with 201', async () => {
  const { send, hers } = await open();
  expect((await send('PUT', `${hers}/nobody`, { name: 'Bo' })).status).toBe(404);
  const own = await openInferred({
    '/notes/{id}': {
      parameters: inPath({ id: text }),
      get: responses({ 200: pet }),
      put: { ...takes(pet), ...responses({ 200: pet, 201: pet }) },
    },
  });
  expect((await own.send('PUT', '/notes/a', { name: 'Bo' })).status).toBe(201);
  expect((await own.send('PUT', '/notes/a', { name: 'Flo' })).status).toBe(200);
  expect((await own.send('GET', '/notes/a')).body).toMatchObject({ id: 'a', name: 'Flo' });
});

test('an action sets its state, and a count returns the number of items', async () => {
  const { send, hers, his, rex } = await open();
  expect((await send('POST', `${his}/sell`)).body).toEqual({ ...rex, status: 'sold' });
  expect((await send('GET', his)).body).toEqual({ ...rex, status: 'sold' });
  const created = await send('POST', `${hers}/batch`, [{ name: 'Bo' }, { name: 'Flo' }]);
  expect({ status: created.status, names: created.body.map(({ name }: { name: string }) => name) }).toEqual({
    status: 201,
    names: ['Bo', 'Flo'],
  });
  expect((await send('GET', `${hers}/count`)).body).toEqual({ count: 3 });
  expect((await send('DELETE', hers)).status).toBe(204);
  expect((await send('GET', `${hers}/count`)).body).toEqual({ count: 0 });
});

describe('the body of an action', () => {
  const ticket = {
    type: 'object',
    required: ['id', 'status'],
    properties: {
      id: { type: 'integer', readOnly: true },
      status: { type: 'string', enum: ['open', 'closed'] },
      assignee_id: { type: 'string', readOnly: true },
      tags: { type: 'array', items: { type: 'object', properties: { name: text } } },
      version: { type: 'integer', readOnly: true },
    },
  };
  const fields = {
    assignee_id: text,
    assigneeId: text,
    status: text,
    note: text,
    id: { type: 'integer' },
    tags: { type: 'array', items: text },
  };
  const PLAIN = { type: 'object', properties: fields };

  test.each<[action: string, schema: object, body: unknown, set: object, warnings: readonly string[]]>([
    ['assign', PLAIN, { assignee_id: 'joe' }, { assignee_id: 'joe' }, []],
    ['assign', PLAIN, { assigneeId: 'joe' }, { assignee_id: 'joe' }, []],
    ['assign', PLAIN, { note: 'x' }, {}, ['body note was ignored: tickets have no such property']],
    [
      'assign',
      PLAIN,
      { id: 7, version: 9 },
      {},
      ['id', 'version'].map((name) => `body ${name} was ignored: tickets have no such property`),
    ],
    [
      'assign',
      { type: 'object', properties: { ticket: PLAIN } },
      { ticket: { assignee_id: 'joe' } },
      { assignee_id: 'joe' },
      [],
    ],
    ['assign', text, 'joe', {}, ['the body was ignored: it is no object']],
    ['tag', PLAIN, { tags: ['a'] }, { tags: [{ name: 'a' }] }, []],
    ['close', PLAIN, undefined, { status: 'closed' }, []],
    ['close', PLAIN, { assignee_id: 'joe' }, { status: 'closed', assignee_id: 'joe' }, []],
    ['transition', PLAIN, { status: 'closed' }, { status: 'closed' }, []],
  ])('of %s, %j: %j sets %j', async (action, schema, body, set, warnings) => {
    const { send, mockServer } = await openInferred({
      '/tickets': { post: { ...takes({ type: 'object' }), responses: jsonAnswers({ 201: ticket }) } },
      '/tickets/{id}': { parameters: inPath({ id: { type: 'integer' } }), get: responses({ 200: ticket }) },
      [`/tickets/{id}/${action}`]: {
        parameters: inPath({ id: { type: 'integer' } }),
        post: { requestBody: { content: { 'application/json': { schema } } }, ...responses({ 200: ticket }) },
      },
    });
    const { body: before } = await send('POST', '/tickets', { status: 'open' });
    const sent = typeof body === 'string' ? JSON.stringify(body) : body;
    const { status, body: after } = await send('POST', `/tickets/1/${action}`, sent);
    expect(status).toBe(200);
    expect(after).toEqual({ ...before, ...set, version: before.version + 1 });
    expect((await send('GET', '/tickets/1')).body).toEqual(after);
    const log = await mockServer.fetch(new Request('http://127.0.0.1/_understudy/requests'));
    const { exchanges } = (await log.json()) as { exchanges: { warnings?: unknown[] }[] };
    expect(exchanges.flatMap((one) => one.warnings ?? [])).toEqual(warnings);
  });
});
