// Responds to input that is no valid HTTP, as `google.rpc.Status`.

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { NOSNIFF } from '../pipeline/browser-safety.ts';
import { ApiError, type ErrorCode } from '../pipeline/errors/api-error.ts';
import { describeError } from '../pipeline/errors/describe-error.ts';
import { http } from '../pipeline/node-http.ts';
import type { WireResponse } from '../pipeline/wire.ts';
import type { NodeRequest, NodeResponse } from './node-http-types.ts';
import { peerAddress } from './peer-address.ts';
import { sendResponse } from './send-response.ts';

/** Statuses of parser error codes of Node; others are 400. */
const STATUS_OF: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Advice on some of them. */
const ADVICE: Readonly<Record<string, string>> = {
  HPE_INVALID_METHOD: ' (HTTP/1.1 accepts only standard methods, in capitals; HTTP/2 accepts any)',
};

/** An early rejection. */
export interface RejectedConnection {
  readonly status: number;
  readonly reason: string;
  /** The client address. */
  readonly client: string;
}

/** Sends responses with a body where Node would send none; see `SendSettings.idleTimeout`. */
export function rejectInvalidHttp(
  server: Server,
  idleTimeout: number,
  onRejected?: (methodError: RejectedConnection) => void,
): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    const reason = `invalid HTTP request: ${error.message}${ADVICE[error.code ?? ''] ?? ''}`;
    const status = STATUS_OF[error.code ?? ''] ?? 400;
    socket.end(serialize(createStatusError(status, reason)));
    onRejected?.({ status, reason, client: peerAddress(socket as Socket) });
  });
  server.on('connect', (_request, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    socket.end(serialize(noProxy));
  });
  server.on('checkExpectation', (_request, response) => rejectExpectation(response, idleTimeout));
}

/** Rejects an expectation other than `100-continue`. */
export function rejectExpectation(response: NodeResponse, idleTimeout: number): void {
  sendResponse(response, createStatusError(417, 'unsupported Expect header; only 100-continue is supported'), {
    keepAlive: true,
    idleTimeout,
  });
}

/** Rejects the method CONNECT (RFC 9113, section 8.5). */
export function rejectConnect(response: NodeResponse, idleTimeout: number): void {
  sendResponse(response, noProxy, { keepAlive: true, idleTimeout });
}

/**
 * Why a parsed request is invalid; undefined if it is valid. A request names its host exactly once (RFC 9112, section
 * 3.2, and RFC 9113, section 8.3.1); Node would respond without a body, or use the first of several. And chunks are
 * the only transfer coding (RFC 9112, section 6.1): Node would treat compressed data as the body.
 */
export function findRequestProblem(request: NodeRequest): RequestProblem | undefined {
  const hosts = findHostProblem(request);
  if (hosts !== undefined) return { status: 400, reason: hosts };
  const coding = request.headers['transfer-encoding'];
  if (coding === undefined || coding.toLowerCase() === 'chunked') return undefined;
  return {
    status: 501,
    reason: `unsupported Transfer-Encoding ${stringifyJson(coding)}; use chunked or Content-Length`,
  };
}

interface RequestProblem {
  readonly status: number;
  readonly reason: string;
}

function findHostProblem(request: NodeRequest): string | undefined {
  const { rawHeaders, httpVersion } = request;
  const authority = 'stream' in request ? request.headers[':authority'] : undefined;
  let hosts = authority === undefined ? 0 : 1;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (isHostHeader(rawHeaders[at]) && rawHeaders[at + 1] !== authority) hosts += 1;
  }
  if (hosts > 1) return 'more than one Host header';
  return hosts === 0 && httpVersion !== '1.0' ? 'missing Host header' : undefined;
}

function isHostHeader(name = ''): boolean {
  return name.length === 4 && name.toLowerCase() === 'host';
}

/** An error response with `google.rpc.Status`. */
export function createStatusError(status: number, message: string, code: ErrorCode = 'invalid_argument'): WireResponse {
  return { ...createPlainError(new ApiError(code, message)), status };
}

/** An error outside of any API. */
export function createPlainError(error: ApiError): WireResponse {
  const headers = { 'content-type': 'application/json', ...NOSNIFF, ...error.headers };
  return { status: error.status, headers, body: stringifyJson(describeError(error)) };
}

/** The supported methods. */
export const ALLOWED_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

const methodError = createStatusError(405, 'this server is not a proxy', 'unimplemented');
const noProxy: WireResponse = {
  ...methodError,
  headers: { ...methodError.headers, allow: ALLOWED_METHODS },
};

/** A complete response as text, after which the connection ends. */
function serialize({ status, headers, body }: WireResponse): string {
  const allHeaders = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' };
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
}
