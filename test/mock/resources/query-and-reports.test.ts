// QUERY, reports, default values of parameters, and Location without an item path.

import { describe, expect, test } from 'vitest';
import { jsonAnswers } from '../../support/own-api.ts';
import { inPath, openInferred, takes } from './inferred.ts';

const text = { type: 'string' };
const date = { type: 'string', format: 'date' };
const pet = { type: 'object', required: ['name'], properties: { id: { type: 'integer', readOnly: true }, name: text } };
const pets = { type: 'array', items: pet };
const inQuery = (schemas: object) => Object.entries(schemas).map(([name, schema]) => ({ name, in: 'query', schema }));

test('QUERY on a collection is a search', async () => {
  const filter = { type: 'object', properties: { name: text } };
  const { send } = await openInferred({
    '/pets': {
      post: { ...takes(pet), responses: jsonAnswers({ 201: pet }) },
      query: { ...takes(filter), responses: jsonAnswers({ 200: pets }) },
    },
    '/pets/{id}': { parameters: inPath({ id: { type: 'integer' } }), get: { responses: jsonAnswers({ 200: pet }) } },
  });
  for (const name of ['Rex', 'Bo']) await send('POST', '/pets', { name });
  expect(await send('QUERY', '/pets', { name: 'Bo' })).toMatchObject({
    source: 'stored',
    body: [{ id: 2, name: 'Bo' }],
  });
});

describe('a list that is only read, for a range of time', () => {
  test.each([
    ['from', 'to'],
    ['start_date', 'end_date'],
    ['since', 'until'],
  ])('%s and %s, has rows inside the range', async (from, to) => {
    const row = { type: 'object', required: ['date', 'amount'], properties: { date, amount: { type: 'number' } } };
    const parameters = inQuery({ [from]: date, [to]: date });
    const { send } = await openInferred({
      '/reports/sales': { get: { parameters, responses: jsonAnswers({ 200: { type: 'array', items: row } }) } },
    });
    const { source, body } = await send('GET', `/reports/sales?${from}=2024-02-01&${to}=2024-02-02`);
    expect(source).toBe('generated');
    expect(body.length).toBeGreaterThan(1);
    for (const one of body) expect(['2024-02-01', '2024-02-02']).toContain(one.date);
  });

  test('is a collection if its items have ids', async () => {
    const parameters = inQuery({ from: date, to: date });
    const { send } = await openInferred({
      '/pets': { get: { parameters, responses: jsonAnswers({ 200: pets }) } },
    });
    expect((await send('GET', '/pets')).source).toBe('stored');
  });
});

test('a default value of a parameter is no reason for a warning', async () => {
  const parameters = inQuery({
    expand: { ...text, default: 'none' },
    fields: { type: 'array', items: text, default: ['a'] },
  });
  const { send, mockServer } = await openInferred({
    '/pets': { get: { parameters, responses: jsonAnswers({ 200: pets }) } },
  });
  await send('GET', '/pets');
  await send('GET', '/pets?expand=owner');
  const log = await mockServer.fetch(new Request('http://127.0.0.1/_understudy/requests'));
  const { exchanges } = (await log.json()) as { exchanges: { warnings: string[] }[] };
  expect(exchanges.map(({ warnings }) => warnings)).toEqual([[], ['expand is not supported and was ignored']]);
});

test('a collection without an item path sends no Location', async () => {
  const note = { type: 'object', properties: { text } };
  const location = { 201: { description: 'Created', headers: { Location: { schema: text } } } };
  const { send } = await openInferred({
    '/pets': { post: { ...takes(pet), responses: jsonAnswers({ 201: pet }) } },
    '/pets/{id}': { parameters: inPath({ id: { type: 'integer' } }), get: { responses: jsonAnswers({ 200: pet }) } },
    '/pets/{id}/notes': {
      parameters: inPath({ id: { type: 'integer' } }),
      get: { responses: jsonAnswers({ 200: { type: 'array', items: note } }) },
      post: { ...takes(note), responses: location },
    },
  });
  expect((await send('POST', '/pets', { name: 'Rex' })).headers.get('location')).toBe('/pets/1');
  expect((await send('POST', '/pets/1/notes', { text: 'x' })).headers.get('location')).toBeNull();
});
