// Remote procedure calls as bytes in each protocol, without a network, and decoded responses.

import type { MockServer } from '../../src/index.ts';
import { BASE } from './mock-server.ts';

/** The encodings of a message over HTTP. */
export type Wire = 'grpc' | 'grpc-web' | 'grpc-web-text' | 'connect';

/** The media type of each. */
export const TYPES: Record<Wire, string> = {
  grpc: 'application/grpc',
  'grpc-web': 'application/grpc-web+proto',
  'grpc-web-text': 'application/grpc-web-text+proto',
  connect: 'application/proto',
};

/** The response. The status is that of gRPC: 0 for success. */
export interface TestResponse {
  readonly http: Response;
  readonly status: number;
  readonly text: string;
  /** The message; undefined when there was none. */
  readonly message: Uint8Array | undefined;
  readonly isCompressed: boolean;
}

/** A message prefixed with its flags and length. */
export function frame(message: Uint8Array, flags = 0, length = message.length): Uint8Array {
  const head = Buffer.alloc(5);
  head.writeUInt8(flags);
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, message]);
}

/** Sends a body, base64-encoded where the protocol requires it. */
export async function callRaw(
  mockServer: MockServer,
  wire: Wire,
  path: string,
  body: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
  method = 'POST',
): Promise<TestResponse> {
  const sent = wire === 'grpc-web-text' ? Buffer.from(body).toString('base64') : new Uint8Array(body);
  const request = new Request(BASE + path, {
    method,
    headers: { 'content-type': TYPES[wire], authorization: 'Bearer token-owner', ...headers },
    body: sent,
  });
  return readResponse(await mockServer.fetch(request), wire);
}

/** Sends one message. */
export function call(
  mockServer: MockServer,
  wire: Wire,
  path: string,
  message: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
  method = 'POST',
): Promise<TestResponse> {
  return callRaw(mockServer, wire, path, wire === 'connect' ? message : frame(message), headers, method);
}

const CONNECT_CODES = [
  'ok',
  'canceled',
  'unknown',
  'invalid_argument',
  'deadline_exceeded',
  'not_found',
  'already_exists',
  'permission_denied',
  'resource_exhausted',
  'failed_precondition',
  'aborted',
  'out_of_range',
  'unimplemented',
  'internal',
  'unavailable',
  'data_loss',
  'unauthenticated',
];

async function readResponse(http: Response, wire: Wire): Promise<TestResponse> {
  const received = new Uint8Array(await http.clone().arrayBuffer());
  if (wire === 'connect') {
    if (http.status === 200) return { http, status: 0, text: '', message: received, isCompressed: false };
    const { code, message } = JSON.parse(new TextDecoder().decode(received));
    const status = typeof code === 'number' ? code : CONNECT_CODES.indexOf(code);
    return { http, status, text: message ?? '', message: undefined, isCompressed: false };
  }
  const body = wire === 'grpc-web-text' ? Buffer.from(Buffer.from(received).toString(), 'base64') : received;
  const frames = framesOf(body);
  const trailing = frames.find(({ flags }) => flags & 0x80);
  const trailers = trailing ? trailersOf(trailing.data) : http.headers;
  const sent = frames.find(({ flags }) => !(flags & 0x80));
  return {
    http,
    status: Number(trailers.get('grpc-status') ?? Number.NaN),
    text: decodeURIComponent(trailers.get('grpc-message') ?? ''),
    message: sent?.data,
    isCompressed: ((sent?.flags ?? 0) & 1) === 1,
  };
}

function framesOf(body: Uint8Array) {
  const frames: { readonly flags: number; readonly data: Uint8Array }[] = [];
  for (let at = 0; at < body.length; ) {
    const length = new DataView(body.buffer, body.byteOffset + at).getUint32(1);
    frames.push({ flags: body[at] ?? 0, data: body.subarray(at + 5, at + 5 + length) });
    at += 5 + length;
  }
  return frames;
}

function trailersOf(data: Uint8Array): Headers {
  const lines = new TextDecoder().decode(data).split('\r\n').filter(Boolean);
  return new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)];
    }),
  );
}
