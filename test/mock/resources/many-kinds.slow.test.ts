// A document with very many kinds of things: what a client reads is there, and nothing of it is kept before something is changed.

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
const things = Array.from({ length: MANY }, (_, index) => [`/things${index}`, collection(`Thing${index}`)]);
const PATHS = {
  ...Object.fromEntries(things),
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
const list = async ({ ask }: Opened, path: string) => {
  const { status, body } = await ask('GET', path);
  expect(status).toBe(200);
  return body as readonly Readonly<Record<string, unknown>>[];
};
const kept = async ({ standIn }: Opened) => {
  const answer = await standIn.fetch(new Request('http://localhost/_understudy/state'));
  const { apis } = (await answer.json()) as { apis: Record<string, Record<string, object>> };
  return Object.values(apis)
    .flatMap(Object.entries)
    .filter(([, found]) => Array.isArray(found) && found.length > 0)
    .map(([name]) => name);
};

test('what is listed is there, below each parent, the same each time, and none of it is kept', async () => {
  const [opened, again] = await Promise.all([open(), open()]);
  for (const owner of await list(opened, '/owners')) {
    const pets = await list(opened, `/owners/${owner.id}/pets`);
    expect(pets).toHaveLength(3);
    for (const pet of pets) {
      const path = `/owners/${owner.id}/pets/${pet.id}`;
      expect((await opened.ask('GET', path)).body).toEqual(pet);
      // Whatever is asked for first.
      expect((await again.ask('GET', path)).body).toEqual(pet);
    }
  }
  expect(await list(opened, `/things${MANY - 1}`)).toHaveLength(3);
  expect(await list(again, '/owners')).toEqual(await list(opened, '/owners'));
  expect((await opened.ask('GET', '/owners/77')).status).toBe(404);
  expect((await opened.ask('GET', '/owners/77/pets')).status).toBe(404);
  expect(await kept(opened)).toEqual([]);
});

test('references lead to what is there', async () => {
  const opened = await open();
  const owners = (await list(opened, '/owners')).map((owner) => owner.id);
  const notes = await list(opened, '/notes');
  expect(notes).toHaveLength(3);
  for (const note of notes) expect(owners).toContain(note.ownerId);
});

test('what is made, changed and deleted is so, and a reset leads back', async () => {
  const opened = await open();
  const { ask, standIn } = opened;
  const before = await list(opened, '/owners');
  const [first, second, third] = before;
  expect((await ask('PATCH', `/owners/${first?.id}`, { name: 'Ada' })).body).toEqual({ ...first, name: 'Ada' });
  expect((await ask('DELETE', `/owners/${second?.id}`)).status).toBe(204);
  const { body: made } = await ask('POST', '/owners', { name: 'Bo' });
  expect(made.id).toBe(4);
  expect(await list(opened, '/owners')).toEqual([{ ...first, name: 'Ada' }, third, made]);
  expect(await list(opened, `/owners/${made.id}/pets`)).toEqual([]);
  expect((await ask('DELETE', `/owners/${made.id}`)).status).toBe(204);
  // No number is used twice.
  expect((await ask('POST', '/owners', { name: 'Cy' })).body.id).toBe(5);
  await standIn.reset();
  expect(await list(opened, '/owners')).toEqual(before);
});

test('what is below something that is deleted goes with it, without being made for that', async () => {
  const opened = await open();
  const { ask } = opened;
  const [first, second] = await list(opened, '/owners');
  const pets = await list(opened, `/owners/${first?.id}/pets`);
  const [note] = await list(opened, '/notes');
  expect((await ask('DELETE', `/owners/${first?.id}`)).status).toBe(204);
  expect((await ask('GET', `/owners/${first?.id}/pets/${pets[0]?.id}`)).status).toBe(404);
  expect(await kept(opened)).not.toContain('pets');
  // What says itself what it belongs to is deleted with that.
  expect((await ask('DELETE', `/owners/${note?.ownerId}`)).status).toBe(note?.ownerId === first?.id ? 404 : 204);
  for (const { ownerId: left } of await list(opened, '/notes')) expect([first?.id, note?.ownerId]).not.toContain(left);
  expect(await list(opened, `/owners/${second?.id}/pets`)).toHaveLength(second?.id === note?.ownerId ? 0 : 3);
});

test('there is nothing where nothing is to be at the start, and as much as is asked for', async () => {
  const [none, many] = await Promise.all([open(0), open(20)]);
  expect(await list(none, '/owners')).toEqual([]);
  expect((await none.ask('POST', '/owners', { name: 'Ada' })).body.id).toBe(1);
  expect(await list(none, '/owners')).toHaveLength(1);
  expect(await list(many, '/owners')).toHaveLength(20);
});
