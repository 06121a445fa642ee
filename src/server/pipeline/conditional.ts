// Adds entity tags where the document declares them, and answers conditional requests.

import type { Operation } from '../../openapi/document.ts';
import { entityTagOf, unlessKnown } from './entity-tag.ts';
import { discard, isStream } from './stream.ts';
import type { WireBody, WireRequest, WireResponse } from './wire.ts';

const known = new WeakMap<Operation, Map<number, boolean>>();

/** Whether responses of an operation with this status have an entity tag: the document declares `ETag`, or 304. */
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
 * A response with its entity tag, computed from its bytes unless it has one; 304 if the client has it already (RFC
 * 9110, section 13.1.2). A stream only has the tag of its handler.
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
