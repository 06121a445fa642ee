// Delivery of faults to clients: HTTP/1.1, gRPC over HTTP/2, and in-process `fetch`.

import { once } from 'node:events';
import { connect } from 'node:http2';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { ListProjectsRequestSchema, ListProjectsResponseSchema } from '@zitadel/proto/zitadel/management_pb.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { identity } from '../../../src/identity/api.ts';
import type { MockServer } from '../../../src/index.ts';
import { call, frame } from '../../support/call.ts';
import { listening, OWNER, request, SEARCH } from '../../support/listening.ts';
import { identityMockServer, send } from '../../support/mock-server.ts';
import { pets } from '../../support/pets/api.ts';
import { petsMockServer, requestPets } from '../../support/pets/mock-server.ts';
import { connectRaw } from '../../support/raw-http.ts';

const RPC = '/identity.management.v1.ManagementService/ListProjects';
const MESSAGE = toBinary(ListProjectsRequestSchema, create(ListProjectsRequestSchema, {}));
const fault = (text: string) => ({ 'x-understudy-fault': text });

/** The bytes that an HTTP/1.1 client receives until its connection closes. */
async function received(port: number, text: string): Promise<string> {
  const connection = await connectRaw(port);
  connection.send(
    request(`POST ${SEARCH}`, [OWNER, 'Content-Type: application/json', `x-understudy-fault: ${text}`], '{}'),
  );
  return connection.ended();
}

/** The result of a gRPC call: bytes, trailers and stream error. */
async function called(url: string, text: string, abort = false) {
  const session = connect(url);
  onTestFinished(() => session.destroy());
  const head = { ':method': 'POST', ':path': RPC, 'content-type': 'application/grpc', te: 'trailers' };
  const stream = session.request({ ...head, authorization: 'Bearer token-owner', ...fault(text) });
  let [length, error] = [0, undefined as (Error & { code?: string }) | undefined];
  let trailers: object = {};
  stream.on('data', (chunk: Buffer) => (length += chunk.length));
  stream.on('error', (thrown) => (error = thrown));
  stream.on('trailers', (fields) => (trailers = fields));
  stream.end(frame(MESSAGE));
  if (abort) setImmediate(() => stream.close(8));
  await once(stream, 'close').catch(() => undefined);
  return { length, trailers, code: error?.code, reset: stream.rstCode };
}

describe('a connection reset', () => {
  test('closes an HTTP/1.1 connection without a response, and changes nothing', async () => {
    const { port, mockServer, thrown } = await listening();
    expect(await received(port, 'reset').catch((error) => error.code)).toBeOneOf(['ECONNRESET', '']);
    const { exchanges } = (await send(mockServer, 'GET', '/_understudy/requests', { token: undefined })).body;
    const reason = 'the fault of this request reset the connection';
    expect(exchanges).toMatchObject([{ source: 'fault', reason, findings: [] }]);
    expect(thrown).toEqual([]);
  });

  test('resets the stream over HTTP/2, and leaves the connection open', async () => {
    const { url } = await listening();
    expect(await called(url, 'reset')).toMatchObject({ length: 0, reset: 2 });
    expect(await called(url, 'delay=1')).toMatchObject({ trailers: { 'grpc-status': '0' } });
  });

  test('rejects a fetch with a network error', async () => {
    const mockServer = await petsMockServer();
    const requested = requestPets(mockServer, 'POST', '/pets', {
      body: { name: 'Berta', kind: 'hen' },
      headers: fault('reset'),
    });
    await expect(requested).rejects.toMatchObject({ name: 'TypeError', cause: { code: 'ECONNRESET' } });
    expect((await requestPets(mockServer, 'GET', '/pets')).body).toHaveLength(3);
  });
});

describe('a truncated response', () => {
  test('has the full Content-Length and a part of the body over HTTP/1.1', async () => {
    const { port, thrown } = await listening();
    const [head = '', body] = (await received(port, 'cut=10').catch((error) => error.received ?? '')).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1.1 200 /);
    expect(Number(/content-length: (\d+)/i.exec(head)?.[1])).toBeGreaterThan(10);
    expect(body).toHaveLength(10);
    expect(thrown).toEqual([]);
  });

  test('ends in the middle of a message over gRPC', async () => {
    const { url, thrown } = await listening();
    const { length, trailers, reset } = await called(url, 'cut=10');
    expect(length).toBe(10);
    expect(trailers).toEqual({});
    expect(reset).not.toBe(0);
    expect(thrown).toEqual([]);
  });

  // A browser that receives the head together with the reset reports only the reset to its page.
  test('is reset over HTTP/2 only after the client has received the beginning', async () => {
    const { url } = await listening();
    const session = connect(url);
    onTestFinished(() => session.destroy());
    const seen: string[] = [];
    session.on('ping', () => seen.push('asked whether it was read'));
    const stream = session.request({ ':path': '/management/v1/healthz', ...fault('cut=1') });
    stream.on('response', () => seen.push('head'));
    stream.on('data', () => seen.push('beginning'));
    stream.on('error', () => undefined);
    await once(stream, 'close').catch(() => undefined);
    expect(seen).toEqual(['head', 'beginning', 'asked whether it was read']);
    expect(stream.rstCode).not.toBe(0);
  });

  test('fails a fetch while it reads the body, after the request was executed', async () => {
    const mockServer = await petsMockServer();
    const requested = requestPets(mockServer, 'POST', '/pets', {
      body: { name: 'Berta', kind: 'hen' },
      headers: fault('cut=5'),
    });
    await expect(requested).rejects.toThrow(new TypeError('terminated'));
    expect((await requestPets(mockServer, 'GET', '/pets')).body).toHaveLength(4);
  });

  test.each([
    ['of a fault', '/pets', 'status=503, cut=5'],
    ['of a handler', '/pets/none', 'cut=5'],
  ])('can be an error response %s', async (_, path, text) => {
    const requested = requestPets(await petsMockServer(), 'GET', path, { headers: fault(text) });
    await expect(requested).rejects.toThrow(new TypeError('terminated'));
  });

  test('is complete if the body is shorter than the limit', async () => {
    const { status, body } = await requestPets(await petsMockServer(), 'GET', '/pets', {
      headers: fault('cut=100000'),
    });
    expect([status, body.length]).toEqual([200, 3]);
  });
});

describe('a slow response', () => {
  test('arrives in pieces and complete over every protocol', async () => {
    const { mockServer, url } = await listening();
    const whole = (await send(mockServer, 'POST', SEARCH, { body: {} })).body;
    const slow = fault('slow=20000');
    expect((await send(mockServer, 'POST', SEARCH, { body: {}, headers: slow })).body).toEqual(whole);
    const init = {
      method: 'POST',
      body: '{}',
      headers: { authorization: 'Bearer token-owner', 'content-type': 'application/json', ...slow },
    };
    expect(await (await fetch(url + SEARCH, init)).json()).toEqual(whole);
    expect(await called(url, 'slow=20000')).toMatchObject({ trailers: { 'grpc-status': '0' } });
  });

  test('delays its first piece, so that short bodies are slow too', async () => {
    const mockServer = await petsMockServer();
    const { body } = await mockServer.fetch(new Request('http://localhost/pets/1', { headers: fault('slow=1') }));
    const reader = body?.getReader();
    const first = reader?.read();
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(await Promise.race([first, Promise.resolve('nothing yet')])).toBe('nothing yet');
    await reader?.cancel();
  });
});

describe('a response that is never sent', () => {
  test('hangs until the client aborts, and sends nothing', async () => {
    const { port, url, mockServer } = await listening();
    const leaving = new AbortController();
    const hanging = send(mockServer, 'POST', SEARCH, { body: {}, headers: fault('hang') });
    const late = fetch(url + SEARCH, {
      method: 'POST',
      body: '{}',
      signal: leaving.signal,
      headers: { authorization: 'Bearer token-owner', ...fault('hang') },
    });
    const connection = await connectRaw(port);
    connection.send(request(`POST ${SEARCH}`, [OWNER, 'Content-Type: application/json'], '{}'));
    expect((await connection.response()).status).toBe(200);
    leaving.abort(new Error('enough'));
    await expect(late).rejects.toThrow('enough');
    expect(await called(url, 'hang', true)).toMatchObject({ length: 0, trailers: {} });
    expect(await Promise.race([hanging, Promise.resolve('still waiting')])).toBe('still waiting');
  });

  test('does not prevent the server from closing', async () => {
    const { port, mockServer } = await listening();
    const gone = received(port, 'hang').catch(() => '');
    const { exchanges } = await exchangesOf(mockServer, 1);
    expect(exchanges).toHaveLength(1);
    await mockServer.close();
    expect(await gone).toBe('');
  });
});

/** The request log, once it has at least `count` entries. */
async function exchangesOf(mockServer: Parameters<typeof send>[0], count: number): Promise<{ exchanges: unknown[] }> {
  for (;;) {
    const { body } = await send(mockServer, 'GET', '/_understudy/requests', { token: undefined });
    if (body.exchanges.length >= count) return body;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('a delay', () => {
  test('delays only its own response, until the client aborts', async () => {
    const { url, mockServer } = await listening();
    const leaving = new AbortController();
    const init = {
      method: 'POST',
      body: '{}',
      headers: { authorization: 'Bearer token-owner', ...fault('delay=600000') },
    };
    const late = fetch(url + SEARCH, { ...init, signal: leaving.signal });
    expect((await send(mockServer, 'POST', SEARCH, { body: {} })).status).toBe(200);
    leaving.abort(new Error('enough'));
    await expect(late).rejects.toThrow('enough');
    await mockServer.close();
  });

  test.each(['delay=1', 'delay=1-3'])('(%s) ends, and the response is unchanged', async (text) => {
    const mockServer = await petsMockServer();
    expect((await requestPets(mockServer, 'GET', '/pets', { headers: fault(text) })).body).toEqual(
      (await requestPets(mockServer, 'GET', '/pets')).body,
    );
  });

  test('can have a log-normal distribution', async () => {
    const mockServer = await petsMockServer();
    const steps = [{ delay: { median: 1, sigma: 1 } }];
    expect((await requestPets(mockServer, 'POST', '/_understudy/faults', { body: { steps } })).status).toBe(201);
    expect((await requestPets(mockServer, 'GET', '/pets')).status).toBe(200);
  });
});

test.each(['grpc', 'grpc-web', 'grpc-web-text', 'connect'] as const)(
  '%s responds with the code and details of a fault',
  async (wire) => {
    const mockServer = await identityMockServer();
    const fieldViolations = [{ field: 'body/query', description: 'busy' }];
    const detail = { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations };
    const steps = [{ code: 'unavailable', message: 'later', details: [detail] }];
    await send(mockServer, 'POST', '/_understudy/faults', { token: undefined, body: { steps } });
    const { status, text, http } = await call(mockServer, wire, RPC, MESSAGE);
    expect([status, text]).toEqual([14, 'later']);
    const body = await http.text();
    const reported =
      JSON.stringify([...http.headers]) + (wire === 'grpc-web-text' ? Buffer.from(body, 'base64') : body);
    expect(reported).toContain(wire === 'connect' ? 'BadRequest' : 'grpc-status-details-bin');
  },
);

/** A message of an unknown type. */
const HINT = { type: 'acme.v1.Hint', value: 'CgIIBQ' };

test.each(['grpc', 'grpc-web', 'grpc-web-text', 'connect'] as const)(
  '%s sends a detail of an unknown type as its bytes',
  async (wire) => {
    const mockServer = await identityMockServer();
    const detail = { '@type': `type.googleapis.com/${HINT.type}`, value: HINT.value };
    const body = { steps: [{ code: 'unavailable', details: [detail] }] };
    expect((await send(mockServer, 'POST', '/_understudy/faults', { token: undefined, body })).status).toBe(201);
    const { http } = await call(mockServer, wire, RPC, MESSAGE);
    if (wire === 'connect') expect(await http.json()).toMatchObject({ details: [HINT] });
    else {
      const text = await http.text();
      const reported =
        JSON.stringify([...http.headers]) + (wire === 'grpc-web-text' ? Buffer.from(text, 'base64') : text);
      const [, status = ''] = /grpc-status-details-bin(?:: |",")([\w+/=]+)/.exec(reported) ?? [];
      expect(Buffer.from(status, 'base64').toString('latin1')).toContain(`${HINT.type}\x12\x04\n\x02\b\x05`);
    }
    expect((await send(mockServer, 'POST', SEARCH, { body: {} })).body.details).toEqual([detail]);
  },
);

describe('a detail that gRPC cannot encode:', () => {
  const unknown = `type.googleapis.com/${HINT.type}`;
  const planned = (mockServer: MockServer, detail: object, on?: object) =>
    send(mockServer, 'POST', '/_understudy/faults', {
      token: undefined,
      body: { ...(on && { on }), steps: [{ code: 'aborted' }, { code: 'unavailable', details: [detail] }] },
    });

  test.each<[string, object]>([
    ['unknown type', { '@type': unknown, retryDelay: '5s' }],
    ['bytes that are not base64', { '@type': unknown, value: 'five seconds' }],
    ['bytes and another property', { '@type': unknown, value: HINT.value, retryDelay: '5s' }],
    ['value that is not a string', { '@type': unknown, value: 5 }],
    ['no type', { reason: 'later' }],
    ['type that is not a string', { '@type': 5 }],
    ['invalid message of its type', { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: 5 }],
  ])('%s: the plan is rejected', async (_, detail) => {
    const mockServer = await identityMockServer();
    for (const on of [undefined, { api: 'identity' }, { operation: 'searchProjects' }]) {
      const { status, body } = await planned(mockServer, detail, on);
      const type = JSON.stringify((detail as Record<string, unknown>)['@type']) ?? 'nothing';
      expect([status, body.message]).toEqual([
        400,
        expect.stringContaining(`@type ${type} is not a message type of identity`),
      ]);
    }
  });

  test('is accepted for an API without gRPC', async () => {
    const mockServer = await identityMockServer({ apis: [identity, pets] });
    expect((await planned(mockServer, { reason: 'later' })).status).toBe(400);
    for (const on of [{ api: 'pets' }, { operation: 'listPets' }])
      expect((await planned(mockServer, { reason: 'later' }, on)).status).toBe(201);
  });
});

test.each(['grpc', 'grpc-web', 'grpc-web-text', 'connect'] as const)(
  '%s sends an unreadable message for a broken body, and reports no internal error',
  async (wire) => {
    const thrown: unknown[] = [];
    const mockServer = await identityMockServer({ onError: (error) => void thrown.push(error) });
    const { status, message = new Uint8Array() } = await call(mockServer, wire, RPC, MESSAGE, fault('broken'));
    expect(status).toBe(0);
    expect(() => fromBinary(ListProjectsResponseSchema, message)).toThrow('wire type 7');
    const { exchanges } = (await send(mockServer, 'GET', '/_understudy/requests', { token: undefined })).body;
    expect(exchanges).toMatchObject([{ source: 'fault', findings: ['response /details must be an object'] }]);
    expect(thrown).toEqual([]);
  },
);

test('JSON over gRPC-Web sends the broken body unchanged', async () => {
  const mockServer = await identityMockServer();
  const headers = { ...fault('broken'), 'content-type': 'application/grpc-web+json' };
  const { message = new Uint8Array() } = await call(mockServer, 'grpc-web', RPC, Buffer.from('{}'), headers);
  expect(JSON.parse(Buffer.from(message).toString())).toMatchObject({ details: [] });
});

describe('a success status that the document does not declare', () => {
  const search = (mockServer: MockServer, text: string) =>
    send(mockServer, 'POST', SEARCH, { body: {}, headers: fault(text) });

  test('is rejected without `undeclared`, despite a default response', async () => {
    const { status, body } = await search(await identityMockServer(), 'status=202');
    expect([status, body.message]).toEqual([400, expect.stringContaining('does not declare (declared: 200, 400, ')]);
  });

  test('sends no body, and an empty message over gRPC', async () => {
    const mockServer = await identityMockServer();
    expect(await search(mockServer, 'status=202, undeclared')).toMatchObject({ status: 202, body: '' });
    const { status, message } = await call(mockServer, 'grpc', RPC, MESSAGE, fault('status=202, undeclared'));
    expect([status, message?.length]).toEqual([0, 0]);
  });

  test('does not affect errors: they use the default response', async () => {
    const { status, body } = await search(await identityMockServer(), 'status=599');
    expect([status, body.code]).toEqual([599, 13]);
  });
});

test('a page of another origin may send the fault header', async () => {
  const headers = {
    origin: 'http://localhost:5173',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'x-understudy-fault',
  };
  const { status, headers: reported } = await requestPets(await petsMockServer(), 'OPTIONS', '/pets', { headers });
  expect(status).toBe(204);
  expect(reported.get('access-control-allow-headers')?.toLowerCase()).toContain('x-understudy-fault');
});
