// The gRPC tools in front of a handler: which requests they handle, and invalid input of clients.

import { EventEmitter, once } from 'node:events';
import { connect as connectHttp2, constants } from 'node:http2';
import { connect } from 'node:net';
import { createClient } from '@connectrpc/connect';
import { assert, asyncProperty, constantFrom, uint8Array } from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createMockServer } from '../../../src/index.ts';
import { Health } from '../../../src/server/grpc/generated/grpc/health/v1/health_pb.ts';
import { ServerReflection } from '../../../src/server/grpc/generated/grpc/reflection/v1/reflection_pb.ts';
import { ServerReflection as FirstServerReflection } from '../../../src/server/grpc/generated/grpc/reflection/v1alpha/reflection_pb.ts';
import { createGrpcTools, TOOL_METHODS } from '../../../src/server/grpc/tools.ts';
import { frame } from '../../support/call.ts';
import { pets } from '../../support/pets/api.ts';
import { connectRaw } from '../../support/raw-http.ts';
import { CLIENTS, DUPLEX } from './clients.ts';
import { listening, serving } from './serving.ts';

const CHECK = '/grpc.health.v1.Health/Check';
const WATCH = '/grpc.health.v1.Health/Watch';
const INFO = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo';
const JSON_TYPE = { 'content-type': 'application/json' };

/** A server whose responses show which requests the tools do not handle. */
const servingOthers = () =>
  serving(
    {},
    {
      matches: () => true,
      handle: ({ method, target, body }) => ({ status: 299, headers: {}, body: `${method} ${target} ${body.length}` }),
    },
  );

describe('the gRPC tools', () => {
  test.each([
    ['GET', '/'],
    ['POST', '/shop.v1.PetService/GetPet'],
    ['POST', '/grpc.health.v1.Health/Nothing'],
    ['POST', '/grpc.health.v1.Health'],
    ['POST', '/grpc.other.v1.Health/Check'],
    ['POST', `/management${CHECK}`],
    ['OPTIONS', CHECK],
  ])('leave %s %s to other handlers', async (method, path) => {
    const { http1 } = await servingOthers();
    const response = await fetch(http1 + path, { method });
    expect([response.status, await response.text()]).toEqual([299, `${method} ${path} 0`]);
  });

  test('leave a request to other handlers with its body', async () => {
    const { http1 } = await servingOthers();
    const body = 'x'.repeat(100_000);
    const response = await fetch(`${http1}/grpc.other.v1.Health/Check`, { method: 'POST', body });
    expect(await response.text()).toBe('POST /grpc.other.v1.Health/Check 100000');
  });

  test('handle every method of their services, and no other', async () => {
    const services = [Health, ServerReflection, FirstServerReflection];
    const paths = services.flatMap(({ typeName, methods }) => methods.map(({ name }) => `/${typeName}/${name}`));
    expect([...TOOL_METHODS].sort()).toEqual(paths.sort());
  });

  test('work without a port', async () => {
    const mockServer = await createMockServer({ apis: [pets] });
    onTestFinished(() => mockServer.close());
    const send = (path: string, type: string, body: string | Uint8Array) =>
      mockServer.fetch(
        new Request(`http://mock-server${path}`, {
          method: 'POST',
          headers: { 'content-type': type },
          body: new Uint8Array(Buffer.from(body)),
        }),
      );
    expect(await (await send(CHECK, 'application/json', '{}')).json()).toEqual({ status: 'SERVING' });
    expect(await (await send(`/_sandbox/blue${CHECK}`, 'application/json', '{}')).json()).toEqual({
      status: 'SERVING',
    });
    const question = frame(Buffer.from('{"listServices":""}'));
    const listed = Buffer.from(await (await send(INFO, 'application/connect+json', question)).arrayBuffer());
    expect(listed.toString()).toContain('"name":"grpc.health.v1.Health"');
    const watch = await send(WATCH, 'application/grpc-web', frame(Buffer.alloc(0)));
    const reader = watch.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? [])).toEqual(frame(Buffer.from([8, 1])));
    await reader?.cancel();
  });

  test.each(['application/grpc', 'application/grpc-web'])(
    'return a status over %s without a port, or an explanation',
    async (type) => {
      const isWeb = type.endsWith('web');
      const mockServer = await createMockServer({ apis: [pets] });
      onTestFinished(() => mockServer.close());
      const send = async (path: string, body: Uint8Array) => {
        const request = { method: 'POST', headers: { 'content-type': type }, body: new Uint8Array(body) };
        const response = await mockServer.fetch(new Request(`http://mock-server${path}`, request));
        return { response, status: response.headers.get('grpc-status') };
      };
      const checked = await send(CHECK, frame(Buffer.alloc(0)));
      const body = Buffer.from(await checked.response.arrayBuffer());
      expect(body.subarray(0, 7)).toEqual(frame(Buffer.from([8, 1])));
      // In gRPC-Web, the status is the last part of the body.
      expect(isWeb ? body.toString() : checked.status).toMatch(isWeb ? /grpc-status: 0/ : /^0$/);
      const unknown = await send(CHECK, frame(Buffer.from([0x0a, 1, 0x78])));
      expect(isWeb ? await unknown.response.text() : unknown.status).toMatch(isWeb ? /grpc-status: 5/ : /^5$/);
      for (const path of [WATCH, INFO]) {
        const streamed = await send(path, frame(Buffer.alloc(0)));
        expect([streamed.response.status, streamed.status]).toEqual([200, isWeb ? null : '12']);
        if (!isWeb) expect(streamed.response.headers.get('grpc-message')).toContain('use application/grpc-web');
        await streamed.response.body?.cancel();
      }
    },
  );

  test('return plain JSON over HTTP/1.1', async () => {
    const { http1 } = await servingOthers();
    const response = await fetch(http1 + CHECK, { method: 'POST', headers: JSON_TYPE, body: '{}' });
    expect([response.status, await response.json()]).toEqual([200, { status: 'SERVING' }]);
    const unknown = await fetch(http1 + CHECK, { method: 'POST', headers: JSON_TYPE, body: '{"service":"shop"}' });
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      { code: 'not_found', message: 'service "shop" not found' },
    ]);
  });

  test.each([
    ['another method', { method: 'GET' }, 405],
    ['another media type', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'health' }, 415],
    ['invalid JSON', { method: 'POST', headers: JSON_TYPE, body: '{' }, 400],
  ])('reject %s', async (_, request, status) => {
    const { http1, thrown } = await servingOthers();
    expect((await fetch(http1 + CHECK, request)).status).toBe(status);
    expect(thrown).toEqual([]);
  });

  test.each(['', 'Host: \r\n', 'Host: a b\r\n', 'Host: :0:\r\n'])(
    'reject a request with the host line %j',
    async (host) => {
      const { http1, thrown } = await servingOthers();
      const connection = await connectRaw(Number(new URL(http1).port));
      connection.send(`POST ${CHECK} HTTP/1.0\r\n${host}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`);
      const { status, body } = await connection.response();
      expect([status, JSON.parse(body)]).toEqual([400, { code: 3, message: 'missing Host header', details: [] }]);
      expect(thrown).toEqual([]);
    },
  );

  test('continue after any bytes', async () => {
    const { http1, http2, thrown } = await servingOthers();
    const session = connectHttp2(http2);
    onTestFinished(() => session.destroy());
    const types = constantFrom(
      ...['', '+proto', '+json'].flatMap((kind) => [`grpc${kind}`, `grpc-web${kind}`]),
      'json',
      'proto',
    );
    await assert(
      asyncProperty(
        uint8Array({ maxLength: 40 }),
        types,
        constantFrom(CHECK, WATCH, INFO),
        async (bytes, type, path) => {
          const headers = { 'content-type': `application/${type}` };
          const stream = session.request({ ':method': 'POST', ':path': path, ...headers });
          // A watch would never end.
          const responded = once(stream, 'response');
          stream.end(bytes);
          await responded;
          stream.close(constants.NGHTTP2_CANCEL);
          const aborter = new AbortController();
          await fetch(http1 + path, { method: 'POST', headers, body: bytes, signal: aborter.signal });
          aborter.abort();
        },
      ),
    );
    expect((await fetch(http1 + CHECK, { method: 'POST', headers: JSON_TYPE, body: '{}' })).status).toBe(200);
    expect(thrown).toEqual([]);
  });

  test.each([
    ['before its request is complete', ''],
    ['while it watches', '\0\0\0\0\x02{}'],
  ])('report no error for a client that disconnects %s', async (_, body) => {
    const message = vi.spyOn(console, 'error');
    onTestFinished(() => message.mockRestore());
    const thrown: unknown[] = [];
    const served = { serviceNames: [], files: async () => [], onError: (error: unknown) => void thrown.push(error) };
    const tools = createGrpcTools(served);
    const requests = new EventEmitter();
    const answer: typeof tools.handle = (request) => {
      if (request.target === WATCH && request.signal) requests.emit('watch', once(request.signal, 'abort'));
      return tools.handle(request);
    };
    const { http1 } = await listening([{ ...tools, handle: answer }], {}, thrown);
    const check = () => fetch(http1 + CHECK, { method: 'POST', headers: JSON_TYPE, body: '{}' });
    await check();
    const socket = connect(Number(new URL(http1).port), '127.0.0.1');
    const requested = once(requests, 'watch');
    const head = [`POST ${WATCH} HTTP/1.1`, 'Host: a', 'Content-Type: application/connect+json', 'Content-Length: 7'];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    const [gone] = await requested;
    if (body) await once(socket, 'data');
    socket.destroy();
    await gone;
    expect((await check()).status).toBe(200);
    expect(message).not.toHaveBeenCalled();
    expect(thrown).toEqual([]);
  });

  test.each(CLIENTS)('let a server stop during a watch over %s', async (_, transportTo) => {
    const served = await serving();
    const watch = createClient(Health, transportTo(served)).watch({})[Symbol.asyncIterator]();
    await watch.next();
    served.tools.close();
    await Promise.all([watch.next(), served.stopped(), expect(watch.next()).rejects.toThrow('the server is closing')]);
  });

  test.each(DUPLEX)('let a server stop during an open request stream over %s', async (_, transportTo) => {
    const served = await serving();
    let leave = () => {};
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    onTestFinished(leave);
    async function* requests() {
      yield { messageRequest: { case: 'listServices', value: '' } as const };
      await left;
    }
    const info = createClient(ServerReflection, transportTo(served)).serverReflectionInfo(requests());
    const responses = info[Symbol.asyncIterator]();
    await responses.next();
    served.tools.close();
    await Promise.all([served.stopped(), expect(responses.next()).rejects.toThrow('the server is closing')]);
  });
});
