// A custom document as remote procedures: parameters in every place, deadlines, canceled calls, compressed responses.

import { once } from 'node:events';
import { gunzipSync } from 'node:zlib';
import {
  type DescMessage,
  type FileRegistry,
  fromBinary,
  fromJson,
  type JsonValue,
  toBinary,
  toJson,
} from '@bufbuild/protobuf';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createMockServer, type MockServer, respond } from '../../../src/index.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { createDescriptors } from '../../../src/server/protobuf/descriptors.ts';
import { planDocument } from '../../../src/server/protobuf/plan-document.ts';
import { call, type TestResponse, TYPES, type Wire } from '../../support/call.ts';
import { greeter, Witness } from '../../support/greeter/api.ts';
import { BASE } from '../../support/mock-server.ts';

const WIRES = ['grpc', 'grpc-web', 'grpc-web-text', 'connect'] as const satisfies readonly Wire[];
const PACKAGE = 'test.greeter.v1';
const GREET = `/${PACKAGE}.GreeterService/Greet`;
const WAIT = `/${PACKAGE}.GreeterService/Wait`;

let registry: FileRegistry;
beforeAll(async () => {
  const { bundled } = await openDocument(new URL('../../support/greeter/greeter.yaml', import.meta.url));
  const { plan, problems } = planDocument(bundled);
  if (!plan) throw new Error(JSON.stringify(problems));
  registry = createDescriptors(plan);
});

function typeOf(name: string): DescMessage {
  const type = registry.getMessage(`${PACKAGE}.${name}`);
  if (!type) throw new Error(`there is no ${name}`);
  return type;
}
const message = (name: string, json: JsonValue) => toBinary(typeOf(name), fromJson(typeOf(name), json));
const greetingIn = (bytes: Uint8Array = new Uint8Array()) =>
  toJson(typeOf('GreetResponse'), fromBinary(typeOf('GreetResponse'), bytes));

async function greeting(witness?: Witness): Promise<MockServer> {
  const mockServer = await createMockServer({ apis: [greeter(witness)] });
  onTestFinished(() => mockServer.close());
  return mockServer;
}

/** The header for a timeout, by protocol. */
const patience = (wire: Wire, milliseconds: number): Record<string, string> =>
  wire === 'connect' ? { 'connect-timeout-ms': `${milliseconds}` } : { 'grpc-timeout': `${milliseconds}m` };

describe.each(WIRES)('a custom operation, called by %s', (wire) => {
  const greet = (mockServer: MockServer, json: JsonValue, headers?: Record<string, string>): Promise<TestResponse> =>
    call(mockServer, wire, GREET, message('GreetRequest', json), headers);

  test('has its parameters in the message, except for header parameters, which are metadata', async () => {
    const mockServer = await greeting();
    const json = {
      person: 'Ada',
      times: 2,
      tongues: ['en', '__proto__'],
      hello: 'Hello',
      count: '18446744073709551615',
    };
    const responded = await greet(mockServer, json, { 'x-mood': 'glad' });
    expect(responded.status).toBe(0);
    const said = 'Hello, Ada! Hello, Ada!';
    expect(greetingIn(responded.message)).toEqual(
      JSON.parse(`{"text":"${said} (18446744073709551615, glad)","byTongue":{"en":"${said}","__proto__":"${said}"}}`),
    );
  });

  test('returns the error status of its handler', async () => {
    const api = greeter();
    const greet = () => respond(404, { code: 5, message: 'nobody is called so', details: [] });
    const mockServer = await createMockServer({
      apis: [{ ...api, handlers: { ...api.handlers, greet: greet as never } }],
    });
    onTestFinished(() => mockServer.close());
    const json = { person: 'Ada', hello: 'Hello' };
    const { status, text } = await call(mockServer, wire, GREET, message('GreetRequest', json));
    expect([status, text]).toEqual([5, 'nobody is called so']);
  });

  test.each<[string, JsonValue, RegExp]>([
    ['a path parameter', { hello: 'Hello' }, /path \/person/],
    ['a query parameter', { person: 'Ada', hello: 'Hello', times: 4 }, /query \/times must be at most 3/],
    ['a body property', { person: 'Ada' }, /body \/hello/],
  ])('is validated against %s of the document', async (_, json, text) => {
    const responded = await greet(await greeting(), json);
    expect(responded.status).toBe(3);
    expect(responded.text).toMatch(text);
  });

  test('can return errors with any characters', async () => {
    const { status, text } = await greet(await greeting(), { person: 'nobody', hello: 'Hello' });
    expect({ status, text }).toEqual({ status: 5, text: 'Niemand heißt so: 100% „nobody“' });
  });

  test('compresses long responses for clients that accept it', async () => {
    const accepted = wire === 'connect' ? 'accept-encoding' : 'grpc-accept-encoding';
    const encoding = wire === 'connect' ? 'content-encoding' : 'grpc-encoding';
    const hello = 'Hello '.repeat(1000);
    const mockServer = await greeting();
    const long = await greet(mockServer, { person: 'Ada', hello }, { [accepted]: 'br, gzip' });
    expect(long.http.headers.get(encoding)).toBe('gzip');
    expect(long.message?.length).toBeLessThan(1000);
    expect(greetingIn(gunzipSync(long.message ?? ''))).toMatchObject({ text: expect.stringContaining(hello) });
    const short = await greet(mockServer, { person: 'Ada', hello: 'Hi' }, { [accepted]: 'gzip' });
    expect(short.http.headers.get(encoding)).toBeNull();
    expect(greetingIn(short.message)).toMatchObject({ text: 'Hi, Ada! (0)' });
    const plain = await greet(mockServer, { person: 'Ada', hello });
    expect(greetingIn(plain.message)).toMatchObject({ text: expect.stringContaining(hello) });
  });

  test('is aborted when its deadline passes, and so is its handler', async () => {
    const witness = new Witness();
    const mockServer = await greeting(witness);
    const responded = await call(
      mockServer,
      wire,
      WAIT,
      message('WaitRequest', { person: 'Godot' }),
      patience(wire, 20),
    );
    expect(responded).toMatchObject({ status: 4, text: 'request deadline exceeded' });
    expect(witness.abandoned).toBe(1);
  });

  test('is not started with an expired deadline', async () => {
    const witness = new Witness();
    const responded = await call(await greeting(witness), wire, WAIT, message('WaitRequest', {}), patience(wire, 0));
    expect(responded.status).toBe(4);
    expect(witness.abandoned).toBe(0);
  });

  test('accepts a deadline beyond the limit of timers', async () => {
    const long: Record<string, string> =
      wire === 'connect' ? { 'connect-timeout-ms': '9999999999' } : { 'grpc-timeout': '99999999H' };
    expect(await greet(await greeting(), { person: 'Ada', hello: 'Hi' }, long)).toMatchObject({ status: 0 });
  });

  test.each(['1', 'soon', '-1m', '123456789S', ''])('rejects the deadline "%s"', async (text) => {
    const field = wire === 'connect' ? 'connect-timeout-ms' : 'grpc-timeout';
    const odd = wire === 'connect' && text === '1' ? '1m' : text;
    const responded = await greet(await greeting(), { person: 'Ada', hello: 'Hi' }, { [field]: odd });
    expect(responded.status).toBe(3);
  });

  test('is aborted in its handler when the client disconnects', async () => {
    const witness = new Witness();
    const { url } = await (await greeting(witness)).listen();
    const body = new Uint8Array(wire === 'connect' ? 0 : 5);
    const sent = wire === 'grpc-web-text' ? Buffer.from(body).toString('base64') : body;
    const caller = new AbortController();
    const waiting = once(witness, 'waiting');
    const headers = { 'content-type': TYPES[wire] };
    const response = fetch(url + WAIT, { method: 'POST', headers, body: sent, signal: caller.signal });
    await waiting;
    const abandoned = once(witness, 'abandoned');
    caller.abort();
    await expect(response).rejects.toThrow();
    await abandoned;
  });
});

describe('an operation without an x-rpc name', () => {
  test('is not a procedure, and works over REST', async () => {
    const mockServer = await greeting();
    expect(await call(mockServer, 'grpc', `/${PACKAGE}.GreeterService/Silence`, new Uint8Array())).toMatchObject({
      status: 12,
    });
    expect((await mockServer.fetch(new Request(`${BASE}/silence`))).status).toBe(204);
  });

  test('other operations can be called at their paths, with values of the URL before those of the message', async () => {
    const body = message('GreetRequest', { person: 'Bob', hello: 'Hello', times: 3 });
    const responded = await call(await greeting(), 'grpc', '/people/Ada/greetings?times=1', body);
    expect(greetingIn(responded.message)).toMatchObject({ text: 'Hello, Ada! (0)' });
  });
});
