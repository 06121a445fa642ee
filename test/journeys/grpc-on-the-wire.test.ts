// gRPC over real connections: trailers, paths of the document, and callers that cancel a call.

import { once } from 'node:events';
import { request as requestHttp1 } from 'node:http';
import { type ClientHttp2Session, connect, constants, type IncomingHttpHeaders } from 'node:http2';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  ListProjectsRequestSchema,
  UpdateAppRequestSchema,
  UpdateAppResponseSchema,
} from '@zitadel/proto/zitadel/management_pb.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMockServer } from '../../src/index.ts';
import { frame } from '../support/call.ts';
import { greeter, Witness } from '../support/greeter/api.ts';
import { APP, PROJECT, recordsOf } from '../support/identity-records.ts';
import { listening } from '../support/listening.ts';

const PATH = `/management/v1/projects/${PROJECT.gearShop}/apps/${APP.storefront}`;
const HEADERS = { 'content-type': 'application/grpc', authorization: 'Bearer token-owner', te: 'trailers' };
const rename = (name: string) => frame(toBinary(UpdateAppRequestSchema, create(UpdateAppRequestSchema, { name })));

function connected(url: string): ClientHttp2Session {
  const session = connect(url);
  onTestFinished(() => session.destroy());
  return session;
}

/** The response to a request over HTTP/2, with separate trailers. */
async function call(session: ClientHttp2Session, headers: Record<string, string>, body: Uint8Array) {
  const stream = session.request(headers);
  let trailers: IncomingHttpHeaders = {};
  stream.on('trailers', (fields) => {
    trailers = fields;
  });
  stream.end(body);
  const [responded] = (await once(stream, 'response')) as [IncomingHttpHeaders & { ':status'?: number }];
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return { responded, trailers, body: Buffer.concat(chunks) };
}

describe('gRPC over HTTP/2', () => {
  test('accepts the path of an operation with its parameters, and sends the status after the body', async () => {
    const { url, mockServer } = await listening();
    const headers = { ':method': 'PUT', ':path': PATH, ...HEADERS };
    const { responded, trailers, body } = await call(connected(url), headers, rename('By the path'));
    expect(responded).toMatchObject({ ':status': 200, 'content-type': 'application/grpc' });
    expect(responded['grpc-status']).toBeUndefined();
    expect(trailers).toMatchObject({ 'grpc-status': '0' });
    expect(fromBinary(UpdateAppResponseSchema, body.subarray(5)).details?.sequence).toBe(15n);
    const { apps } = await recordsOf(mockServer);
    expect(apps.find(({ id }) => id === APP.storefront)).toMatchObject({ name: 'By the path' });
  });

  test('sends an error in one header block, percent-encoded, with its details', async () => {
    const { url } = await listening();
    const headers = { ':method': 'PUT', ':path': PATH, ...HEADERS };
    const { responded, trailers, body } = await call(connected(url), headers, rename('Storefront'));
    expect(body).toHaveLength(0);
    expect(trailers).toEqual({});
    expect(responded).toMatchObject({
      ':status': 200,
      'grpc-status': '9',
      'grpc-message': 'No changes (COMMAND-2m8vx)',
      'grpc-status-details-bin': expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
    });
  });

  test.each([10, 100])('sends an error with %i violations within the header limit of all clients', async (count) => {
    const { url } = await listening();
    const query = { query: { case: 'nameQuery' as const, value: { name: 'x'.repeat(201) } } };
    const message = create(ListProjectsRequestSchema, { queries: Array(count).fill(query) });
    const headers = {
      ':method': 'POST',
      ':path': '/identity.management.v1.ManagementService/ListProjects',
      ...HEADERS,
    };
    const { responded } = await call(connected(url), headers, frame(toBinary(ListProjectsRequestSchema, message)));
    expect(responded).toMatchObject({
      'grpc-status': '3',
      'grpc-message': expect.stringMatching(/^invalid ListProjectsRequest\.Queries\[0\]/),
    });
    // Header sizes as defined by HTTP/2 (RFC 9113, section 6.5.2).
    const lengths = Object.entries(responded).map(([name, value]) => name.length + String(value).length + 32);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(8 * 1024);
  });

  test('notifies a handler of a cancelled call, and responds to the next call', async () => {
    const witness = new Witness();
    const mockServer = await createMockServer({ apis: [greeter(witness)] });
    onTestFinished(() => mockServer.close());
    const session = connected((await mockServer.listen()).url);
    const waiting = once(witness, 'waiting');
    const wait = {
      ':method': 'POST',
      ':path': '/test.greeter.v1.GreeterService/Wait',
      'content-type': 'application/grpc',
    };
    const stream = session.request(wait);
    stream.end(frame(new Uint8Array()));
    await waiting;
    const abandoned = once(witness, 'abandoned');
    stream.close(constants.NGHTTP2_CANCEL);
    await abandoned;
    const late = await call(session, { ...wait, 'grpc-timeout': '10m' }, frame(new Uint8Array()));
    expect(late.responded['grpc-status']).toBe('4');
  });
});

describe('gRPC over HTTP/1.1', () => {
  test('sends the status in trailers', async () => {
    const { url } = await listening();
    const request = requestHttp1(url + PATH, { method: 'PUT', headers: HEADERS });
    request.end(rename('Over HTTP/1.1'));
    const [response] = await once(request, 'response');
    response.resume();
    await once(response, 'end');
    expect(response.headers).toMatchObject({ trailer: 'grpc-status', 'content-type': 'application/grpc' });
    expect(response.trailers).toEqual({ 'grpc-status': '0' });
  });
});
