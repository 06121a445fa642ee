// Who may look into the stand-in and steer it: programs on this machine, and its own pages.

import { isTrustedPage } from '../pipeline/cors/foreign-page.ts';
import { type Hosts, proxyField } from '../pipeline/cors/hosts.ts';
import { ApiError } from '../pipeline/errors/failure.ts';
import { describeError } from '../pipeline/errors/refusal.ts';
import type { Mount, RequestHead } from '../pipeline/mount.ts';
import type { WireHeaders, WireRequest, WireResponse } from '../pipeline/wire.ts';

const ROOT = '/_understudy';

/** What is known of a caller. */
export type Caller = Required<Pick<WireRequest, 'headers' | 'local' | 'secure'>>;

/** Whether a path is one of the control API, or of the files of our pages. */
function isControlPath(path: string): boolean {
  return path.startsWith(ROOT) && (path.length === ROOT.length || path[ROOT.length] === '/');
}

/**
 * Takes what pages of other sites ask below `/_understudy`, whoever else may ask there: all of it is refused.
 *
 * @param foreignPage - the page of another site that asks; undefined for everybody else
 */
export function createForeignGuard(foreignPage: (head: RequestHead) => string | undefined): Mount {
  return {
    owns: (head, path) => isControlPath(path) && foreignPage(head) !== undefined,
    cors: () => false,
    answer: (request) => refuseForeign(foreignPage(request)),
  };
}

function refuseForeign(page: string | undefined): WireResponse {
  const failure = new ApiError(
    'permission_denied',
    `Pages of ${page} cannot read ${ROOT}; add their host to --trusted-hosts`,
  );
  return {
    status: failure.status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(describeError(failure)),
  };
}

/**
 * A web page must not be able to steer the stand-in of whoever looks at it, nor a network reach it through a proxy that happens to run here. So the
 * connection must come from this machine, the host must be named as this machine (a foreign name that leads here is an attack), a proxy must
 * have been named, and a page must be one of our own.
 *
 * @throws ApiError `permission_denied`
 */
export function requireLocal(caller: Caller, hosts: Hosts): void {
  const { local, headers } = caller;
  const { host = '', origin } = headers;
  if (!local || !hosts.isOurs(host)) {
    const rule = 'The control API accepts requests from this machine only; change this with --control-access';
    const reason = local ? `; use the host localhost or 127.0.0.1, not ${host}` : '';
    throw new ApiError('permission_denied', `${rule}${reason}`);
  }
  const proxied = proxyField(headers);
  if (proxied !== undefined && !hosts.isTrusted(askedHost(headers)))
    throw new ApiError(
      'permission_denied',
      `The control API rejects requests through a proxy (header ${proxied}); add the public host of the proxy to --trusted-hosts`,
    );
  if (origin !== undefined && origin !== originOf(caller) && !isTrustedPage(origin, hosts))
    throw new ApiError(
      'permission_denied',
      `Pages of ${origin} cannot use the control API; add their host to --trusted-hosts`,
    );
}

/** The origin under which a caller knows the stand-in. */
export function originOf({ headers: { host = '' }, secure }: Caller): string {
  return `${secure ? 'https' : 'http'}://${host}`;
}

/** The host that a client asked a proxy for. */
function askedHost({ 'x-forwarded-host': named, forwarded = '', host = '' }: WireHeaders): string {
  const asked = named ?? /(?:^|[;,\s])host="?([^";,\s]+)/i.exec(forwarded)?.[1] ?? host;
  return asked.split(',')[0]?.trim() ?? '';
}
