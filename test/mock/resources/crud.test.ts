// Items with unusual documents are found by the id in the create response.

import { describe, expect, test } from 'vitest';
import { inferred } from '../../support/inferred.ts';
import { jsonAnswers } from '../../support/own-api.ts';
import { inPath, openInferred, takes } from './inferred.ts';

const text = { type: 'string' };
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', properties, required });

test('an item has the values that were sent last; PATCH changes only the sent ones', async () => {
  const properties = { price: { type: 'number' }, bought: { ...text, format: 'date' }, note: text };
  const machine = object({ id: { ...text, readOnly: true }, ...properties });
  const responses = jsonAnswers({ 200: machine, 404: undefined });
  const { send } = await openInferred({
    '/machines': { post: { ...takes(object(properties)), responses: jsonAnswers({ 201: machine }) } },
    '/machines/{id}': {
      parameters: inPath({ id: text }),
      get: { responses },
      put: { ...takes(object(properties)), responses },
      patch: { ...takes(object(properties)), responses },
    },
  });
  const first = { price: 1249.5, bought: '2024-02-29', note: 'Old' };
  const { id } = (await send('POST', '/machines', first)).body;
  const found = async () => (await send('GET', `/machines/${id}`)).body;
  expect(await found()).toEqual({ id, ...first });
  const second = { price: 980, bought: '2024-03-01', note: 'New' };
  await send('PUT', `/machines/${id}`, second);
  expect(await found()).toEqual({ id, ...second });
  await send('PATCH', `/machines/${id}`, { price: 1 });
  expect(await found()).toEqual({ id, ...second, price: 1 });
});

describe('a created item', () => {
  test('may have an id that the client chooses', async () => {
    const consumer = object({ consumer_id: text, name: text }, ['consumer_id']);
    const { send } = await openInferred({
      '/consumers': { post: { ...takes(consumer), responses: jsonAnswers({ 201: consumer, 400: undefined }) } },
      '/consumers/{consumer_id}': {
        get: { parameters: inPath({ consumer_id: text }), responses: jsonAnswers({ 200: consumer, 404: undefined }) },
      },
    });
    const created = await send('POST', '/consumers', { consumer_id: 'acme', name: 'Acme' });
    expect(created).toMatchObject({ status: 201, body: { consumer_id: 'acme' } });
    expect((await send('GET', '/consumers/acme')).body).toEqual({ consumer_id: 'acme', name: 'Acme' });
  });

  test('gets another id if no response may contain the sent one', async () => {
    const name = { ...text, pattern: '^[a-z]{5}$' };
    const box = object({ name, text }, ['name']);
    const { send } = await openInferred({
      '/boxes': { post: { ...takes(object({ name: text, text })), responses: jsonAnswers({ 201: box }) } },
      '/boxes/{boxName}': {
        get: { parameters: inPath({ boxName: text }), responses: jsonAnswers({ 200: box, 404: undefined }) },
      },
    });
    const { body } = await send('POST', '/boxes', { name: 'Scary godparent', text: 'mine' });
    expect(body).toMatchObject({ name: expect.stringMatching(/^[a-z]{5}$/), text: 'mine' });
    expect((await send('GET', `/boxes/${body.name}`)).body).toEqual(body);
  });

  test('is identified by the name of the path parameter in a response of another form', async () => {
    const job = object({ id: { ...text, format: 'uuid' }, state: text }, ['id', 'state']);
    const started = object({ jobId: { ...text, format: 'uuid' } }, ['jobId']);
    const { send } = await openInferred({
      '/imports': { post: { ...takes(object({ state: text })), responses: jsonAnswers({ 200: started }) } },
      '/imports/{jobId}': {
        get: { parameters: inPath({ jobId: text }), responses: jsonAnswers({ 200: job, 404: undefined }) },
      },
    });
    const { body } = await send('POST', '/imports', { state: 'new' });
    expect((await send('GET', `/imports/${body.jobId}`)).body).toEqual({ id: body.jobId, state: 'new' });
  });

  test('is identified by Location if the response has no properties of it', async () => {
    const item = object({ thingName: text, color: text }, ['thingName']);
    const receipt = object({ receipt: text }, ['receipt']);
    const { send } = await openInferred({
      '/things': { post: { ...takes(object({ color: text })), responses: jsonAnswers({ 200: receipt }) } },
      '/things/{thingName}': {
        get: { parameters: inPath({ thingName: text }), responses: jsonAnswers({ 200: item, 404: undefined }) },
      },
    });
    const { headers, body } = await send('POST', '/things', { color: 'red' });
    expect(Object.keys(body)).toEqual(['receipt']);
    expect((await send('GET', headers.get('location') ?? '')).body).toMatchObject({ color: 'red' });
  });

  test('is below the path value that it contains', async () => {
    const rule = object({ ruleId: { ...text, readOnly: true }, name: text }, ['ruleId', 'name']);
    const parameters = inPath({ instanceId: text });
    const { send } = await openInferred({
      '/rules/{instanceId}': {
        get: { parameters, responses: jsonAnswers({ 200: object({ rules: { type: 'array', items: rule } }) }) },
        post: { parameters, ...takes(rule), responses: jsonAnswers({ 200: rule }) },
      },
      '/rules/{instanceId}/{ruleId}': {
        parameters: inPath({ instanceId: text, ruleId: text }),
        get: { responses: jsonAnswers({ 200: rule, 404: undefined }) },
        delete: { responses: jsonAnswers({ 204: undefined, 404: undefined }) },
      },
    });
    const { body: created } = await send('POST', '/rules/one', { name: 'No dogs' });
    expect(created).toMatchObject({ name: 'No dogs' });
    expect((await send('GET', '/rules/one')).body).toEqual({ rules: [created] });
    expect((await send('GET', '/rules/other')).body).toEqual({ rules: [] });
    expect((await send('GET', `/rules/one/${created.ruleId}`)).body).toEqual(created);
    expect((await send('DELETE', `/rules/one/${created.ruleId}`)).status).toBe(204);
    expect((await send('GET', `/rules/one/${created.ruleId}`)).status).toBe(404);
  });
});

test('seed data leaves the example of a document for clients to send, although it is unique', async () => {
  const send = await inferred(
    `
paths:
  /spaces:
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Space' } } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Space' } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Space' } } } } }
  /users:
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/User' } } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } } }
  /users/{name}:
    parameters: [{ name, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } } } }
components:
  schemas:
    Space: { type: object, required: [label, email], properties: { label: { type: string, description: Must be unique., example: my space }, email: { type: string, format: email, example: user@example.com } } }
    User: { type: object, required: [name], properties: { name: { type: string, example: app-01 } } }
`,
    { records: 3 },
  );
  expect((await send('GET', '/spaces')).body).toHaveLength(3);
  expect(await send('POST', '/spaces', { label: 'my space', email: 'user@example.com' })).toMatchObject({
    status: 201,
  });
  expect(await send('POST', '/spaces', { label: 'my space', email: 'other@example.com' })).toMatchObject({
    status: 409,
  });
  expect((await send('GET', '/users')).body).toHaveLength(3);
  expect(await send('POST', '/users', { name: 'app-01' })).toMatchObject({ status: 201 });
});
