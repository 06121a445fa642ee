// Writes a response: encoding, headers, status, conditional requests.

import { createHash } from 'node:crypto';
import type { Operation } from '../../openapi/document.ts';
import { isConnectionHeader } from '../../openapi/response-header-values.ts';
import type { Route } from './find-route.ts';
import { cookiesOf, formatResponseHeaders, type HandlerResponse } from './handler-response.ts';
import { http } from './node-http.ts';
import { andThen } from './scheduling/and-then.ts';
import { discardStream, isStream, type WholeBody, type WireBody, type WireRequest, type WireResponse } from './wire.ts';

/** The header with the source of a response of an inferred API. */
export const SOURCE_HEADER = 'x-understudy-source';

/** The bytes of a response, with the common headers of its API. Those of the response take precedence. */
export function writeResponse(
  response: HandlerResponse,
  route: Route,
): WireResponse<WireBody> | Promise<WireResponse<WireBody>> {
  const { codec, request, operation } = route;
  return andThen(codec.encode(response, request, operation), (encoded) => addHeaders(encoded, response, route));
}

function addHeaders(
  encoded: WireResponse<WireBody>,
  response: HandlerResponse,
  { codec, request, operation, served }: Route,
): WireResponse<WireBody> {
  const { 'set-cookie': _, ...formatted } = formatResponseHeaders(response);
  const ownHeaders = removeConnectionHeaders(formatted);
  const cookies = cookiesOf(response);
  requireSendable(response.status, [...Object.entries(ownHeaders), ...cookieFields(cookies)]);
  const headers: Record<string, string> = { ...encoded.headers, ...served.api.responseHeaders, ...ownHeaders };
  if (served.api.infer) headers[SOURCE_HEADER] = response.source;
  // The codec has chosen the media type, perhaps with a charset.
  const type = encoded.headers['content-type'];
  if (type !== undefined && ownHeaders['content-type'] !== undefined) headers['content-type'] = type;
  // Interim statuses cannot end a response (RFC 9110, section 15.2); a document that names no other gets 204.
  const status = encoded.status < 200 ? 204 : encoded.status;
  const written = { ...encoded, status, headers, ...(cookies && { cookies }) };
  return operation && codec.reads === 'body' ? applyConditionalHeaders(written, request, operation) : written;
}

function removeConnectionHeaders(fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const names = Object.keys(fields);
  if (!names.some((name) => isConnectionHeader(name))) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !isConnectionHeader(name)));
}

function cookieFields(cookies: readonly string[] = []): readonly (readonly [name: string, value: string])[] {
  return cookies.map((cookie) => ['set-cookie', cookie]);
}

/** Of all header fields, in bytes: HTTP/2 of Node sends no more. */
const MAX_HEADER_BYTES = 64 * 1024;
/** The overhead of each header (RFC 7541, section 4.1). */
const HEADER_OVERHEAD = 32;

/** @throws Error for values that HTTP cannot carry: here, while the changes of the request can still be undone */
function requireSendable(status: number, fields: readonly (readonly [name: string, value: string])[]): void {
  if (!Number.isInteger(status) || status < 100 || status > 599)
    throw new RangeError(`${status} is not an HTTP status code`);
  let size = 0;
  for (const [name, value] of fields) {
    http.validateHeaderName(name);
    http.validateHeaderValue(name, value);
    size += name.length + value.length + HEADER_OVERHEAD;
  }
  if (size > MAX_HEADER_BYTES)
    throw new RangeError(`the response headers have ${size} bytes; the maximum is ${MAX_HEADER_BYTES}`);
}

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
