// Invalid calls of health and reflection, byte by byte, over each protocol.

import { connect } from 'node:http2';
import { gzipSync } from 'node:zlib';
import { Code, createClient } from '@connectrpc/connect';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  Health,
  HealthCheckResponse_ServingStatus as Status,
} from '../../../src/server/grpc/generated/grpc/health/v1/health_pb.ts';
import { frame } from '../../support/call.ts';
import { connectRaw } from '../../support/raw-http.ts';
import { connectRaw2, FLAG, FRAME, type Frame, fieldBlock, frame as frame2, OPENING } from '../../support/raw-http2.ts';
import { ask2 } from '../../support/wire-server.ts';
import { CLIENTS, DUPLEX } from './clients.ts';
import { NOBODY, serving } from './serving.ts';

const CHECK = '/grpc.health.v1.Health/Check';
const INFO = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo';

/** Sends a request over HTTP/2 with these bytes. */
async function call(path: string, type: string, body: Uint8Array, fields: Record<string, string> = {}) {
  const { http2, thrown } = await serving();
  const session = connect(http2);
  onTestFinished(() => session.destroy());
  const headers = { ':method': 'POST', ':path': path, 'content-type': type, ...fields };
  return { ...(await ask2(session, headers, body)), thrown };
}

describe('bytes that are not a valid message', () => {
  const BROKEN: readonly (readonly [string, Buffer])[] = [
    ['cut off', Buffer.from([0x0a, 0x05, 0x61])],
    ['without a field', Buffer.from([0x00])],
    ['of a text that is not UTF-8', Buffer.from([0x0a, 0x01, 0xff])],
    ['of an endless number', Buffer.alloc(11, 0xff)],
  ];

  for (const [name, bytes] of BROKEN) {
    test.each([CHECK, INFO])(`are a client error over gRPC and gRPC-Web: ${name}, %s`, async (path) => {
      const grpc = await call(path, 'application/grpc', frame(bytes));
      expect(grpc.trailers ?? grpc.headers).toMatchObject({
        'grpc-status': '3',
        'grpc-message': expect.stringMatching(/^invalid grpc\.\S+Request message: /),
      });
      const web = await call(path, 'application/grpc-web+proto', frame(bytes));
      expect(web.body).toContain('grpc-status: 3\r\n');
      expect(web.body).toContain('grpc-message: invalid grpc.');
      expect([grpc.thrown, web.thrown]).toEqual([[], []]);
    });

    test(`are a client error over Connect: ${name}`, async () => {
      const { status, body } = await call(CHECK, 'application/proto', bytes);
      expect([status, JSON.parse(body).code]).toEqual([400, 'invalid_argument']);
    });
  }

  test('are a client error if compressed, and valid ones are decompressed', async () => {
    const [[, broken] = ['', Buffer.alloc(0)]] = BROKEN;
    const fields = { 'grpc-encoding': 'gzip' };
    const grpc = await call(CHECK, 'application/grpc', frame(gzipSync(broken), 1), fields);
    expect(grpc.trailers ?? grpc.headers).toMatchObject({ 'grpc-status': '3' });
    const sound = await call(CHECK, 'application/grpc', frame(gzipSync(Buffer.alloc(0)), 1), fields);
    expect(sound.trailers).toMatchObject({ 'grpc-status': '0' });
    const connected = await call(CHECK, 'application/proto', gzipSync(broken), { 'content-encoding': 'gzip' });
    expect(connected.status).toBe(400);
    const well = await call(CHECK, 'application/proto', gzipSync(Buffer.alloc(0)), { 'content-encoding': 'gzip' });
    expect(well.status).toBe(200);
  });
});

describe('a deadline', () => {
  test.each([
    ['application/grpc', 'grpc-timeout', '1000H'],
    ['application/grpc', 'grpc-timeout', '99999999H'],
    ['application/proto', 'connect-timeout-ms', '9999999999'],
  ])('that is weeks away is supported: %s, %s: %s', async (type, field, timeout) => {
    const message = type === 'application/proto' ? Buffer.alloc(0) : frame(Buffer.alloc(0));
    const { status, headers, trailers } = await call(CHECK, type, message, { [field]: timeout });
    expect(status).toBe(200);
    if (type === 'application/grpc') expect(trailers ?? headers).toMatchObject({ 'grpc-status': '0' });
  });

  test('that is weeks away does not end a watch', async () => {
    const [, [, transportTo]] = DUPLEX;
    const served = await serving();
    const watch = createClient(Health, transportTo(served)).watch({}, { headers: { 'grpc-timeout': '1000H' } });
    const statuses = watch[Symbol.asyncIterator]();
    expect((await statuses.next()).value).toMatchObject({ status: Status.SERVING });
    const next = statuses.next();
    // A timer that fires at once has fired by the time of another response.
    for (let count = 0; count < 5; count += 1) await createClient(Health, transportTo(served)).check({});
    served.tools.close();
    expect((await next).value).toMatchObject({ status: Status.NOT_SERVING });
  });

  test('that is invalid is rejected', async () => {
    const { headers, trailers } = await call(CHECK, 'application/grpc', frame(Buffer.alloc(0)), {
      'grpc-timeout': 'soon',
    });
    expect(trailers ?? headers).toMatchObject({ 'grpc-status': '3' });
  });
});

test.each(CLIENTS)('%s decodes the message of an error correctly', async (_, transportTo) => {
  const client = createClient(Health, transportTo(await serving()));
  const service = 'shop:1/pets?a=b&c#d, 100% „süß“';
  await expect(client.check({ service })).rejects.toMatchObject({
    code: Code.NotFound,
    rawMessage: `service "${service}" not found`,
  });
});

describe('over HTTP/1.1', () => {
  const send = async (path: string, type: string, method = 'POST') => {
    const { http1 } = await serving();
    const connection = await connectRaw(Number(new URL(http1).port));
    connection.send(`${method} ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 0\r\n\r\n`);
    return connection.response();
  };

  test.each(['application/json', 'application/connect+proto'])(
    'reflection returns an error by %s that it needs HTTP/2',
    async (type) => {
      const { status, body, headers } = await send(INFO, type);
      expect([status, headers.get('content-type'), JSON.parse(body)]).toEqual([
        505,
        'application/json',
        { code: 12, message: 'bidirectional streaming requires HTTP/2', details: [] },
      ]);
    },
  );

  test.each(['application/grpc', 'application/grpc-web+proto'])(
    'reflection returns an error by %s that it needs HTTP/2',
    async (type) => {
      const { status, headers } = await send(INFO, type);
      expect([status, headers.get('content-type'), headers.get('grpc-status'), headers.get('grpc-message')]).toEqual([
        200,
        type,
        '12',
        'bidirectional streaming requires HTTP/2',
      ]);
    },
  );

  test.each([
    ['POST', 'text/plain', 415, 3],
    ['GET', 'text/plain', 405, 12],
  ])('%s with %s is rejected with an explanation', async (method, type, expected, code) => {
    const { status, body } = await send(CHECK, type, method);
    expect([status, JSON.parse(body).code]).toEqual([expected, code]);
  });
});

test.each([
  ['a watch', '/grpc.health.v1.Health/Watch', frame(Buffer.alloc(0))],
  ['reflection', INFO, frame(Buffer.from([0x3a, 0x00]))],
])('%s of a client that reads nothing ends, despite other traffic on its connection', async (_, path, question) => {
  const { http2 } = await serving({}, NOBODY, { requestTimeout: 200, headTimeout: 200 });
  const connection = await connectRaw2(Number(new URL(http2).port));
  const narrow = frame2(FRAME.settings, 0, 0, Buffer.from([0, 4, 0, 0, 0, 0]));
  const fields = fieldBlock([
    [':method', 'POST'],
    [':scheme', 'http'],
    [':path', path],
    [':authority', 'localhost'],
    ['content-type', 'application/grpc'],
  ]);
  const requested = [
    frame2(FRAME.headers, FLAG.endHeaders, 1, fields),
    frame2(FRAME.data, FLAG.endStream, 1, question),
  ];
  connection.send(Buffer.concat([OPENING, narrow, ...requested]));
  let last: Frame | undefined;
  do {
    connection.send(frame2(FRAME.ping, 0, 0, Buffer.alloc(8)));
    last = await connection.next(({ type }) => type === FRAME.ping || type === FRAME.reset);
  } while (last?.type === FRAME.ping);
  expect(last).toMatchObject({ stream: 1, payload: Buffer.from([0, 0, 0, 8]) });
});
