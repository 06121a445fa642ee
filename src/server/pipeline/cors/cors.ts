// CORS (Fetch Standard, section 3.2), and rejection of other cross-site requests.

import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import { ApiError } from '../errors/api-error.ts';
import { describeError } from '../errors/describe-error.ts';
import type { WireBody, WireHeaders, WireRequest, WireResponse } from '../wire.ts';
import { isAddressHost, isLocalAlias, type TrustedHosts } from './trusted-hosts.ts';

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

type Head = Pick<WireRequest, 'headers' | 'local' | 'client'>;

/**
 * The origin of a cross-site page, as in `findDeclaredOrigin`. A page whose own host name leads to this machine (DNS
 * rebinding) sends no `Origin` in a GET: then that name identifies it.
 */
export function findCrossSiteOrigin(head: Head, hosts: TrustedHosts): string | undefined {
  return isDnsRebinding(head, hosts) ? head.headers.host : findDeclaredOrigin(head, hosts);
}

/**
 * The origin of a cross-site page, if it is known; undefined for programs, our own pages, and local pages, such as
 * those of a development server. Browsers report it by `Sec-Fetch-Site` (Fetch Metadata Request Headers, section 2.3),
 * which they send to trusted hosts, by `Origin` and by `Referer`; no page can forge them.
 */
export function findDeclaredOrigin({ headers }: Pick<Head, 'headers'>, hosts: TrustedHosts): string | undefined {
  const { origin, referer, host = '', 'sec-fetch-site': site } = headers;
  if (site === 'same-origin' || site === 'none') return undefined;
  const isOwn = (from: string) => hosts.isLocalOrTrusted(from) || (from === host && isAddressHost(host));
  if (origin !== undefined) return isOwn(hostOf(origin)) ? undefined : origin;
  if (site === undefined) return undefined;
  if (referer !== undefined) return isOwn(hostOf(referer)) ? undefined : (URL.parse(referer)?.origin ?? referer);
  return site === 'same-site' && isOwn(host) ? undefined : 'another site';
}

/**
 * Whether a request came over loopback to a name that is neither local nor trusted. IP addresses cannot be redirected.
 */
function isDnsRebinding({ local, client, headers: { host = '' } }: Head, hosts: TrustedHosts): boolean {
  const isSafe = hosts.isLocalOrTrusted(host) || (isAddressHost(host) && !isLocalAlias(host));
  return local && client !== undefined && host !== '' && !isSafe;
}

/** Whether an origin belongs to a trusted host. */
export function isTrustedOrigin(origin: string, hosts: TrustedHosts): boolean {
  return hosts.isTrusted(hostOf(origin));
}

/**
 * Pages may send bodies without a media type to other sites (Fetch Standard, section 4.10): these get no default type.
 */
export function rejectUntypedBody(
  request: WireRequest,
  crossSiteOrigin: (request: WireRequest) => string | undefined,
): void {
  const { headers, body, exceededLimit: exceeds } = request;
  if (headers['content-type'] !== undefined || (body.length === 0 && exceeds === undefined)) return;
  const from = crossSiteOrigin(request);
  if (from === undefined) return;
  throw new ApiError(
    'invalid_argument',
    `request from a page of ${from} has a body without Content-Type; add the header`,
    {
      status: 415,
    },
  );
}

/** Sandboxes are few, and every page could make them. */
export function rejectSandboxCreation(crossSiteOrigin: string | undefined): void {
  if (crossSiteOrigin === undefined) return;
  throw new ApiError(
    'permission_denied',
    `pages of ${crossSiteOrigin} cannot create sandboxes; create it from a program first, or add the host with --trusted-hosts`,
  );
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? '';
}
