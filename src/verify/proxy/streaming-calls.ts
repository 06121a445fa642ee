// Streams gRPC calls over HTTP/2 in both directions, without inspection.

import type * as Http2 from 'node:http2';
import { createRequire } from 'node:module';
import { describeNetworkError } from '../network-errors.ts';
import { headersByName, isLoop, type RawHeaders } from './forwarded-headers.ts';
import { onStreamEnd } from './proxy-client.ts';
import type { Upstream } from './upstream.ts';

interface CallSettings {
  readonly upstream: Upstream;
  /** The unique name of this proxy. */
  readonly name: string;
  /** Whether the upstream receives the host that the client names. */
  readonly keepHost: boolean;
  /** Timeout of the HTTP/2 connection attempt, in milliseconds. */
  readonly timeout: number;
}

interface StreamingCalls {
  /** Passes a call on. Never throws. */
  forward(request: Http2.Http2ServerRequest, response: Http2.Http2ServerResponse): void;
  close(): void;
}

/** Bidirectional calls, which HTTP/1.1 cannot carry, with their names in reports. */
const KINDS = [
  [/^application\/grpc/i, 'a gRPC call'],
  [/^application\/connect\+/i, 'a streaming Connect call'],
] as const;
/** A status of gRPC, as its number (google.rpc.Code). */
const UNAVAILABLE = '14';
/** Error codes: cancelled, and internal error (RFC 9113, section 7). */
const [CANCEL, INTERNAL_ERROR] = [8, 2];

/** The name of such a call; undefined for other requests. */
export function streamingCallName({ headers }: Http2.Http2ServerRequest): string | undefined {
  const type = headers['content-type'] ?? '';
  return KINDS.find(([pattern]) => pattern.test(type))?.[1];
}

export function createStreamingCalls({ upstream, name, keepHost, timeout }: CallSettings): StreamingCalls {
  const { host, port, tls } = upstream.address;
  let session: Http2.ClientHttp2Session | undefined;
  /** The connection to the server, made anew when it has ended. */
  const connected = (): Http2.ClientHttp2Session => {
    if (session && !session.closed && !session.destroyed) return session;
    const http2: typeof Http2 = createRequire(import.meta.url)('node:http2');
    const at = host.includes(':') ? `[${host}]` : host;
    const made = http2.connect(`${upstream.isSecure ? 'https' : 'http'}://${at}:${port}`, tls);
    const timer = setTimeout(() => made.destroy(new Error('no HTTP/2 support')), timeout);
    made.once('remoteSettings', () => clearTimeout(timer));
    made.once('close', () => clearTimeout(timer));
    // Each call reports its own errors.
    made.on('error', () => undefined);
    session = made;
    return made;
  };
  return {
    close: () => session?.destroy(),
    forward({ stream, rawHeaders, authority, httpVersion, url }, response) {
      stream.on('error', () => undefined);
      if (isLoop(rawHeaders, name)) return rejectCall(stream, 'proxy loop detected');
      const fields = {
        ...headersByName([...rawHeaders.filter(isRegularHeader), 'via', `${httpVersion} ${name}`]),
        ':method': 'POST',
        ':scheme': upstream.isSecure ? 'https' : 'http',
        ':authority': keepHost ? authority : upstream.host,
        ':path': upstream.base + url,
      };
      let call: Http2.ClientHttp2Stream;
      try {
        call = connected().request(fields);
      } catch (error) {
        return rejectCall(stream, describeNetworkError(error as Error));
      }
      join(response, call, upstream.url);
    },
  };
}

/** Pseudo-headers belong to their connection, and so does `Host`. */
function isRegularHeader(_text: string, at: number, raw: RawHeaders): boolean {
  const name = raw[at - (at % 2)] ?? '';
  return !name.startsWith(':') && name !== 'host';
}

function join(response: Http2.Http2ServerResponse, call: Http2.ClientHttp2Stream, url: string): void {
  const { stream } = response;
  let problem = '';
  stream.on('close', () => call.close(stream.rstCode || CANCEL));
  call.on('headers', (headers) => stream.headersSent || stream.additionalHeaders(headers));
  // Sent after the body.
  call.on('trailers', (headers) => response.addTrailers(headers));
  call.on('response', (headers, flags) => {
    if (stream.destroyed) return;
    const endStream = (flags & END_STREAM) !== 0;
    stream.respond(headers, { endStream, waitForTrailers: !endStream });
    if (endStream) return;
    call.pipe(stream, { end: false });
    onStreamEnd(call, () => stream.end());
  });
  call.on('error', (error) => {
    problem = describeNetworkError(error);
  });
  call.on('close', () =>
    setImmediate(() => {
      if (!stream.headersSent) rejectCall(stream, `no valid response from ${url}${problem && `: ${problem}`}`);
      else if (!stream.writableEnded) stream.close(call.rstCode || INTERNAL_ERROR);
    }),
  );
  stream.pipe(call, { end: false });
  if (stream.endAfterHeaders) call.end();
  else onStreamEnd(stream, () => call.end());
}

/** The flag of the last frame (RFC 9113, section 6.2). */
const END_STREAM = 1;

function rejectCall(stream: Http2.ServerHttp2Stream, message: string): void {
  if (stream.destroyed || stream.closed) return;
  const headers = { 'grpc-status': UNAVAILABLE, 'grpc-message': encodeURIComponent(message) };
  stream.respond({ ':status': 200, 'content-type': 'application/grpc', ...headers }, { endStream: true });
  stream.resume();
}
