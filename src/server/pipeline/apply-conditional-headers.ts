// Adds entity tags where the document declares them, and answers conditional requests.

import { createHash } from 'node:crypto';
import type { Operation } from '../../openapi/document.ts';
import { discardStream, isStream } from './stream.ts';
import type { WholeBody, WireBody, WireRequest, WireResponse } from './wire.ts';

const byOperation = new WeakMap<Operation, Map<number, boolean>>();

/** Whether responses of an operation with this status have an entity tag: the document declares `ETag`, or 304. */
export function hasEntityTag(operation: Operation, status: number): boolean {
  if (status < 200 || status >= 300) return false;
  const cached = byOperation.get(operation)?.get(status);
  if (cached !== undefined) return cached;
  const isTagged = declaresEntityTag(operation, status);
  byOperation.set(operation, new Map(byOperation.get(operation)).set(status, isTagged));
  return isTagged;
}

function declaresEntityTag({ responses }: Operation, status: number): boolean {
  const headers = responses.forStatus(status)?.headers ?? [];
  return headers.some(({ name }) => name === 'etag') || responses.all.some(({ key }) => key === '304');
}

/**
 * A response with its entity tag, computed from its bytes unless it has one; 304 if the client has it already (RFC
 * 9110, section 13.1.2). A stream only has the tag of its handler.
 */
export function applyConditionalHeaders(
  response: WireResponse<WireBody>,
  request: WireRequest,
  operation: Operation,
): WireResponse<WireBody> {
  const { body, headers, status } = response;
  if (!hasEntityTag(operation, status)) return response;
  const needsTag = headers.etag === undefined && !isStream(body);
  const isTagged = needsTag ? { ...response, headers: { ...headers, etag: createEntityTag(body) } } : response;
  if (status !== 200 || (request.method !== 'GET' && request.method !== 'HEAD')) return isTagged;
  const conditional = applyIfNoneMatch(request, isTagged);
  if (conditional !== isTagged && isStream(body)) discardStream(body);
  return conditional;
}

/** A strong entity tag: the same for the same bytes, on any machine. */
function createEntityTag(body: WholeBody): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

/** The response, or 304 if the client has it already (RFC 9110, section 15.4.5). */
function applyIfNoneMatch<Body extends WireBody>(
  { headers: requestHeaders }: Pick<WireRequest, 'headers'>,
  response: WireResponse<Body>,
): WireResponse<Body | WholeBody> {
  const { etag, 'content-type': _, ...headers } = response.headers;
  const ifNoneMatch = requestHeaders['if-none-match'];
  if (etag === undefined || ifNoneMatch === undefined) return response;
  const tags: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? [];
  const isMatch = ifNoneMatch.trim() === '*' || tags.includes(etag.replace(/^W\//, ''));
  return isMatch ? { status: 304, headers: { ...headers, etag }, body: '' } : response;
}
