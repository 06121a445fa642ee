// Answers with a name for what they hold, where the document speaks of that: their clients ask whether it has changed, and are spared what they know.

import type { Operation } from '../../openapi/document.ts';
import { entityTagOf, unlessKnown } from './entity-tag.ts';
import { discard, isStream } from './stream.ts';
import type { WireBody, WireRequest, WireResponse } from './wire.ts';

const known = new WeakMap<Operation, Map<number, boolean>>();

/** Whether the answers of an operation with this status have a name: the document gives them an `ETag`, or says 304. */
export function isNamed(operation: Operation, status: number): boolean {
  if (status < 200 || status >= 300) return false;
  const told = known.get(operation)?.get(status);
  if (told !== undefined) return told;
  const named = says(operation, status);
  known.set(operation, new Map(known.get(operation)).set(status, named));
  return named;
}

function says({ responses: answers }: Operation, status: number): boolean {
  const headers = answers.forStatus(status)?.headers ?? [];
  return headers.some(({ name }) => name === 'etag') || answers.all.some(({ key }) => key === '304');
}

/**
 * An answer with its name, made of its bytes unless it has one; 304 when its client has it already (RFC 9110, section 13.1.2). What comes bit by bit has no name
 * but that which the handler gives it.
 */
export function conditional(
  response: WireResponse<WireBody>,
  request: WireRequest,
  operation: Operation,
): WireResponse<WireBody> {
  const { body, headers, status } = response;
  if (!isNamed(operation, status)) return response;
  const isUnnamed = headers.etag === undefined && !isStream(body);
  const named = isUnnamed ? { ...response, headers: { ...headers, etag: entityTagOf(body) } } : response;
  if (status !== 200 || (request.method !== 'GET' && request.method !== 'HEAD')) return named;
  const answered = unlessKnown(request, named);
  if (answered !== named && isStream(body)) discard(body);
  return answered;
}
