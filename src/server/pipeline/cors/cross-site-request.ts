// Detects cross-site pages, and restricts their requests.

import { ApiError } from '../errors/api-error.ts';
import type { WireRequest } from '../wire.ts';
import { isAddressHost, isLocalAlias, type TrustedHosts } from './trusted-hosts.ts';

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
