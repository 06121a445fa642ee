// The owner annotation: callers see only their own items.

import { expect, test } from 'vitest';
import { inferred } from '../../support/inferred.ts';

const one = (schema: string, status = 200) =>
  `'${status}': { description: ok, content: { application/json: { schema: ${schema} } } }`;
const body = (schema: string) => `requestBody: { content: { application/json: { schema: ${schema} } } }`;
const NOTE = `{ $ref: '#/components/schemas/Note' }`;
const LINE = `{ $ref: '#/components/schemas/Line' }`;
const id = (name: string) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`;

const notes = (words: string) => `
security: [{ basic: [] }, {}]
paths:
  /notes:
    get: { responses: { ${one(`{ type: array, items: ${NOTE} }`)} } }
    post: { ${body(NOTE)}, responses: { ${one(NOTE, 201)}, '409': { description: taken } } }
    delete: { responses: { '204': { description: gone } } }
  /notes/count:
    get: { responses: { ${one('{ type: object, properties: { count: { type: integer } } }')} } }
  /notes/{noteId}:
    parameters: [${id('noteId')}]
    get: { responses: { ${one(NOTE)}, '404': { description: unknown } } }
    put: { ${body(NOTE)}, responses: { ${one(NOTE)}, '404': { description: unknown } } }
    patch: { ${body(NOTE)}, responses: { ${one(NOTE)}, '404': { description: unknown } } }
    delete: { responses: { '204': { description: gone }, '404': { description: unknown } } }
  /notes/{noteId}/lines:
    parameters: [${id('noteId')}]
    get: { responses: { ${one(`{ type: array, items: ${LINE} }`)}, '404': { description: unknown } } }
    post: { ${body(LINE)}, responses: { ${one(LINE, 201)}, '404': { description: unknown } } }
  /reminders:
    get: { responses: { ${one(`{ type: array, items: { $ref: '#/components/schemas/Reminder' } }`)} } }
    post: { ${body(`{ type: object, properties: { note_id: { type: string } } }`)}, responses: { ${one(`{ $ref: '#/components/schemas/Reminder' }`, 201)}, '400': { description: wrong } } }
  /drafts/{draftId}:
    parameters: [${id('draftId')}]
    get: { responses: { ${one(`{ $ref: '#/components/schemas/Draft' }`)}, '404': { description: unknown } } }
    patch: { ${body('{ type: object }')}, responses: { ${one(`{ $ref: '#/components/schemas/Draft' }`)}, '404': { description: unknown } } }
components:
  securitySchemes: { basic: { type: http, scheme: basic } }
  schemas:
    Note: { type: object${words}, properties: { id: { type: string, readOnly: true }, text: { type: string }, ownerId: { type: string } } }
    Line: { type: object, required: [id], properties: { id: { type: string, readOnly: true }, text: { type: string } } }
    Reminder: { type: object, properties: { id: { type: string, readOnly: true }, note_id: { type: string } } }
    Draft: { type: object${words.replace('ownerId', 'by.name')}, properties: { id: { type: string }, text: { type: string }, by: { type: object, properties: { name: { type: string } } } } }
`;

const by = (name: string) => ({ authorization: `Basic ${btoa(`${name}:secret`)}` });
const [ann, bo] = [by('ann'), by('bo')];

test('a caller with a name sees only own items of resources with an owner', async () => {
  const send = await inferred(notes(', x-understudy: { owner: ownerId }'), { records: 0 });
  const { body: own } = await send('POST', '/notes', { text: 'mine' }, ann);
  expect(own).toEqual({ id: own.id, text: 'mine', ownerId: 'ann' });
  const { body: other } = await send('POST', '/notes', { text: 'hers', ownerId: 'ann' }, bo);
  expect(other.ownerId).toBe('bo');
  expect((await send('GET', '/notes', undefined, ann)).body).toEqual([own]);
  expect((await send('GET', '/notes/count', undefined, bo)).body).toEqual({ count: 1 });
  expect((await send('GET', '/notes')).body).toEqual([own, other]);
  for (const [method, sent] of [['GET'], ['PUT', { text: 'taken' }], ['PATCH', { text: 'taken' }], ['DELETE']] as const)
    expect((await send(method, `/notes/${other.id}`, sent, ann)).status).toBe(404);
  expect((await send('GET', `/notes/${other.id}/lines`, undefined, ann)).status).toBe(404);
  expect((await send('POST', `/notes/${other.id}/lines`, { text: 'a' }, ann)).status).toBe(404);
  expect((await send('POST', `/notes/${other.id}/lines`, { text: 'a' }, bo)).status).toBe(201);
  expect((await send('POST', '/reminders', { note_id: other.id }, ann)).status).toBe(400);
  expect((await send('POST', '/reminders', { note_id: other.id }, bo)).status).toBe(201);
  expect((await send('PATCH', `/notes/${own.id}`, { ownerId: 'bo', text: 'still' }, ann)).body).toEqual({
    ...own,
    text: 'still',
  });
  expect((await send('PUT', `/notes/${own.id}`, { text: 'whole' }, ann)).body.ownerId).toBe('ann');
  await send('DELETE', '/notes', undefined, ann);
  expect((await send('GET', '/notes')).body).toEqual([other]);
});

test('a virtual item belongs to its caller until it is changed', async () => {
  const send = await inferred(notes(', x-understudy: { owner: ownerId }'), { records: 0 });
  expect((await send('GET', '/drafts/1', undefined, ann)).body.by.name).toBe('ann');
  expect((await send('GET', '/drafts/1', undefined, bo)).body.by.name).toBe('bo');
  await send('PATCH', '/drafts/1', { text: 'x' }, ann);
  expect((await send('GET', '/drafts/1', undefined, ann)).body.text).toBe('x');
  expect((await send('GET', '/drafts/1', undefined, bo)).status).toBe(404);
  expect((await send('PATCH', '/drafts/1', { text: 'y' }, bo)).status).toBe(404);
});

test('all callers see all items without an owner annotation', async () => {
  const send = await inferred(notes(''), { records: 0 });
  const { body: own } = await send('POST', '/notes', { text: 'mine', ownerId: 'ann' }, ann);
  expect((await send('GET', `/notes/${own.id}`, undefined, bo)).body).toEqual(own);
  expect((await send('GET', '/notes', undefined, bo)).body).toEqual([own]);
});
