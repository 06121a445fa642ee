// Little that would become much: messages whose bytes are few, and whose reading, refusal or record could be without end.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { create, toBinary } from '@bufbuild/protobuf';
import { ListProjectsRequestSchema, UpdateAppRequestSchema } from '@zitadel/proto/zitadel/management_pb.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createStandIn } from '../../src/index.ts';
import { callRaw, frame } from '../support/call.ts';
import { APP, PROJECT } from '../support/identity-records.ts';
import { sharedStandIn } from '../support/shared-stand-in.ts';
import { ask, BASE } from '../support/stand-in.ts';
import { temporaryFolder } from '../support/temporary.ts';

const shared = sharedStandIn();
const SERVICE = '/identity.management.v1.ManagementService';
const rename = (name: string) =>
  toBinary(
    UpdateAppRequestSchema,
    create(UpdateAppRequestSchema, { projectId: PROJECT.gearShop, appId: APP.storefront, name }),
  );

test('a message with hundreds of mistakes is refused with the first of them', async () => {
  const queries = Array.from({ length: 900 }, () => ({}));
  const { status, body } = await ask(shared(), 'POST', '/management/v1/projects/_search', { body: { queries } });
  expect(status).toBe(400);
  expect(JSON.stringify(body).length).toBeLessThan(8000);

  const message = toBinary(ListProjectsRequestSchema, create(ListProjectsRequestSchema, { queries }));
  const field = { 'grpc-encoding': 'gzip' };
  const refused = await callRaw(shared(), 'grpc', `${SERVICE}/ListProjects`, frame(gzipSync(message), 1), field);
  expect(refused.status).toBe(3);
  // All of it must fit into the header fields that clients of HTTP/2 take.
  expect(refused.http.headers.get('grpc-status-details-bin')?.length).toBeLessThan(8000);
});

describe('four megabytes', () => {
  const LIMIT = 4 * 1024 * 1024;
  const list = (item: string) =>
    `{"queries":[${`${item},`.repeat(Math.floor(LIMIT / (item.length + 1)) - 12)}${item}]}`;

  test.each(['1', '{}', '[]', '{"nameQuery":{}}'])(
    'of %s in a list that the document bounds are not read',
    async (item) => {
      const { status, body } = await ask(shared(), 'POST', '/management/v1/projects/_search', { body: list(item) });
      expect(status).toBe(400);
      expect(body.message).toBe('a list in the body has more than 1100 items, and may have 100');
    },
  );

  test.each([1, 2])('of empty messages in %i are not read either', async (frames) => {
    const messages = frame(Buffer.alloc(Math.floor(LIMIT / frames) - 5 - (LIMIT % 2), Buffer.from([0x12, 0])));
    const sent = Buffer.concat(Array(frames).fill(messages));
    const refused = await callRaw(shared(), 'grpc', `${SERVICE}/ListProjects`, sent);
    expect(refused.text).toMatch(frames === 1 ? /queries has more than 1100 items/ : /one message, not several/);
  });

  test('of ones where nothing may be are no body', async () => {
    const { status, body } = await ask(shared(), 'POST', '/management/v1/projects/_search', {
      body: `{"other":[${'1,'.repeat(LIMIT / 2 - 10)}1]}`,
    });
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: 'the body holds more than 524288 values',
    });
  });

  test('of honest records are read, checked and handled', async () => {
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
    const answer = (schema: object) => ({ description: 'it', content: { 'application/json': { schema } } });
    const responses = { 200: answer({ type: 'integer' }), default: answer({ type: 'object' }) };
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
    const standIn = await createStandIn({ apis: [{ name: 'people', document: path, handlers }] });
    onTestFinished(() => standIn.close());
    const body = JSON.stringify(people);
    expect(body.length).toBeGreaterThan(0.85 * LIMIT);
    expect(await ask(standIn, 'PUT', '/people', { body })).toMatchObject({ status: 200, body: 20_000 });
    const broken = JSON.stringify(people.with(19_000, { ...people[0], born: 1977 } as never));
    expect(await ask(standIn, 'PUT', '/people', { body: broken })).toMatchObject({
      status: 400,
      body: { message: 'body /19000/born must be string' },
    });
  });
});

test('the journal keeps no message that is long only when it is unpacked', async () => {
  const message = frame(gzipSync(rename('a'.repeat(1_000_000))), 1);
  const field = { 'grpc-encoding': 'gzip' };
  expect((await callRaw(shared(), 'grpc', `${SERVICE}/UpdateApp`, message, field)).status).toBe(3);
  const { exchanges } = (await ask(shared(), 'GET', '/_understudy/exchanges')).body;
  expect(exchanges.at(-1)).toMatchObject({ operation: 'updateApp', code: 'invalid_argument' });
  expect(exchanges.at(-1)).not.toHaveProperty('requestBody');
});

test('a body in base64 may be in pieces, and its media type in any letters', async () => {
  const bytes = Buffer.from(frame(rename('Shop Window')));
  const pieces = Array.from({ length: bytes.length }, (_, at) => bytes.subarray(at, at + 1).toString('base64'));
  for (const type of ['application/grpc-web-text', 'Application/gRPC-Web-Text']) {
    const asked = (body: string) =>
      shared().fetch(
        new Request(`${BASE}${SERVICE}/UpdateApp`, {
          method: 'POST',
          headers: { authorization: 'Bearer token-viewer', 'content-type': type },
          body,
        }),
      );
    const told = async (body: string) => Buffer.from(await (await asked(body)).text(), 'base64').toString();
    expect(await told(pieces.join(''))).toContain('grpc-status: 7');
    for (const broken of ['A===', 'AA=', '====', 'AAAA AAAA', 'AAA']) {
      expect(await told(broken)).toMatch(
        /grpc-message: the body is not base64, as that of application\/grpc-web-text is/,
      );
    }
  }
});
