// A document with very many resources: seed data is generated without storing it.

import { expect, test } from 'vitest';
import { jsonAnswers } from '../../support/own-api.ts';
import { inPath, openInferred, takes } from './inferred.ts';

const MANY = 1001;
const text = { type: 'string' };
const number = { type: 'integer', readOnly: true };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const SCHEMAS = {
  Owner: object({ id: number, name: text }),
  Pet: object({ id: number, name: text }),
  Note: object({ id: number, ownerId: { type: 'integer' }, text }),
  ...Object.fromEntries(
    Array.from({ length: MANY }, (_, index) => [`Thing${index}`, object({ id: number, size: text })]),
  ),
};
const collection = (name: string) => ({
  get: { responses: jsonAnswers({ 200: { type: 'array', items: ref(name) }, 404: undefined }) },
  post: { ...takes({ type: 'object' }), responses: jsonAnswers({ 201: ref(name), 404: undefined }) },
});
const item = (name: string) => ({
  get: { responses: jsonAnswers({ 200: ref(name), 404: undefined }) },
  patch: { ...takes({ type: 'object' }), responses: jsonAnswers({ 200: ref(name), 404: undefined }) },
  delete: { responses: jsonAnswers({ 204: undefined, 404: undefined }) },
});
const [id, ownerId] = [inPath({ id: { type: 'integer' } }), inPath({ ownerId: { type: 'integer' } })];
const items = Array.from({ length: MANY }, (_, index) => [`/things${index}`, collection(`Thing${index}`)]);
const PATHS = {
  ...Object.fromEntries(items),
  '/owners': collection('Owner'),
  '/owners/{id}': { parameters: id, ...item('Owner') },
  '/owners/{ownerId}/pets': { parameters: ownerId, ...collection('Pet') },
  '/owners/{ownerId}/pets/{id}': { parameters: [...ownerId, ...id], ...item('Pet') },
  '/owners/{ownerId}/notes': {
    parameters: ownerId,
    get: { responses: jsonAnswers({ 200: { type: 'array', items: ref('Note') }, 404: undefined }) },
  },
  '/notes': collection('Note'),
  '/notes/{id}': { parameters: id, ...item('Note') },
};

const open = (records = 3) => openInferred(PATHS, SCHEMAS, {}, records);
type Opened = Awaited<ReturnType<typeof open>>;
const list = async ({ send }: Opened, path: string) => {
  const { status, body } = await send('GET', path);
  expect(status).toBe(200);
  return body as readonly Readonly<Record<string, unknown>>[];
};
const stored = async ({ mockServer }: Opened) => {
  const response = await mockServer.fetch(new Request('http://localhost/_understudy/state'));
  const { apis } = (await response.json()) as { apis: Record<string, Record<string, object>> };
  return Object.values(apis)
    .flatMap(Object.entries)
    .filter(([, found]) => Array.isArray(found) && found.length > 0)
    .map(([name]) => name);
};

test('lists the same items below each parent each time, and stores none', async () => {
  const [opened, again] = await Promise.all([open(), open()]);
  for (const owner of await list(opened, '/owners')) {
    const pets = await list(opened, `/owners/${owner.id}/pets`);
    expect(pets).toHaveLength(3);
    for (const pet of pets) {
      const path = `/owners/${owner.id}/pets/${pet.id}`;
      expect((await opened.send('GET', path)).body).toEqual(pet);
      // Independent of the order of requests.
      expect((await again.send('GET', path)).body).toEqual(pet);
    }
  }
  expect(await list(opened, `/things${MANY - 1}`)).toHaveLength(3);
  expect(await list(again, '/owners')).toEqual(await list(opened, '/owners'));
  expect((await opened.send('GET', '/owners/77')).status).toBe(404);
  expect((await opened.send('GET', '/owners/77/pets')).status).toBe(404);
  expect(await stored(opened)).toEqual([]);
});

test('references point to existing items', async () => {
  const opened = await open();
  const owners = (await list(opened, '/owners')).map((owner) => owner.id);
  const notes = await list(opened, '/notes');
  expect(notes).toHaveLength(3);
  for (const note of notes) expect(owners).toContain(note.ownerId);
});

test('creates, updates and deletes items, and resets them', async () => {
  const opened = await open();
  const { send, mockServer } = opened;
  const before = await list(opened, '/owners');
  const [first, second, third] = before;
  expect((await send('PATCH', `/owners/${first?.id}`, { name: 'Ada' })).body).toEqual({ ...first, name: 'Ada' });
  expect((await send('DELETE', `/owners/${second?.id}`)).status).toBe(204);
  const { body: created } = await send('POST', '/owners', { name: 'Bo' });
  expect(created.id).toBe(4);
  expect(await list(opened, '/owners')).toEqual([{ ...first, name: 'Ada' }, third, created]);
  expect(await list(opened, `/owners/${created.id}/pets`)).toEqual([]);
  expect((await send('DELETE', `/owners/${created.id}`)).status).toBe(204);
  // Numbers are not reused.
  expect((await send('POST', '/owners', { name: 'Cy' })).body.id).toBe(5);
  await mockServer.reset();
  expect(await list(opened, '/owners')).toEqual(before);
});

test('deletes descendants without generating them first', async () => {
  const opened = await open();
  const { send } = opened;
  const [first, second] = await list(opened, '/owners');
  const pets = await list(opened, `/owners/${first?.id}/pets`);
  const [note] = await list(opened, '/notes');
  expect((await send('DELETE', `/owners/${first?.id}`)).status).toBe(204);
  expect((await send('GET', `/owners/${first?.id}/pets/${pets[0]?.id}`)).status).toBe(404);
  expect(await stored(opened)).not.toContain('pets');
  // Items with a parent property are deleted with the parent.
  expect((await send('DELETE', `/owners/${note?.ownerId}`)).status).toBe(note?.ownerId === first?.id ? 404 : 204);
  for (const { ownerId: left } of await list(opened, '/notes')) expect([first?.id, note?.ownerId]).not.toContain(left);
  expect(await list(opened, `/owners/${second?.id}/pets`)).toHaveLength(second?.id === note?.ownerId ? 0 : 3);
});

test('has the configured number of items, or none', async () => {
  const [none, many] = await Promise.all([open(0), open(20)]);
  expect(await list(none, '/owners')).toEqual([]);
  expect((await none.send('POST', '/owners', { name: 'Ada' })).body.id).toBe(1);
  expect(await list(none, '/owners')).toHaveLength(1);
  expect(await list(many, '/owners')).toHaveLength(20);
});
