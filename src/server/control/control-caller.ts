// Checks callers of the control API: local programs, and our own pages.

import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { isTrustedOrigin } from '../pipeline/cors/cors.ts';
import { findProxyHeader, type TrustedHosts } from '../pipeline/cors/trusted-hosts.ts';
import { ApiError } from '../pipeline/errors/api-error.ts';
import { describeError } from '../pipeline/errors/describe-error.ts';
import type { RequestHead, RouteGroup } from '../pipeline/route-groups.ts';
import type { WireHeaders, WireRequest, WireResponse } from '../pipeline/wire.ts';

const ROOT = '/_understudy';

/** The relevant parts of a request. */
export type ControlCaller = Required<Pick<WireRequest, 'headers' | 'local' | 'secure'>>;

/** Whether a path belongs to the control API, or to files of our pages. */
function isControlPath(path: string): boolean {
  return path.startsWith(ROOT) && (path.length === ROOT.length || path[ROOT.length] === '/');
}

/**
 * Rejects cross-site requests below `/_understudy`, also where they would match nothing.
 *
 * @param foreignPage - returns the origin of a cross-site page; undefined for other callers
 */
export function createCrossSiteGuard(foreignPage: (head: RequestHead) => string | undefined): RouteGroup {
  return {
    matches: (head, path) => isControlPath(path) && foreignPage(head) !== undefined,
    cors: () => false,
    handle: (request) => rejectForeign(foreignPage(request)),
  };
}

function rejectForeign(page: string | undefined): WireResponse {
  const failure = new ApiError(
    'permission_denied',
    `Pages of ${page} cannot read ${ROOT}; add their host to --trusted-hosts`,
  );
  return {
    status: failure.status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: stringifyJson(describeError(failure)),
  };
}

/**
 * Neither a web page nor a network, through a proxy on this machine, may control the server. So the connection must be
 * local, the host must be a local name (others mean DNS rebinding), proxies must be declared, and pages must be our
 * own.
 *
 * @throws ApiError `permission_denied`
 */
export function requireLocal(caller: ControlCaller, hosts: TrustedHosts): void {
  const { local, headers } = caller;
  const { host = '', origin } = headers;
  if (!local || !hosts.isLocalOrTrusted(host)) {
    const rule = 'The control API accepts requests from this machine only; change this with --control-access';
    const reason = local ? `; use the host localhost or 127.0.0.1, not ${host}` : '';
    throw new ApiError('permission_denied', `${rule}${reason}`);
  }
  const proxied = findProxyHeader(headers);
  if (proxied !== undefined && !hosts.isTrusted(requestedHost(headers)))
    throw new ApiError(
      'permission_denied',
      `The control API rejects requests through a proxy (header ${proxied}); add the public host of the proxy to --trusted-hosts`,
    );
  if (origin !== undefined && origin !== serverOrigin(caller) && !isTrustedOrigin(origin, hosts))
    throw new ApiError(
      'permission_denied',
      `Pages of ${origin} cannot use the control API; add their host to --trusted-hosts`,
    );
}

/** The origin of the server for a caller. */
export function serverOrigin({ headers: { host = '' }, secure }: ControlCaller): string {
  return `${secure ? 'https' : 'http'}://${host}`;
}

/** The host of the original request at a proxy. */
function requestedHost({ 'x-forwarded-host': named, forwarded = '', host = '' }: WireHeaders): string {
  const hostname = named ?? /(?:^|[;,\s])host="?([^";,\s]+)/i.exec(forwarded)?.[1] ?? host;
  return hostname.split(',')[0]?.trim() ?? '';
}
