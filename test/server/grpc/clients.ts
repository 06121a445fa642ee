// Clients of every protocol with one interface: grpc-js for gRPC, and Connect's gRPC, gRPC-Web and Connect.

import {
  create,
  type DescMessage,
  type DescMethod,
  type DescMethodStreaming,
  type DescMethodUnary,
  fromBinary,
  toBinary,
} from '@bufbuild/protobuf';
import { type Code, ConnectError, type Transport } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node';
import { Client, credentials, type ServiceError } from '@grpc/grpc-js';
import { onTestFinished } from 'vitest';
import type { Serving } from './serving.ts';

type Addresses = Pick<Serving, 'http1' | 'http2'>;

/** Clients that support bidirectional streams. */
export const DUPLEX = [
  ['grpc-js', ({ http2 }: Addresses) => grpcJsTransport(http2)],
  ['gRPC', ({ http2 }: Addresses) => createGrpcTransport({ baseUrl: http2 })],
  ['gRPC-Web over HTTP/2', ({ http2 }: Addresses) => createGrpcWebTransport({ baseUrl: http2, httpVersion: '2' })],
  ['Connect over HTTP/2', ({ http2 }: Addresses) => createConnectTransport({ baseUrl: http2, httpVersion: '2' })],
] as const;

/** All clients, by name. */
export const CLIENTS = [
  ...DUPLEX,
  ['gRPC-Web', ({ http1 }: Addresses) => createGrpcWebTransport({ baseUrl: http1, httpVersion: '1.1' })],
  ['Connect', ({ http1 }: Addresses) => createConnectTransport({ baseUrl: http1, httpVersion: '1.1' })],
] as const;

/** Calls with grpc-js, the gRPC library for Node, as a Connect transport. It is closed when the test ends. */
function grpcJsTransport(url: string): Transport {
  const client = new Client(new URL(url).host, credentials.createInsecure());
  onTestFinished(() => client.close());
  return {
    unary: (method, signal, timeoutMs, _headers, input) =>
      new Promise((resolve, reject) => {
        const { path, write, read } = wireOf(method);
        const call = client.makeUnaryRequest(
          path,
          write,
          read,
          create(method.input, input),
          options(timeoutMs),
          (error, message) =>
            error || !message
              ? reject(connectError(error))
              : resolve({ ...responseTo(method), stream: false, message }),
        );
        signal?.addEventListener('abort', () => call.cancel());
      }),
    async stream(method, signal, timeoutMs, _headers, input) {
      const { path, write, read } = wireOf(method);
      const call = client.makeBidiStreamRequest(path, write, read, options(timeoutMs));
      signal?.addEventListener('abort', () => call.cancel());
      sendAll().catch(() => call.cancel());
      return { ...responseTo(method), stream: true, message: received() };

      async function sendAll() {
        for await (const message of input) call.write(create(method.input, message));
        call.end();
      }
      async function* received() {
        try {
          yield* call;
        } catch (error) {
          throw connectError(error as ServiceError);
        }
      }
    },
  };
}

function wireOf<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O> | DescMethodStreaming<I, O>,
) {
  return {
    path: `/${method.parent.typeName}/${method.name}`,
    write: (message: ReturnType<typeof create<I>>) => Buffer.from(toBinary(method.input, message)),
    read: (bytes: Buffer) => fromBinary(method.output, bytes),
  };
}

function options(timeoutMs: number | undefined) {
  return timeoutMs === undefined ? {} : { deadline: Date.now() + timeoutMs };
}

function responseTo<M extends DescMethod>(method: M) {
  return { method, service: method.parent, header: new Headers(), trailer: new Headers() };
}

/** The codes of both libraries are the gRPC codes. */
function connectError(error: ServiceError | null): ConnectError {
  return new ConnectError(error?.details ?? 'there was no message', error?.code as Code | undefined);
}
