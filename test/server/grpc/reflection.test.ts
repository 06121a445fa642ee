// Server reflection for clients without descriptors.

import { equals, fromBinary, type MessageInitShape } from '@bufbuild/protobuf';
import { type FileDescriptorProto, FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { Code, createClient } from '@connectrpc/connect';
import { assert, asyncProperty, string } from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  ServerReflection,
  type ServerReflectionRequestSchema,
  type ServerReflectionResponse,
} from '../../../src/server/grpc/generated/grpc/reflection/v1/reflection_pb.ts';
import { ServerReflection as FirstServerReflection } from '../../../src/server/grpc/generated/grpc/reflection/v1alpha/reflection_pb.ts';
import { CLIENTS, DUPLEX } from './clients.ts';
import { compileEcho, type Echo } from './echo.ts';
import { type Serving, serving } from './serving.ts';

type Question = NonNullable<MessageInitShape<typeof ServerReflectionRequestSchema>['messageRequest']>;

const ECHO = 'shop/v1/echo.proto';
const KIND = 'shop/v1/kind.proto';
const TIMESTAMP = 'google/protobuf/timestamp.proto';

let echo: Echo;
beforeAll(async () => {
  echo = await compileEcho();
});

/** A server of the echo service. */
const servingEcho = () => serving({ serviceNames: echo.serviceNames, files: async () => echo.files });

/** A stream of requests that are sent one after the other, each after the response to the last one. */
function send(transportTo: (typeof DUPLEX)[number][1], served: Serving, service = ServerReflection) {
  const questions: Question[] = [];
  let wake = () => {};
  let isOver = false;
  async function* requests() {
    for (;;) {
      const messageRequest = questions.shift();
      if (messageRequest) yield { host: 'any', messageRequest };
      else if (isOver) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  const responses = createClient(service, transportTo(served)).serverReflectionInfo(requests())[Symbol.asyncIterator]();
  return {
    async responseTo(question: Question): Promise<ServerReflectionResponse> {
      questions.push(question);
      wake();
      const { value } = await responses.next();
      return value;
    },
    async end() {
      isOver = true;
      wake();
      expect(await responses.next()).toMatchObject({ done: true });
    },
    next: () => responses.next(),
  };
}

function filesIn({ messageResponse: { case: kind, value } }: ServerReflectionResponse): FileDescriptorProto[] {
  if (kind !== 'fileDescriptorResponse') throw new Error(`the response is not a file but ${JSON.stringify(value)}`);
  return value.fileDescriptorProto.map((bytes) => fromBinary(FileDescriptorProtoSchema, bytes));
}

const namesIn = (response: ServerReflectionResponse) => filesIn(response).map(({ name }) => name);
const bySymbol = (value: string): Question => ({ case: 'fileContainingSymbol', value });
const byName = (value: string): Question => ({ case: 'fileByFilename', value });

const BOTH = [ServerReflection, FirstServerReflection as unknown as typeof ServerReflection];
const EVERY_WAY = DUPLEX.flatMap(([name, transportTo]) =>
  BOTH.map((service) => ({ name, transportTo, service, typeName: service.typeName })),
);

describe.each(EVERY_WAY)('$typeName over $name', ({ transportTo, service }) => {
  test('responds to one request after another, also after one that failed', async () => {
    const stream = send(transportTo, await servingEcho(), service);
    const list = await stream.responseTo({ case: 'listServices', value: '' });
    const names = ['grpc.health.v1.Health', ...BOTH.map(({ typeName }) => typeName), 'shop.v1.EchoService'];
    expect(list.messageResponse).toMatchObject({ value: { service: names.map((name) => ({ name })) } });
    const error = await stream.responseTo(bySymbol('shop.v1.Nothing'));
    const value = { errorCode: Code.NotFound, errorMessage: 'symbol "shop.v1.Nothing" not found' };
    expect(error.messageResponse).toMatchObject({ case: 'errorResponse', value });
    expect(namesIn(await stream.responseTo(bySymbol('shop.v1.EchoService')))).toEqual([ECHO, TIMESTAMP, KIND]);
    await stream.end();
  });

  test('ends when the server closes, regardless of its client', async () => {
    const served = await servingEcho();
    const stream = send(transportTo, served, service);
    await stream.responseTo({ case: 'listServices', value: '' });
    served.tools.close();
    const closing = { code: Code.Unavailable, rawMessage: 'the server is closing' };
    await expect(stream.next()).rejects.toMatchObject(closing);
    const late = send(transportTo, served, service);
    await expect(late.responseTo({ case: 'listServices', value: '' })).rejects.toMatchObject(closing);
  });
});

describe('reflection', () => {
  const [[, byGrpcJs]] = DUPLEX;

  test('returns the request in its response', async () => {
    const stream = send(byGrpcJs, await servingEcho());
    const { validHost, originalRequest } = await stream.responseTo(byName(KIND));
    expect(validHost).toBe('any');
    expect(originalRequest).toMatchObject({ host: 'any', messageRequest: byName(KIND) });
  });

  test('returns the files as the compiler built them', async () => {
    const stream = send(byGrpcJs, await servingEcho());
    const [file] = filesIn(await stream.responseTo(byName(ECHO)));
    const [compiled] = echo.files;
    expect(compiled && file && equals(FileDescriptorProtoSchema, file, compiled.proto)).toBe(true);
  });

  test('returns imports once per stream, and requested files always', async () => {
    const stream = send(byGrpcJs, await servingEcho());
    expect(namesIn(await stream.responseTo(byName(KIND)))).toEqual([KIND]);
    expect(namesIn(await stream.responseTo(byName(ECHO)))).toEqual([ECHO, TIMESTAMP]);
    expect(namesIn(await stream.responseTo(byName(ECHO)))).toEqual([ECHO]);
    expect(namesIn(await stream.responseTo(byName(TIMESTAMP)))).toEqual([TIMESTAMP]);
  });

  test.each([
    ['a service', 'shop.v1.EchoService', ECHO],
    ['a method', 'shop.v1.EchoService.Echo', ECHO],
    ['a message', 'shop.v1.EchoRequest', ECHO],
    ['a field', 'shop.v1.EchoRequest.text', ECHO],
    ['a oneof', 'shop.v1.EchoRequest.extra', ECHO],
    ['a nested message', 'shop.v1.EchoRequest.Part', ECHO],
    ['a map entry', 'shop.v1.EchoRequest.CountsEntry', ECHO],
    ['a field of a nested message', 'shop.v1.EchoRequest.Part.side', ECHO],
    ['a nested enum', 'shop.v1.EchoRequest.Part.Side', ECHO],
    ['a value of a nested enum', 'shop.v1.EchoRequest.Part.LEFT', ECHO],
    ['an enum', 'shop.v1.Kind', KIND],
    ['a value of an enum', 'shop.v1.KIND_LOUD', KIND],
    ['a message of a library', 'google.protobuf.Timestamp', TIMESTAMP],
    ['its own service', 'grpc.health.v1.Health', 'grpc/health/v1/health.proto'],
    ['its own message', 'grpc.reflection.v1alpha.ErrorResponse', 'grpc/reflection/v1alpha/reflection.proto'],
  ])('finds the file of %s', async (_, name, file) => {
    const stream = send(byGrpcJs, await servingEcho());
    expect(namesIn(await stream.responseTo(bySymbol(name)))[0]).toBe(file);
  });

  test.each<[string, Question, Code, string]>([
    ['an unknown file', byName('shop.proto'), Code.NotFound, 'file "shop.proto" not found'],
    ['a package', bySymbol('shop.v1'), Code.NotFound, 'symbol "shop.v1" not found'],
    [
      'an extension',
      { case: 'fileContainingExtension', value: { containingType: 'shop.v1.EchoRequest', extensionNumber: 100 } },
      Code.NotFound,
      '"shop.v1.EchoRequest" has no extensions',
    ],
    [
      'extensions of an unknown message',
      { case: 'allExtensionNumbersOfType', value: 'shop.v1.Kind' },
      Code.NotFound,
      'message "shop.v1.Kind" not found',
    ],
    ['nothing', { case: undefined }, Code.InvalidArgument, 'unsupported reflection request'],
  ])('returns an error for %s within the stream', async (_, question, errorCode, errorMessage) => {
    const stream = send(byGrpcJs, await servingEcho());
    const { messageResponse } = await stream.responseTo(question);
    expect(messageResponse).toMatchObject({ case: 'errorResponse', value: { errorCode, errorMessage } });
    await stream.end();
  });

  test('returns no extensions of a message', async () => {
    const stream = send(byGrpcJs, await servingEcho());
    const response = await stream.responseTo({ case: 'allExtensionNumbersOfType', value: 'shop.v1.EchoRequest' });
    const value = { baseTypeName: 'shop.v1.EchoRequest', extensionNumber: [] };
    expect(response.messageResponse).toMatchObject({ case: 'allExtensionNumbersResponse', value });
  });

  test('responds to any name', async () => {
    const stream = send(byGrpcJs, await servingEcho());
    await assert(
      asyncProperty(string({ unit: 'grapheme' }), async (name) => {
        for (const question of [byName(name), bySymbol(name)]) {
          expect((await stream.responseTo(question)).messageResponse).toMatchObject({
            value: { errorCode: Code.NotFound },
          });
        }
      }),
    );
    for (const name of ['__proto__', 'constructor', 'toString'])
      expect((await stream.responseTo(bySymbol(name))).messageResponse.case).toBe('errorResponse');
    await stream.end();
  });

  test('rejects a request that is longer than any name', async () => {
    const stream = send(byGrpcJs, await servingEcho());
    await expect(stream.responseTo(bySymbol('x'.repeat(65_536)))).rejects.toMatchObject({
      code: Code.ResourceExhausted,
    });
  });

  test('loads files on demand, reports an error if that fails, and tries again', async () => {
    let requested = 0;
    const broken = new Error('no descriptors');
    const served = await serving({
      serviceNames: echo.serviceNames,
      async files() {
        requested += 1;
        if (requested === 1) throw broken;
        return echo.files;
      },
    });
    const first = send(byGrpcJs, served);
    expect((await first.responseTo({ case: 'listServices', value: '' })).messageResponse.case).toBe(
      'listServicesResponse',
    );
    expect(requested).toBe(0);
    await expect(first.responseTo(byName(ECHO))).rejects.toMatchObject({
      code: Code.Internal,
      rawMessage: 'internal error',
    });
    expect(served.thrown).toEqual([broken]);
    const second = send(byGrpcJs, served);
    expect(namesIn(await second.responseTo(byName(ECHO)))).toContain(ECHO);
    await second.responseTo(byName(KIND));
    expect(requested).toBe(2);
  });

  test.each(CLIENTS.slice(DUPLEX.length))('returns an error over %s that it needs HTTP/2', async (_, transportTo) => {
    const served = await servingEcho();
    const responses = createClient(ServerReflection, transportTo(served)).serverReflectionInfo(
      (async function* () {
        yield { messageRequest: byName(ECHO) };
      })(),
    );
    await expect(responses[Symbol.asyncIterator]().next()).rejects.toThrow(/505|HTTP/);
  });
});
