// Refusals of the tools: in the words of gRPC for those who speak it, else in JSON.

import { Failure } from '../engine/failure.ts';
import { percentEncoded } from '../engine/percent-encoded.ts';
import { describeFailure } from '../engine/refusal.ts';
import type { NodeHandler } from './served.ts';

/** What is refused by its status alone, in words. */
const WORDS: Readonly<Record<number, Failure>> = {
  405: new Failure('unimplemented', 'Method Not Allowed', { status: 405, headers: { allow: 'POST' } }),
  415: new Failure('invalid_argument', 'the media type is none of gRPC, gRPC-Web or Connect for this method', {
    status: 415,
  }),
  505: new Failure('unimplemented', 'the call streams both ways, which needs HTTP/2', { status: 505 }),
};

/** A status without a body as a failure. */
export function failureWith(status: number): Failure {
  return WORDS[status] ?? new Failure('internal', `the call ended with the status ${status}`, { status });
}

/** Answers with a failure. */
export function refuse(
  request: Parameters<NodeHandler>[0],
  response: Parameters<NodeHandler>[1],
  failure: Failure,
): void {
  const type = request.headers['content-type'] ?? '';
  const fields: Record<string, string | number> = { ...failure.headers };
  let body = '';
  if (/^application\/grpc/i.test(type) && failure.status === 505) {
    fields['content-type'] = type;
    fields['grpc-status'] = failure.number;
    fields['grpc-message'] = percentEncoded(failure.message);
    response.statusCode = 200;
  } else {
    body = JSON.stringify(describeFailure(failure));
    fields['content-type'] = 'application/json';
    response.statusCode = failure.status;
  }
  for (const [name, value] of Object.entries(fields)) response.setHeader(name, value);
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}
