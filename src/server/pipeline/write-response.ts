// Writes a response: encoding, headers, status.

import { isConnectionHeader } from '../../openapi/response-header-values.ts';
import { applyConditionalHeaders } from './apply-conditional-headers.ts';
import type { Route } from './find-route.ts';
import { cookiesOf, formatResponseHeaders, type HandlerResponse } from './handler-response.ts';
import { http } from './node-http.ts';
import { andThen } from './scheduling/and-then.ts';
import type { WireBody, WireResponse } from './wire.ts';

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
