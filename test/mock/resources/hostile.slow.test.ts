// Hostile input for an inferred API: rejected as declared, and nothing acknowledged is lost.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inferred } from '../../support/inferred.ts';
import { runs } from '../../support/runs.ts';
import { openShop } from '../../support/shop/shop.ts';

const NASTY = [
  '__proto__',
  'constructor',
  'toString',
  '...',
  ' ',
  '🐾',
  '9007199254740993',
  '-0',
  'a/b',
  '%2F',
  '\u0000',
  'ﷺ',
  '\ud800'.toWellFormed(),
];
/** URLs treat one or two dots as folders, also when they are encoded. */
const anyId = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((text) => text !== '..' && text !== '.'),
);
const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom({ __proto__: { name: 'a' } }, 'x'.repeat(5000)),
);

const segment = encodeURIComponent;

test('rejects unknown ids and wrong parents as declared, for any text', async () => {
  const { send } = await openShop();
  await send('POST', '/owners', { name: 'Ann', email: 'ann@shop.example' });
  await send('POST', '/owners', { name: 'Bo', email: 'bo@shop.example' });
  const pet = (await send('POST', '/owners/1/pets', { name: 'Rex' })).body.data;
  await fc.assert(
    fc.asyncProperty(anyId, fc.constantFrom('GET', 'DELETE'), async (id, method) => {
      const paths = method === 'GET' ? [`/owners/1/pets/${segment(id)}`, `/owners/2/pets/${pet.id}`] : [];
      for (const path of [`/owners/x${segment(id)}`, `/owners/3${segment(id)}`, ...paths]) {
        const { status, body } = await send(method, path);
        expect([400, 404]).toContain(status);
        expect(body?.message ?? body?.detail).toEqual(expect.any(String));
      }
    }),
    { numRuns: runs(60, 20) },
  );
  expect((await send('GET', `/owners/1/pets/${pet.id}`)).body).toEqual(pet);
  expect((await send('GET', '/owners')).body).toHaveLength(2);
});

test('stores or rejects any body, and never responds with 500', async () => {
  const { send } = await openShop();
  let stored = 0;
  await fc.assert(
    fc.asyncProperty(
      anyValue,
      fc.constantFrom('name', 'email', 'role', '__proto__', 'constructor'),
      async (value, name) => {
        const { status } = await send(
          'POST',
          '/owners',
          Object.fromEntries([
            ['name', 'Ann'],
            [name, value],
          ]),
        );
        expect([201, 400, 409, 422]).toContain(status);
        if (status === 201) stored += 1;
        expect((await send('GET', '/owners')).body).toHaveLength(stored);
      },
    ),
    { numRuns: runs(60, 20) },
  );
});

test('finds, updates and deletes items with any text as id', async () => {
  const { send } = await openShop();
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(anyId, { minLength: 2, maxLength: 5 }), async (ids) => {
      for (const [at, id] of ids.entries())
        expect((await send('PUT', `/documents/${segment(id)}`, { text: `${at}` })).status).toBeLessThan(300);
      for (const [at, id] of ids.entries())
        expect((await send('GET', `/documents/${segment(id)}`)).body).toMatchObject({ text: `${at}` });
    }),
    { numRuns: runs(40, 13) },
  );
});

const RECORDS = `
paths:
  /records:
    get:
      parameters: [{ name: limit, in: query, schema: { type: integer } }, { name: page, in: query, schema: { type: integer } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Record' } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Record' } } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Record' } } } } }, '409': { description: taken } }
  /records/{name}:
    get:
      parameters: [{ name, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Record' } } } }, '404': { description: unknown } }
components:
  schemas:
    Record: { type: object, required: [name], properties: { name: { type: string }, text: { type: string } } }
`;

test('stores a thousand items in a body of almost 4 MiB, all or none', async () => {
  const send = await inferred(RECORDS, { records: 0 });
  const sent = Array.from({ length: 1000 }, (_, at) => ({ name: `record ${at}`, text: 'x'.repeat(4100) }));
  expect((await send('POST', '/records', sent)).status).toBe(201);
  expect((await send('GET', '/records/record%20999')).body).toEqual(sent[999]);
  const more = [{ name: 'one more' }, { name: 'record 3' }];
  expect((await send('POST', '/records', more)).status).toBe(409);
  expect((await send('GET', '/records/one%20more')).status).toBe(404);
  expect((await send('POST', '/records', [...sent, ...sent])).status).toBe(413);
});

describe('an id in a request body', () => {
  test.each([
    '__proto__',
    'constructor',
    '..',
    '.',
    ' ',
    '🐾',
    'a/b',
    '%2F',
    '9007199254740993',
    'null',
    '-1',
    "'",
    '\u0000',
  ])('may be %j: it identifies one item in the list and by path, and is unique', async (name) => {
    const send = await inferred(RECORDS, { records: 0 });
    expect((await send('POST', '/records', [{ name: 'other' }, { name, text: 'own' }])).status).toBe(201);
    expect((await send('GET', '/records')).body).toEqual([{ name: 'other' }, { name, text: 'own' }]);
    expect((await send('POST', '/records', [{ name }])).status).toBe(409);
    expect((await send('GET', '/records/other')).body).toEqual({ name: 'other' });
    // URLs treat one or two dots as folders, also when they are encoded: only the list has these.
    const isFolder = name === '.' || name === '..';
    const found = await send('GET', isFolder ? '/records' : `/records/${segment(name)}`);
    expect(isFolder ? found.body[1] : found.body).toEqual({ name, text: 'own' });
    expect((await send('GET', `/records/x${segment(name)}`)).status).toBe(404);
  });

  test.each([[''], [{}], [null], [['a']], [true]])('is ignored if it is %j', async (name) => {
    const send = await inferred(RECORDS, { records: 0 });
    const { status } = await send('POST', '/records', [{ name }]);
    expect([201, 400]).toContain(status);
    const { body: stored } = await send('GET', '/records');
    expect(stored.every((one: { name: unknown }) => typeof one.name === 'string' && one.name !== '')).toBe(true);
    expect(stored).toHaveLength(status === 201 ? 1 : 0);
  });
});

test('returns empty pages beyond the end', async () => {
  const send = await inferred(RECORDS, { records: 0 });
  await send('POST', '/records', [{ name: 'a' }]);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: Number.MAX_SAFE_INTEGER }),
      fc.integer({ min: 1 }),
      async (page, limit) => {
        const { status, body } = await send('GET', `/records?page=${page}&limit=${limit}`);
        expect({ status, body }).toEqual({ status: 200, body: [] });
      },
    ),
    { numRuns: runs(30, 10) },
  );
});

const ODD = `
paths:
  /owners:
    post: &postOwner
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Owner' } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Owner' } } } }, '409': { description: taken } }
  /owners/{ownerId}:
    parameters: [{ name: ownerId, in: path, required: true, schema: { type: string } }]
    delete: { responses: { '204': { description: gone }, '404': { description: unknown } } }
  /owners/{ownerId}/pets:
    parameters: [{ name: ownerId, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': { description: ok, content: { application/json: { schema: &pets { type: array, items: { $ref: '#/components/schemas/Pet' } } } } } } }
  /pets:
    get: { responses: { '200': { description: ok, content: { application/json: { schema: *pets } } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } }
  /pets/{petId}:
    parameters: [{ name: petId, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }, '404': { description: unknown } } }
components:
  schemas:
    Owner: { type: object, properties: { id: { type: string, readOnly: true }, slug: &any { anyOf: [{ type: string }, { type: object }] } } }
    Pet: { type: object, properties: { id: { type: string, readOnly: true }, ownerId: *any, name: { type: string } } }
`;

test('stores values that are not strings where strings are expected, and matches them with nothing', async () => {
  const send = await inferred(ODD, { records: 0 });
  const odd = { toString: 1, valueOf: 1 };
  const owner = (await send('POST', '/owners', { slug: odd })).body;
  expect(owner.slug).toEqual(odd);
  expect((await send('POST', '/owners', { slug: 'ann' })).status).toBe(201);
  expect((await send('POST', '/owners', { slug: 'ann' })).status).toBe(409);
  expect((await send('POST', '/pets', { name: 'Rex', ownerId: odd })).status).toBe(201);
  expect((await send('POST', '/pets', { name: 'Bo', ownerId: owner.id })).status).toBe(201);
  expect((await send('GET', `/owners/${owner.id}/pets`)).body).toMatchObject([{ name: 'Bo' }]);
  expect((await send('DELETE', `/owners/${owner.id}`)).status).toBe(204);
  expect((await send('GET', '/pets')).body).toMatchObject([{ name: 'Rex', ownerId: odd }]);
});

const NUMBERED = `
paths:
  /pets:
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Pet' } } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }, '400': { description: wrong } }
    delete:
      parameters: [{ name: ids, in: query, required: true, schema: { type: array, items: { type: integer } } }]
      responses: { '204': { description: gone } }
  /pets/{petId}:
    parameters: [{ name: petId, in: path, required: true, schema: { type: integer, format: int64 } }]
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }, '404': { description: unknown } } }
    delete: { responses: { '204': { description: gone }, '404': { description: unknown } } }
  /pets/{petId}/friends:
    parameters: [{ name: petId, in: path, required: true, schema: { type: integer, format: int64 } }]
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Friend' } } } } }, '404': { description: unknown } } }
  /visits/{visitId}:
    parameters: [{ name: visitId, in: path, required: true, schema: { type: integer, format: int64 } }]
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Visit' } } } }, '404': { description: unknown } } }
    put:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Visit' } } } }
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Visit' } } } }, '400': { description: wrong } }
components:
  schemas:
    Pet: { type: object, required: [id, name], properties: { id: { type: integer, format: int64 }, name: { type: string } } }
    Friend: { type: object, required: [id], properties: { id: { type: integer }, petId: { type: integer } } }
    Visit: { type: object, properties: { id: { type: integer, format: int64 }, pet_id: { type: integer, format: int64 } } }
`;

describe('a whole number beyond 2^53', () => {
  const LARGE = '9007199254740992';
  const NEXT = '9007199254740993';

  test.each([
    ['GET', `/pets/${NEXT}`, undefined, 404],
    ['GET', `/pets/900719925474099%33`, undefined, 404],
    ['DELETE', `/pets/${NEXT}`, undefined, 404],
    ['GET', `/pets/${NEXT}/friends`, undefined, 404],
    ['DELETE', `/pets?ids=${NEXT}`, undefined, 204],
    ['PUT', '/visits/1', `{"pet_id":${NEXT}}`, 400],
  ])('is never the id of another item: %s %s %s', async (method, path, body, status) => {
    const send = await inferred(NUMBERED, { records: 0 });
    const json = { 'content-type': 'application/json' };
    expect((await send('POST', '/pets', `{"id":${LARGE},"name":"Rex"}`, json)).status).toBe(201);
    expect((await send(method, path, body, json)).status).toBe(status);
    expect((await send('GET', `/pets/${LARGE}`)).body).toMatchObject({ name: 'Rex' });
    expect((await send('GET', '/pets')).body).toHaveLength(1);
  });

  test('is an id beside its neighbour', async () => {
    const send = await inferred(NUMBERED, { records: 0 });
    const json = { 'content-type': 'application/json' };
    for (const [id, name] of Object.entries({ [LARGE]: 'Rex', [NEXT]: 'Max' }))
      expect((await send('POST', '/pets', `{"id":${id},"name":"${name}"}`, json)).status).toBe(201);
    expect((await send('GET', `/pets/${LARGE}`)).body).toMatchObject({ name: 'Rex' });
    expect((await send('GET', `/pets/${NEXT}`)).body).toMatchObject({ name: 'Max' });
    expect((await send('PUT', `/visits/${NEXT}`, `{"pet_id":${NEXT}}`, json)).status).toBe(200);
    expect((await send('DELETE', `/pets?ids=${NEXT}`)).status).toBe(204);
    expect((await send('GET', '/pets')).body).toMatchObject([{ name: 'Rex' }]);
  });
});
