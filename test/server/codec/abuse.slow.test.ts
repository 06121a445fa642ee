// Four megabytes of empty messages, and of valid records.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createMockServer } from '../../../src/index.ts';
import { callRaw, frame } from '../../support/call.ts';
import { send } from '../../support/mock-server.ts';
import { sharedMockServer } from '../../support/shared-mock-server.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const shared = sharedMockServer();
const SERVICE = '/identity.management.v1.ManagementService';
const LIMIT = 4 * 1024 * 1024;

test.each([1, 2])('of empty messages in %i are not read', async (frames) => {
  const messages = frame(Buffer.alloc(Math.floor(LIMIT / frames) - 5 - (LIMIT % 2), Buffer.from([0x12, 0])));
  const sent = Buffer.concat(Array(frames).fill(messages));
  const rejected = await callRaw(shared(), 'grpc', `${SERVICE}/ListProjects`, sent);
  expect(rejected.text).toMatch(frames === 1 ? /queries has more than 1100 items/ : /one message, received several/);
});

test('of valid records are read, validated and handled', async () => {
  const path = join(await temporaryFolder(), 'people.json');
  const text = { type: 'string' };
  const address = {
    type: 'object',
    required: ['city'],
    properties: { city: text, street: text, zip: { type: 'integer' } },
  };
  const person = {
    type: 'object',
    required: ['id', 'name', 'address'],
    properties: { id: text, name: text, email: text, born: text, address, tags: { type: 'array', items: text } },
  };
  const content = { 'application/json': { schema: { type: 'array', items: person } } };
  const response = (schema: object) => ({ description: 'it', content: { 'application/json': { schema } } });
  const responses = { 200: response({ type: 'integer' }), default: response({ type: 'object' }) };
  const put = { operationId: 'putPeople', requestBody: { content }, responses };
  await writeFile(
    path,
    JSON.stringify({ openapi: '3.0.3', info: { title: 'T', version: '1' }, paths: { '/people': { put } } }),
  );
  const people = Array.from({ length: 20_000 }, (_, at) => ({
    id: `${at}`,
    name: `Somebody with the number ${at}`,
    email: `somebody.${at}@example.com`,
    born: '1977-07-07',
    address: { street: `Long Street ${at}`, city: 'Somewhere', zip: at },
    tags: ['one', 'another'],
  }));
  const handlers = { putPeople: ({ input }: { input: { body: readonly unknown[] } }) => input.body.length };
  const mockServer = await createMockServer({ apis: [{ name: 'people', document: path, handlers }] });
  onTestFinished(() => mockServer.close());
  const body = JSON.stringify(people);
  expect(body.length).toBeGreaterThan(0.85 * LIMIT);
  expect(await send(mockServer, 'PUT', '/people', { body })).toMatchObject({ status: 200, body: 20_000 });
  const broken = JSON.stringify(people.with(19_000, { ...people[0], born: 1977 } as never));
  expect(await send(mockServer, 'PUT', '/people', { body: broken })).toMatchObject({
    status: 400,
    body: { detail: 'body /19000/born must be a string' },
  });
});
