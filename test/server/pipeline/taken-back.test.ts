// Changes of requests whose responses cannot be sent: they are undone.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { create, toBinary } from '@bufbuild/protobuf';
import { UpdateAppRequestSchema } from '@zitadel/proto/zitadel/management_pb.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { identity } from '../../../src/identity/api.ts';
import { ApiError, createMockServer, respond } from '../../../src/index.ts';
import { openInferred } from '../../mock/resources/inferred.ts';
import { call } from '../../support/call.ts';
import { APP, PROJECT } from '../../support/identity-records.ts';
import { send } from '../../support/mock-server.ts';
import { documentOf, ownMockServer } from '../../support/own-api.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const text = { type: 'string' };
const note = { type: 'object', properties: { id: { ...text, readOnly: true }, text }, required: ['text'] };

/** `/notes`, whose responses have this media type. */
const notes = (type: string) => ({
  '/notes': {
    get: {
      responses: { 200: { description: 'all', content: { [type]: { schema: { type: 'array', items: note } } } } },
    },
    post: {
      requestBody: { required: true, content: { 'application/json': { schema: note } } },
      responses: { 201: { description: 'created', content: { [type]: { schema: note } } } },
    },
  },
});

describe('an item that the media type of the response cannot express', () => {
  test.each([
    ['application/xml', { text: 'a', 'a b': 1 }],
    ['application/vnd.note+xml', { text: 'a', '<': 1 }],
  ])('is not created, and later requests work (%s)', async (type, item) => {
    const { send } = await openInferred(notes(type));
    expect((await send('POST', '/notes', { text: 'first' })).status).toBe(201);
    const before = await send('GET', '/notes');
    expect((await send('POST', '/notes', item)).status).toBe(500);
    const { status, body } = await send('GET', '/notes');
    expect([status, body]).toEqual([200, before.body]);
    expect((await send('POST', '/notes', { text: 'second' })).status).toBe(201);
  });
});

// biome-ignore lint/suspicious/noExplicitAny: handlers of an API without types
type AnyCall = any;

const circular: Record<string, unknown> = { text: 'a' };
circular.self = circular;

/** Media type and response of a handler after it has changed a note. */
const WRONG: Readonly<Record<string, readonly [type: string, () => unknown]>> = {
  'an unexpected exception': [
    'application/json',
    () => {
      throw new TypeError('no');
    },
  ],
  'a body that violates its schema': ['application/json', () => ({ text: 1 })],
  'a status that is not declared': ['application/json', () => respond(418, { text: 'a' })],
  'an invalid status': ['application/json', () => respond(1000, { text: 'a' })],
  'a header with a line break': ['application/json', () => respond(201, { text: 'a' }, { 'x-a': 'b\r\nc: d' })],
  'headers of 100 KB': ['application/json', () => respond(201, { text: 'a' }, { 'x-a': 'b'.repeat(100_000) })],
  'an invalid header name': ['application/json', () => respond(201, { text: 'a' }, { 'a b': 'c' })],
  'a media type that is not declared': ['application/json', () => respond(201, 'a', { 'content-type': 'text/csv' })],
  'an object that contains itself': ['application/json', () => circular],
  'a value that throws while it is encoded': [
    'application/json',
    () => ({
      text: 'a',
      toJSON() {
        throw new Error('no');
      },
    }),
  ],
  'an invalid element name': ['application/xml', () => ({ text: 'a', 'a b': 1 })],
  'a number as a form': ['application/x-www-form-urlencoded', () => 1],
  'a number as form data': ['multipart/form-data', () => 1],
  'an object as bytes': ['application/octet-stream', () => ({ text: 'a' })],
  'a number as CSV': ['text/csv', () => 1],
  'a number as JSON Lines': ['application/jsonl', () => 1],
  'a number as events': ['text/event-stream', () => 1],
};

async function withHandler(type: string, wrong: () => unknown) {
  const fixtures = join(await temporaryFolder(), 'fixtures');
  await mkdir(fixtures);
  await writeFile(join(fixtures, 'schema.json'), JSON.stringify({ properties: { notes: { type: 'array' } } }));
  await writeFile(join(fixtures, 'notes.json'), JSON.stringify([{ id: '1', text: 'first' }]));
  const json = { content: { 'application/json': { schema: {} } } };
  const document = documentOf({
    '/notes': {
      get: { operationId: 'list', responses: { 200: { description: 'all', ...json } } },
      post: {
        operationId: 'add',
        responses: { 201: { description: 'created', content: { [type]: { schema: note } } } },
      },
      put: {
        operationId: 'change',
        responses: { 201: { description: 'changed', content: { [type]: { schema: note } } } },
      },
      delete: {
        operationId: 'clear',
        responses: { 201: { description: 'none', content: { [type]: { schema: note } } } },
      },
    },
  });
  const mockServer = await ownMockServer(
    document,
    {
      list: ({ store }: AnyCall) => [...store.collections.notes.values()],
      async add({ store, newId }: AnyCall) {
        await store.change(({ notes: all }: AnyCall) => all.add({ id: newId(), text: 'a' }));
        // Not awaited.
        void store.change(({ notes: all }: AnyCall) => all.replace({ id: '1', text: 'b' }));
        return wrong();
      },
      async change({ store }: AnyCall) {
        await store.change(({ notes: all }: AnyCall) => all.replace({ id: '1', text: 'b' }));
        return wrong();
      },
      async clear({ store }: AnyCall) {
        await store.change(({ notes: all }: AnyCall) => all.remove('1'));
        return wrong();
      },
    },
    { fixtures },
  );
  const send = (method: string, path = '/notes') =>
    mockServer.fetch(new Request(`http://localhost${path}`, { method }));
  return { send, reported: mockServer.reported };
}

describe('a handler that creates, changes or deletes a record and then responds with', () => {
  test.each(Object.entries(WRONG))('%s leaves the records unchanged', async (_, [type, wrong]) => {
    const { send, reported } = await withHandler(type, wrong);
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await send(method)).status).toBe(500);
    expect(reported).toHaveLength(3);
    expect(await (await send('GET')).json()).toEqual([{ id: '1', text: 'first' }]);
    const changes = await send('GET', '/_understudy/changes');
    expect(await changes.json()).toMatchObject({ changes: [] });
  });
});

test('a record that another request has changed since is not undone', async () => {
  let goOn = () => {};
  const wait = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const { send } = await withHandler('application/json', () => wait.then(() => ({ text: 1 })));
  const late = send('PUT');
  const other = send('DELETE');
  // Both have changed the records when this is true.
  await expect.poll(async () => (await send('GET')).json()).toEqual([]);
  goOn();
  expect([(await late).status, (await other).status]).toEqual([500, 500]);
  expect(await (await send('GET')).json()).toEqual([{ id: '1', text: 'b' }]);
});

test.each(['grpc', 'grpc-web', 'connect'] as const)(
  'a message that a procedure cannot send leaves the records unchanged (%s)',
  async (wire) => {
    const renamed: typeof identity.handlers.updateApp = async (request) => {
      await identity.handlers.updateApp(request);
      return { details: { sequence: 'many' } } as never;
    };
    const handlers = { ...identity.handlers, updateApp: renamed };
    const mockServer = await createMockServer({ apis: [{ ...identity, handlers }], onError: () => {} });
    onTestFinished(() => mockServer.close());
    const message = create(UpdateAppRequestSchema, { projectId: PROJECT.gearShop, appId: APP.storefront, name: 'New' });
    const { status } = await call(
      mockServer,
      wire,
      '/identity.management.v1.ManagementService/UpdateApp',
      toBinary(UpdateAppRequestSchema, message),
    );
    expect(status).toBe(13);
    const { body } = await send(mockServer, 'GET', '/_understudy/changes', { token: undefined });
    expect(body.changes).toEqual([]);
  },
);

test('changes of a handler before it throws an ApiError stay', async () => {
  const { send } = await withHandler('application/json', () => {
    throw new ApiError('already_exists', 'there is one');
  });
  expect((await send('PUT')).status).toBe(409);
  expect(await (await send('GET')).json()).toEqual([{ id: '1', text: 'b' }]);
});
