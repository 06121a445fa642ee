// Refusals of the tools: in the words of gRPC for those who speak it, else in JSON.

import { ApiError } from '../engine/failure.ts';
import { percentEncoded } from '../engine/percent-encoded.ts';
import { describeError } from '../engine/refusal.ts';
import type { WireRequest, WireResponse } from '../engine/wire.ts';

/** What is refused by its status alone, in words. */
const WORDS: Readonly<Record<number, ApiError>> = {
  405: new ApiError('unimplemented', 'Method Not Allowed', { status: 405, headers: { allow: 'POST' } }),
  415: new ApiError(
    'invalid_argument',
    'the media type is none that this method has: send application/grpc, application/grpc-web, or JSON as Connect has it',
    {
      status: 415,
    },
  ),
  505: new ApiError('unimplemented', 'the call streams both ways, which needs HTTP/2', { status: 505 }),
};

/** The refusal of a call that is answered bit by bit, and ends with a status that its client could not read. */
export const noTrailers = new ApiError(
  'unimplemented',
  'the call is answered bit by bit, and its status would come after that, where a Response has nothing: call it as application/grpc-web, or over a port',
  { status: 505 },
);

/** A status without a body as a failure. */
export function failureWith(status: number): ApiError {
  return WORDS[status] ?? new ApiError('internal', `the call ended with the status ${status}`, { status });
}

/** The answer that tells a failure. */
export function refusal({ headers: { 'content-type': type = '' } }: WireRequest, failure: ApiError): WireResponse {
  if (/^application\/grpc/i.test(type) && failure.status === 505) {
    const told = { 'grpc-status': String(failure.number), 'grpc-message': percentEncoded(failure.message) };
    return { status: 200, headers: { ...failure.headers, 'content-type': type, ...told }, body: '' };
  }
  const headers = { ...failure.headers, 'content-type': 'application/json' };
  return { status: failure.status, headers, body: JSON.stringify(describeError(failure)) };
}
