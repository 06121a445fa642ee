// Browser pages of other origins: which of their requests are let through (Fetch Standard, section 3.2).

import { METHODS } from '../openapi/methods.ts';
import type { WireBody, WireRequest, WireResponse } from './wire.ts';

/** What pages may send to a path, and read of its answers, beside what belongs to the protocols. Names of header fields are in lower case. */
export interface Shared {
  readonly requestHeaders: ReadonlySet<string>;
  readonly responseHeaders: ReadonlySet<string>;
}

/** What a mount shares that needs nothing but its protocols. */
export const NOTHING_MORE: Shared = { requestHeaders: new Set(), responseHeaders: new Set() };

const REQUEST_HEADERS = new Set([
  'origin',
  'content-type',
  'content-encoding',
  'accept',
  'accept-language',
  'authorization',
  'x-user-agent',
  'x-grpc-web',
  'x-requested-with',
  'x-understudy-sandbox',
  'x-understudy-fault',
  'connect-protocol-version',
  'connect-timeout-ms',
  'grpc-timeout',
  'grpc-encoding',
  'grpc-accept-encoding',
]);
/** Those that pages may ask with: not `TRACE` (Fetch Standard, section 2.2.1). */
const METHODS_OF_PAGES = new Set(METHODS.filter((method) => method !== 'trace').map((method) => method.toUpperCase()));
const EXPOSED = [
  'Location',
  'Content-Length',
  'WWW-Authenticate',
  'X-Understudy-Undeclared',
  'X-Understudy-Reason',
  'Grpc-Status',
  'Grpc-Message',
  'Grpc-Status-Details-Bin',
  'Grpc-Encoding',
];
const EXPOSED_TEXT = EXPOSED.join(', ');
const EXPOSED_NAMES = new Set(EXPOSED.map((name) => name.toLowerCase()));

/**
 * The answer to a preflight request; undefined for any other request. One that asks for an unknown header or method gets no
 * permission, and the browser stops there.
 */
export function answerPreflight(
  { method, headers }: WireRequest,
  shared: Shared = NOTHING_MORE,
): WireResponse | undefined {
  const { origin, 'access-control-request-method': wanted } = headers;
  if (method !== 'OPTIONS' || origin === undefined || wanted === undefined) return undefined;
  const vary = { vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers' };
  const listed = headers['access-control-request-headers'] ?? '';
  const names = listed.split(',').map((name) => name.trim().toLowerCase());
  const allowed = names.every((name) => name === '' || REQUEST_HEADERS.has(name) || shared.requestHeaders.has(name));
  if (!allowed || !METHODS_OF_PAGES.has(wanted)) return { status: 204, headers: vary, body: '' };
  return {
    status: 204,
    headers: {
      ...vary,
      'access-control-allow-origin': origin,
      'access-control-allow-methods': wanted,
      ...(listed === '' ? {} : { 'access-control-allow-headers': listed }),
      'access-control-allow-credentials': 'true',
    },
    body: '',
  };
}

/** An answer that the page which asked for it may read. */
export function withCors<Body extends WireBody>(
  { headers: { origin } }: WireRequest,
  response: WireResponse<Body>,
  shared = NOTHING_MORE,
): WireResponse<Body> {
  const vary = withOrigin(response.headers.vary);
  // Programs name no origin, and are most of those who ask.
  const headers =
    origin === undefined ? { ...response.headers, vary } : { ...response.headers, ...corsFields(origin, shared), vary };
  return { ...response, headers };
}

/** A `Vary` field with the origin in it; an answer may have said so already. */
function withOrigin(vary: string | undefined): string {
  if (vary === undefined) return 'Origin';
  return /(?:^|,)\s*(?:origin|\*)\s*(?:,|$)/i.test(vary) ? vary : `${vary}, Origin`;
}

/** The header fields that let a page of this origin read an answer. */
export function corsFields(origin: string | undefined, shared = NOTHING_MORE): Readonly<Record<string, string>> {
  if (origin === undefined) return { vary: 'Origin' };
  const others = [...shared.responseHeaders].filter((name) => !EXPOSED_NAMES.has(name));
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': others.length === 0 ? EXPOSED_TEXT : [EXPOSED_TEXT, ...others].join(', '),
  };
}
