// Entity tags and conditional requests (RFC 9110, sections 8.8.3 and 13.1.2).

import { createHash } from 'node:crypto';
import type { WholeBody, WireBody, WireRequest, WireResponse } from './wire.ts';

/** A strong entity tag: the same for the same bytes, on any machine. */
export function createEntityTag(body: WholeBody): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

/** The response, or 304 if the client has it already (RFC 9110, section 15.4.5). */
export function applyIfNoneMatch<Body extends WireBody>(
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
