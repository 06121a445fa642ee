// Faults on the way of an answer: how they reach clients of HTTP/1.1, of gRPC over HTTP/2, and of `fetch` without a network.

import { once } from 'node:events';
import { connect } from 'node:http2';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { ListProjectsRequestSchema, ListProjectsResponseSchema } from '@zitadel/proto/zitadel/management_pb.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { identity } from '../../../src/identity/api.ts';
import type { MockServer } from '../../../src/index.ts';
import { call, frame } from '../../support/call.ts';
import { listening, OWNER, request, SEARCH } from '../../support/listening.ts';
import { pets } from '../../support/pets/api.ts';
import { askPets, petsStandIn } from '../../support/pets/stand-in.ts';
import { connectRaw } from '../../support/raw-http.ts';
import { ask, identityStandIn } from '../../support/stand-in.ts';

const RPC = '/identity.management.v1.ManagementService/ListProjects';
const MESSAGE = toBinary(ListProjectsRequestSchema, create(ListProjectsRequestSchema, {}));
const fault = (text: string) => ({ 'x-understudy-fault': text });

/** What a client of HTTP/1.1 gets until its connection ends. */
async function received(port: number, text: string): Promise<string> {
  const connection = await connectRaw(port);
  connection.send(
    request(`POST ${SEARCH}`, [OWNER, 'Content-Type: application/json', `x-understudy-fault: ${text}`], '{}'),
  );
  return connection.ended();
}

/** What a client of gRPC gets, and how its stream ends. */
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

describe('a connection that is reset', () => {
  test('ends without a word over HTTP/1.1, and nothing was done', async () => {
    const { port, standIn, thrown } = await listening();
    expect(await received(port, 'reset').catch((error) => error.code)).toBeOneOf(['ECONNRESET', '']);
    const { exchanges } = (await ask(standIn, 'GET', '/_understudy/requests', { token: undefined })).body;
    const reason = 'the fault of this request reset the connection';
    expect(exchanges).toMatchObject([{ source: 'fault', reason, findings: [] }]);
    expect(thrown).toEqual([]);
  });

  test('is a stream that breaks over HTTP/2, and the connection goes on', async () => {
    const { url } = await listening();
    expect(await called(url, 'reset')).toMatchObject({ length: 0, reset: 2 });
    expect(await called(url, 'delay=1')).toMatchObject({ trailers: { 'grpc-status': '0' } });
  });

  test('fails a fetch as the network does', async () => {
    const standIn = await petsStandIn();
    const asked = askPets(standIn, 'POST', '/pets', { body: { name: 'Berta', kind: 'hen' }, headers: fault('reset') });
    await expect(asked).rejects.toMatchObject({ name: 'TypeError', cause: { code: 'ECONNRESET' } });
    expect((await askPets(standIn, 'GET', '/pets')).body).toHaveLength(3);
  });
});

describe('an answer that is cut', () => {
  test('has its length, and less of its body, over HTTP/1.1', async () => {
    const { port, thrown } = await listening();
    const [head = '', body] = (await received(port, 'cut=10').catch((error) => error.received ?? '')).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1.1 200 /);
    expect(Number(/content-length: (\d+)/i.exec(head)?.[1])).toBeGreaterThan(10);
    expect(body).toHaveLength(10);
    expect(thrown).toEqual([]);
  });

  test('breaks off in the midst of a message over gRPC', async () => {
    const { url, thrown } = await listening();
    const { length, trailers, reset } = await called(url, 'cut=10');
    expect(length).toBe(10);
    expect(trailers).toEqual({});
    expect(reset).not.toBe(0);
    expect(thrown).toEqual([]);
  });

  // A browser that reads the head together with the end tells its page of the end only.
  test('ends over HTTP/2 only when its client has read the beginning', async () => {
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

  test('is an error while a fetch reads its body; what was asked has been done', async () => {
    const standIn = await petsStandIn();
    const asked = askPets(standIn, 'POST', '/pets', { body: { name: 'Berta', kind: 'hen' }, headers: fault('cut=5') });
    await expect(asked).rejects.toThrow(new TypeError('terminated'));
    expect((await askPets(standIn, 'GET', '/pets')).body).toHaveLength(4);
  });

  test.each([
    ['that a fault wants', '/pets', 'status=503, cut=5'],
    ['of the handler', '/pets/none', 'cut=5'],
  ])('is cut where it is a refusal %s, too', async (_, path, text) => {
    const asked = askPets(await petsStandIn(), 'GET', path, { headers: fault(text) });
    await expect(asked).rejects.toThrow(new TypeError('terminated'));
  });

  test('is whole where it is no longer than that', async () => {
    const { status, body } = await askPets(await petsStandIn(), 'GET', '/pets', { headers: fault('cut=100000') });
    expect([status, body.length]).toEqual([200, 3]);
  });
});

describe('an answer that goes out slowly', () => {
  test('comes in pieces, and whole, by every way', async () => {
    const { standIn, url } = await listening();
    const whole = (await ask(standIn, 'POST', SEARCH, { body: {} })).body;
    const slow = fault('slow=20000');
    expect((await ask(standIn, 'POST', SEARCH, { body: {}, headers: slow })).body).toEqual(whole);
    const init = {
      method: 'POST',
      body: '{}',
      headers: { authorization: 'Bearer token-owner', 'content-type': 'application/json', ...slow },
    };
    expect(await (await fetch(url + SEARCH, init)).json()).toEqual(whole);
    expect(await called(url, 'slow=20000')).toMatchObject({ trailers: { 'grpc-status': '0' } });
  });

  test('is slow from its first piece on, so that short ones are slow, too', async () => {
    const standIn = await petsStandIn();
    const { body } = await standIn.fetch(new Request('http://localhost/pets/1', { headers: fault('slow=1') }));
    const reader = body?.getReader();
    const first = reader?.read();
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(await Promise.race([first, Promise.resolve('nothing yet')])).toBe('nothing yet');
    await reader?.cancel();
  });
});

describe('an answer that never comes', () => {
  test('is waited for until the client gives up, who is answered nothing', async () => {
    const { port, url, standIn } = await listening();
    const leaving = new AbortController();
    const hanging = ask(standIn, 'POST', SEARCH, { body: {}, headers: fault('hang') });
    const late = fetch(url + SEARCH, {
      method: 'POST',
      body: '{}',
      signal: leaving.signal,
      headers: { authorization: 'Bearer token-owner', ...fault('hang') },
    });
    const connection = await connectRaw(port);
    connection.send(request(`POST ${SEARCH}`, [OWNER, 'Content-Type: application/json'], '{}'));
    expect((await connection.answer()).status).toBe(200);
    leaving.abort(new Error('enough'));
    await expect(late).rejects.toThrow('enough');
    expect(await called(url, 'hang', true)).toMatchObject({ length: 0, trailers: {} });
    expect(await Promise.race([hanging, Promise.resolve('still waiting')])).toBe('still waiting');
  });

  test('does not keep a stand-in from closing', async () => {
    const { port, standIn } = await listening();
    const gone = received(port, 'hang').catch(() => '');
    const { exchanges } = await exchangesOf(standIn, 1);
    expect(exchanges).toHaveLength(1);
    await standIn.close();
    expect(await gone).toBe('');
  });
});

/** The exchanges, once there are so many. */
async function exchangesOf(standIn: Parameters<typeof ask>[0], count: number): Promise<{ exchanges: unknown[] }> {
  for (;;) {
    const { body } = await ask(standIn, 'GET', '/_understudy/requests', { token: undefined });
    if (body.exchanges.length >= count) return body;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('a delay', () => {
  test('holds its answer back and no other, until the client gives up', async () => {
    const { url, standIn } = await listening();
    const leaving = new AbortController();
    const init = {
      method: 'POST',
      body: '{}',
      headers: { authorization: 'Bearer token-owner', ...fault('delay=600000') },
    };
    const late = fetch(url + SEARCH, { ...init, signal: leaving.signal });
    expect((await ask(standIn, 'POST', SEARCH, { body: {} })).status).toBe(200);
    leaving.abort(new Error('enough'));
    await expect(late).rejects.toThrow('enough');
    await standIn.close();
  });

  test.each(['delay=1', 'delay=1-3'])('ends (%s), and the answer is what it would have been', async (text) => {
    const standIn = await petsStandIn();
    expect((await askPets(standIn, 'GET', '/pets', { headers: fault(text) })).body).toEqual(
      (await askPets(standIn, 'GET', '/pets')).body,
    );
  });

  test('can be drawn from a log-normal distribution', async () => {
    const standIn = await petsStandIn();
    const steps = [{ delay: { median: 1, sigma: 1 } }];
    expect((await askPets(standIn, 'POST', '/_understudy/faults', { body: { steps } })).status).toBe(201);
    expect((await askPets(standIn, 'GET', '/pets')).status).toBe(200);
  });
});

test.each(['grpc', 'grpc-web', 'grpc-web-text', 'connect'] as const)(
  '%s tells the code of a fault, with its details',
  async (wire) => {
    const standIn = await identityStandIn();
    const fieldViolations = [{ field: 'body/query', description: 'busy' }];
    const detail = { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations };
    const steps = [{ code: 'unavailable', message: 'later', details: [detail] }];
    await ask(standIn, 'POST', '/_understudy/faults', { token: undefined, body: { steps } });
    const { status, text, http } = await call(standIn, wire, RPC, MESSAGE);
    expect([status, text]).toEqual([14, 'later']);
    const body = await http.text();
    const told = JSON.stringify([...http.headers]) + (wire === 'grpc-web-text' ? Buffer.from(body, 'base64') : body);
    expect(told).toContain(wire === 'connect' ? 'BadRequest' : 'grpc-status-details-bin');
  },
);

/** A message of a type that is not known here. */
const HINT = { type: 'acme.v1.Hint', value: 'CgIIBQ' };

test.each(['grpc', 'grpc-web', 'grpc-web-text', 'connect'] as const)(
  '%s tells a detail of a type that nobody here knows by its bytes',
  async (wire) => {
    const standIn = await identityStandIn();
    const detail = { '@type': `type.googleapis.com/${HINT.type}`, value: HINT.value };
    const body = { steps: [{ code: 'unavailable', details: [detail] }] };
    expect((await ask(standIn, 'POST', '/_understudy/faults', { token: undefined, body })).status).toBe(201);
    const { http } = await call(standIn, wire, RPC, MESSAGE);
    if (wire === 'connect') expect(await http.json()).toMatchObject({ details: [HINT] });
    else {
      const text = await http.text();
      const told = JSON.stringify([...http.headers]) + (wire === 'grpc-web-text' ? Buffer.from(text, 'base64') : text);
      const [, status = ''] = /grpc-status-details-bin(?:: |",")([\w+/=]+)/.exec(told) ?? [];
      expect(Buffer.from(status, 'base64').toString('latin1')).toContain(`${HINT.type}\x12\x04\n\x02\b\x05`);
    }
    expect((await ask(standIn, 'POST', SEARCH, { body: {} })).body.details).toEqual([detail]);
  },
);

describe('a detail that callers of remote procedures could not be told', () => {
  const unknown = `type.googleapis.com/${HINT.type}`;
  const planned = (standIn: MockServer, detail: object, on?: object) =>
    ask(standIn, 'POST', '/_understudy/faults', {
      token: undefined,
      body: { ...(on && { on }), steps: [{ code: 'aborted' }, { code: 'unavailable', details: [detail] }] },
    });

  test.each<[string, object]>([
    ['of a type that nobody knows', { '@type': unknown, retryDelay: '5s' }],
    ['with bytes that are no base64', { '@type': unknown, value: 'five seconds' }],
    ['with bytes and something else', { '@type': unknown, value: HINT.value, retryDelay: '5s' }],
    ['with a value that is no text', { '@type': unknown, value: 5 }],
    ['of no type', { reason: 'later' }],
    ['of a type that is none', { '@type': 5 }],
    ['that is no message of its type', { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: 5 }],
  ])('%s is rejected with its plan', async (_, detail) => {
    const standIn = await identityStandIn();
    for (const on of [undefined, { api: 'identity' }, { operation: 'searchProjects' }]) {
      const { status, body } = await planned(standIn, detail, on);
      const type = JSON.stringify((detail as Record<string, unknown>)['@type']) ?? 'nothing';
      expect([status, body.message]).toEqual([
        400,
        expect.stringContaining(`@type ${type} is not a message type of identity`),
      ]);
    }
  });

  test('is taken where there are none', async () => {
    const standIn = await identityStandIn({ apis: [identity, pets] });
    expect((await planned(standIn, { reason: 'later' })).status).toBe(400);
    for (const on of [{ api: 'pets' }, { operation: 'listPets' }])
      expect((await planned(standIn, { reason: 'later' }, on)).status).toBe(201);
  });
});

test.each(['grpc', 'grpc-web', 'grpc-web-text', 'connect'] as const)(
  '%s has a message that cannot be read where the body is to be broken, which is no mistake of ours',
  async (wire) => {
    const thrown: unknown[] = [];
    const standIn = await identityStandIn({ onError: (error) => void thrown.push(error) });
    const { status, message = new Uint8Array() } = await call(standIn, wire, RPC, MESSAGE, fault('broken'));
    expect(status).toBe(0);
    expect(() => fromBinary(ListProjectsResponseSchema, message)).toThrow('wire type 7');
    const { exchanges } = (await ask(standIn, 'GET', '/_understudy/requests', { token: undefined })).body;
    expect(exchanges).toMatchObject([{ source: 'fault', findings: ['response /details must be an object'] }]);
    expect(thrown).toEqual([]);
  },
);

test('JSON over gRPC-Web has the broken body as it is', async () => {
  const standIn = await identityStandIn();
  const headers = { ...fault('broken'), 'content-type': 'application/grpc-web+json' };
  const { message = new Uint8Array() } = await call(standIn, 'grpc-web', RPC, Buffer.from('{}'), headers);
  expect(JSON.parse(Buffer.from(message).toString())).toMatchObject({ details: [] });
});

describe('a success that the document does not have', () => {
  const search = (standIn: MockServer, text: string) =>
    ask(standIn, 'POST', SEARCH, { body: {}, headers: fault(text) });

  test('is not that which it has for all other cases, and has to be meant', async () => {
    const { status, body } = await search(await identityStandIn(), 'status=202');
    expect([status, body.message]).toEqual([400, expect.stringContaining('does not declare (declared: 200, 400, ')]);
  });

  test('has no body, and is an empty message over gRPC', async () => {
    const standIn = await identityStandIn();
    expect(await search(standIn, 'status=202, undeclared')).toMatchObject({ status: 202, body: '' });
    const { status, message } = await call(standIn, 'grpc', RPC, MESSAGE, fault('status=202, undeclared'));
    expect([status, message?.length]).toEqual([0, 0]);
  });

  test('leaves failures what the document has for all other cases', async () => {
    const { status, body } = await search(await identityStandIn(), 'status=599');
    expect([status, body.code]).toEqual([599, 13]);
  });
});

test('a page of another origin may bring a fault along', async () => {
  const headers = {
    origin: 'http://localhost:5173',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'x-understudy-fault',
  };
  const { status, headers: told } = await askPets(await petsStandIn(), 'OPTIONS', '/pets', { headers });
  expect(status).toBe(204);
  expect(told.get('access-control-allow-headers')?.toLowerCase()).toContain('x-understudy-fault');
});
