// CORS: pages of other origins may call an API (Fetch Standard, section 3.2).

import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import { ApiError } from '../errors/api-error.ts';
import { describeError } from '../errors/describe-error.ts';
import type { WireBody, WireHeaders, WireRequest, WireResponse } from '../wire.ts';

/** How long a browser may reuse the permission, in seconds. It does not depend on the document. */
const MAX_AGE = 600;
/** Header fields of responses that are added when they are written. */
const ADDED_HEADERS = ['content-length', 'date'];

/** Whether a request is a preflight request. */
export function isPreflight({ method, headers }: Pick<WireRequest, 'method' | 'headers'>): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

/** The response to a preflight request, which permits any method and any header fields. */
export function permitPreflight({ headers }: Pick<WireRequest, 'headers'>): WireResponse {
  const {
    origin = '',
    'access-control-request-method': method = '',
    'access-control-request-headers': corsHeaders = '',
  } = headers;
  return {
    status: 204,
    headers: {
      vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
      'access-control-allow-origin': origin,
      'access-control-allow-methods': method,
      ...(corsHeaders === '' ? {} : { 'access-control-allow-headers': corsHeaders }),
      'access-control-allow-credentials': 'true',
      'access-control-max-age': `${MAX_AGE}`,
    },
    body: '',
  };
}

/** The response to a rejected preflight request: the browser does not send the actual request. */
export function rejectPreflight({ headers }: Pick<WireRequest, 'headers'>): WireResponse {
  const error = new ApiError('permission_denied', describePreflightRejection(headers));
  return {
    status: error.status,
    headers: { 'content-type': 'application/json', vary: 'Origin' },
    body: stringifyJson(describeError(error)),
  };
}

/** Why a preflight request is rejected. */
export function describePreflightRejection({
  origin = '',
  'access-control-request-method': method,
}: WireHeaders): string {
  const host = URL.parse(origin)?.host;
  const advice = host ? `; to allow it, use --trusted-hosts ${host}` : '';
  return `pages of ${origin} may not send ${method} to this server${advice}`;
}

/**
 * A response that a page may read, with all its headers.
 *
 * @param origin - of the page; undefined without a page, or if it may not read the response
 */
export function addCorsHeaders<Body extends WireBody>(
  response: WireResponse<Body>,
  origin: string | undefined,
): WireResponse<Body> {
  const vary = addOriginToVary(response.headers.vary);
  if (origin === undefined) return { ...response, headers: { ...response.headers, vary } };
  const corsHeaders = {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    // With credentials, `*` would be the name of a header.
    'access-control-expose-headers': [...Object.keys(response.headers), ...ADDED_HEADERS].join(', '),
  };
  return { ...response, headers: { ...response.headers, ...corsHeaders, vary } };
}

/** A `Vary` header with the origin; a response may have that already. */
function addOriginToVary(vary: string | undefined): string {
  if (vary === undefined) return 'Origin';
  return /(?:^|,)\s*(?:origin|\*)\s*(?:,|$)/i.test(vary) ? vary : `${vary}, Origin`;
}
