// Error responses of the tools: gRPC, else JSON.

import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { ApiError } from '../pipeline/errors/api-error.ts';
import { describeError } from '../pipeline/errors/describe-error.ts';
import { percentEncode } from '../pipeline/errors/percent-encode.ts';
import type { WireRequest, WireResponse } from '../pipeline/wire.ts';

/** Messages for errors with a status only. */
const WORDS: Readonly<Record<number, ApiError>> = {
  405: new ApiError('unimplemented', 'Method Not Allowed', { status: 405, headers: { allow: 'POST' } }),
  415: new ApiError(
    'invalid_argument',
    'unsupported media type; use application/grpc, application/grpc-web, or JSON (Connect)',
    {
      status: 415,
    },
  ),
  505: new ApiError('unimplemented', 'bidirectional streaming requires HTTP/2', { status: 505 }),
};

/** The error of a streaming call whose client could not read trailers. */
export const NO_TRAILERS_ERROR = new ApiError(
  'unimplemented',
  'a streaming call ends with trailers, which a fetch Response cannot have; use application/grpc-web, or a server that listens on a port',
  { status: 505 },
);

/** A status without a body as a failure. */
export function failureWith(status: number): ApiError {
  return WORDS[status] ?? new ApiError('internal', `call ended with status ${status}`, { status });
}

/** The response for an error. */
export function errorResponse(
  { headers: { 'content-type': type = '' } }: WireRequest,
  failure: ApiError,
): WireResponse {
  if (/^application\/grpc/i.test(type) && failure.status === 505) {
    const status = { 'grpc-status': String(failure.number), 'grpc-message': percentEncode(failure.message) };
    return { status: 200, headers: { ...failure.headers, 'content-type': type, ...status }, body: '' };
  }
  const headers = { ...failure.headers, 'content-type': 'application/json' };
  return { status: failure.status, headers, body: stringifyJson(describeError(failure)) };
}
