// HTTP servers with a test-specific response.

import * as diagnostics from 'node:diagnostics_channel';
import { once } from 'node:events';
import {
  type ClientHttp2Session,
  connect,
  type OutgoingHttpHeaders,
  type SecureClientSessionOptions,
  type ServerHttp2Stream,
} from 'node:http2';
import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { type ListenerSettings, listen } from '../../src/server/http/listen.ts';
import type { WireBody, WireRequest, WireResponse } from '../../src/server/pipeline/wire.ts';

/** The response: a short text by default. */
export const OK: WireResponse = { status: 200, headers: { 'content-type': 'text/plain' }, body: 'ok' };

/** Listens on a free port until the test ends. `thrown` collects errors of sending. */
export async function responding(
  response: (request: WireRequest) => WireResponse<WireBody> | Promise<WireResponse<WireBody>> = () => OK,
  settings: Partial<ListenerSettings> = {},
) {
  const thrown: unknown[] = [];
  const requests: WireRequest[] = [];
  const listening = await listen(
    {
      find: () => ({
        async handle(request) {
          requests.push(request);
          return response(request);
        },
      }),
    },
    { port: 0, host: '127.0.0.1', bodyLimit: 100_000, onError: (error) => void thrown.push(error), ...settings },
  );
  onTestFinished(() => listening.close(0));
  return { ...listening, thrown, requests };
}

/** Reports each HTTP/2 stream of a port before its response, until the test ends. */
export function watchStreams(port: number, onStream: (stream: ServerHttp2Stream) => void): void {
  const reported = (message: unknown) => {
    const { stream } = message as { readonly stream: ServerHttp2Stream };
    if (stream.session?.socket.localPort === port) onStream(stream);
  };
  diagnostics.subscribe('http2.server.stream.start', reported);
  onTestFinished(() => void diagnostics.unsubscribe('http2.server.stream.start', reported));
}

/** Reports the connection of each HTTP/1.1 request on a port, until the test ends. */
export function watchRequests(port: number, onRequest: (socket: Socket) => void): void {
  const reported = (message: unknown) => {
    const { socket } = message as { readonly socket: Socket };
    if (socket.localPort === port) onRequest(socket);
  };
  diagnostics.subscribe('http.server.request.start', reported);
  onTestFinished(() => void diagnostics.unsubscribe('http.server.request.start', reported));
}

/** A response over HTTP/2. */
export interface Answer2 {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Undefined when there were none, also when all of them were in the headers. */
  readonly trailers: Readonly<Record<string, unknown>> | undefined;
  readonly body: string;
  /** Whether the response ended with the headers. */
  readonly endsWithHeaders: boolean;
}

/** An HTTP/2 connection that ends with the test. */
export async function connect2(url: string, options: SecureClientSessionOptions = {}): Promise<ClientHttp2Session> {
  const session = connect(url, options);
  onTestFinished(() => session.destroy());
  // Pending requests receive the error themselves.
  session.on('error', () => {});
  await once(session, 'connect');
  return session;
}

/** Sends a request over a connection. @throws Error when the stream is reset */
export async function ask2(
  session: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  body?: string | Uint8Array,
): Promise<Answer2> {
  const stream = session.request(headers, { endStream: body === undefined });
  let head: Record<string, unknown> = {};
  let trailers: Record<string, unknown> | undefined;
  let flags = 0;
  let text = '';
  stream.on('response', (fields, itsFlags) => {
    head = Object.fromEntries(Object.entries(fields));
    flags = itsFlags;
  });
  stream.on('trailers', (fields) => {
    trailers = Object.fromEntries(Object.entries(fields));
  });
  stream.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  if (body !== undefined) stream.end(body);
  await once(stream, 'close');
  const { ':status': status, ...rest } = head;
  return { status: Number(status), headers: rest, trailers, body: text, endsWithHeaders: (flags & 1) === 1 };
}
