// Small inputs with large effects: messages whose reading, error or record could be unbounded.

import { gzipSync } from 'node:zlib';
import { create, toBinary } from '@bufbuild/protobuf';
import { ListProjectsRequestSchema, UpdateAppRequestSchema } from '@zitadel/proto/zitadel/management_pb.js';
import { describe, expect, test } from 'vitest';
import { callRaw, frame } from '../../support/call.ts';
import { APP, PROJECT } from '../../support/identity-records.ts';
import { BASE, send } from '../../support/mock-server.ts';
import { sharedMockServer } from '../../support/shared-mock-server.ts';

const shared = sharedMockServer();
const SERVICE = '/identity.management.v1.ManagementService';
const rename = (name: string) =>
  toBinary(
    UpdateAppRequestSchema,
    create(UpdateAppRequestSchema, { projectId: PROJECT.gearShop, appId: APP.storefront, name }),
  );

test('a message with hundreds of errors is rejected with the first ones', async () => {
  const queries = Array.from({ length: 900 }, () => ({}));
  const { status, body } = await send(shared(), 'POST', '/management/v1/projects/_search', { body: { queries } });
  expect(status).toBe(400);
  expect(JSON.stringify(body).length).toBeLessThan(8000);

  const message = toBinary(ListProjectsRequestSchema, create(ListProjectsRequestSchema, { queries }));
  const field = { 'grpc-encoding': 'gzip' };
  const rejected = await callRaw(shared(), 'grpc', `${SERVICE}/ListProjects`, frame(gzipSync(message), 1), field);
  expect(rejected.status).toBe(3);
  // It must fit into the headers that HTTP/2 clients accept.
  expect(rejected.http.headers.get('grpc-status-details-bin')?.length).toBeLessThan(8000);
});

describe('four megabytes', () => {
  const LIMIT = 4 * 1024 * 1024;
  const list = (item: string) =>
    `{"queries":[${`${item},`.repeat(Math.floor(LIMIT / (item.length + 1)) - 12)}${item}]}`;

  test.each(['1', '{}', '[]', '{"nameQuery":{}}'])('of %s in a list with maxItems are not read', async (item) => {
    const { status, body } = await send(shared(), 'POST', '/management/v1/projects/_search', { body: list(item) });
    expect(status).toBe(400);
    expect(body.message).toBe('an array in the body has more than 1100 items; the maximum is 100');
  });

  test('of numbers in an unknown property are rejected', async () => {
    const { status, body } = await send(shared(), 'POST', '/management/v1/projects/_search', {
      body: `{"other":[${'1,'.repeat(LIMIT / 2 - 10)}1]}`,
    });
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: 'the body has more than 524288 values',
    });
  });
});

test('the request log does not store a message that is long only after decompression', async () => {
  const message = frame(gzipSync(rename('a'.repeat(1_000_000))), 1);
  const field = { 'grpc-encoding': 'gzip' };
  expect((await callRaw(shared(), 'grpc', `${SERVICE}/UpdateApp`, message, field)).status).toBe(3);
  const { exchanges } = (await send(shared(), 'GET', '/_understudy/requests')).body;
  expect(exchanges.at(-1)).toMatchObject({ operation: 'updateApp', code: 'invalid_argument' });
  expect(exchanges.at(-1)).not.toHaveProperty('requestBody');
});

test('a base64 body may consist of parts, and its media type is case-insensitive', async () => {
  const bytes = Buffer.from(frame(rename('Shop Window')));
  const pieces = Array.from({ length: bytes.length }, (_, at) => bytes.subarray(at, at + 1).toString('base64'));
  for (const type of ['application/grpc-web-text', 'Application/gRPC-Web-Text']) {
    const requested = (body: string) =>
      shared().fetch(
        new Request(`${BASE}${SERVICE}/UpdateApp`, {
          method: 'POST',
          headers: { authorization: 'Bearer token-viewer', 'content-type': type },
          body,
        }),
      );
    const reported = async (body: string) => Buffer.from(await (await requested(body)).text(), 'base64').toString();
    expect(await reported(pieces.join(''))).toContain('grpc-status: 7');
    for (const broken of ['A===', 'AA=', '====', 'AAAA AAAA', 'AAA']) {
      expect(await reported(broken)).toMatch(
        /grpc-message: the body is not valid base64 \(application\/grpc-web-text\)/,
      );
    }
  }
});
