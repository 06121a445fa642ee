// Origins: of the issuer as clients know it, and of pages that may read its responses.

import { hostname, networkInterfaces } from 'node:os';
import { UsageError } from '../../schema/usage-error.ts';
import { addCorsHeaders, isPreflight, permitPreflight } from '../pipeline/cors/cors.ts';
import { findProxyHeader, forwardedHost, type TrustedHosts } from '../pipeline/cors/trusted-hosts.ts';
import { ApiError } from '../pipeline/errors/api-error.ts';
import { pathOf, type WireRequest, type WireResponse } from '../pipeline/wire.ts';
import { DISCOVERY_PATH, type IssuerPaths } from './issuer-paths.ts';

/**
 * The origin that a client used; undefined if there is none. It is the `Host`, or the one that a proxy forwards, if
 * that is a name of this machine: any client could send it as the `Host` as well.
 */
export function clientOrigin({ headers, secure = false }: Pick<WireRequest, 'headers' | 'secure'>): string | undefined {
  const forwarded = forwardedHost(headers);
  const isSecure = forwarded === undefined ? secure : /^https\b/i.test(headers['x-forwarded-proto'] ?? '');
  const origin = `${isSecure ? 'https' : 'http'}://${(forwarded ?? headers.host ?? '').toLowerCase()}`;
  const url = URL.parse(origin);
  // A default port may be written.
  return url && origin.replace(/:(80|443)$/, '') === url.origin.replace(/:(80|443)$/, '') ? url.origin : undefined;
}

/**
 * The origin that a setting fixes.
 *
 * @throws UsageError if it is none
 */
export function fixedOrigin(issuer: string): string {
  const url = URL.parse(issuer);
  const isOrigin = url && /^https?:$/.test(url.protocol) && [url.origin, `${url.origin}/`].includes(issuer);
  if (isOrigin) return url.origin;
  throw new UsageError(`The issuer must be a URL without a path, such as https://login.test:8443, not ${issuer}`);
}

/** The path of an issuer, with all its endpoints below; may be empty. */
export function baseOf(issuer: string): string {
  return new URL(issuer).pathname.replace(/\/$/, '');
}

/**
 * A request with the headers of a proxy. Clients' own forwarding headers are dropped, but requests through a proxy are
 * not local.
 */
export function withForwardedHeaders(request: WireRequest, issuer: string): WireRequest {
  const { host, protocol } = new URL(issuer);
  const { forwarded: _, 'x-forwarded-for': _for, 'x-forwarded-port': _port, ...headers } = request.headers;
  const forwarded = { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) };
  const local = request.local && findProxyHeader(request.headers) === undefined;
  return { ...request, local, headers: { ...headers, ...forwarded } };
}

/** How containers and emulators call the machine that they run on. */
const FROM_INSIDE: readonly string[] = ['host.docker.internal', 'host.containers.internal', '10.0.2.2'];

/**
 * Assertions and tokens are bound to the issuer's name, so this machine only accepts its own names. Otherwise an
 * assertion for another server could be used here under that server's name.
 *
 * @throws ApiError `invalid_argument` with advice
 */
export function requireOwnName(origin: string, hosts: TrustedHosts): void {
  const { host, hostname: name } = new URL(origin);
  if (hosts.isLocalOrTrusted(host) || FROM_INSIDE.includes(name) || isOfMachine(name)) return;
  throw new ApiError(
    'invalid_argument',
    `${host} is not a local host name; to use it, add --issuer ${origin} or --trusted-hosts ${name}`,
  );
}

/** Only for names other than `localhost`: the operating system is slow. */
function isOfMachine(name: string): boolean {
  const own = hostname().toLowerCase();
  if (name === own || name === `${own}.local`) return true;
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));
  return addresses.some((address) => name === address || name === `[${address}]`);
}

const OURS = /^access-control-/;

const ALLOWED = 'access-control-allow-origin';

/** Whether programs use this path. The others are pages for users, which no script must read. */
function isForPrograms({ target }: WireRequest, { routes }: IssuerPaths): boolean {
  const path = pathOf(target);
  const { jwks, token, userinfo, introspection, revocation, device_authorization } = routes;
  return [...DISCOVERY_PATH, jwks, token, userinfo, introspection, revocation, device_authorization].includes(path);
}

/** The response to a preflight request; undefined for other requests, and for pages, which have none. */
export function preflightResponse(request: WireRequest, paths: IssuerPaths): WireResponse | undefined {
  return isPreflight(request) && isForPrograms(request, paths) ? permitPreflight(request) : undefined;
}

/** Makes an error response of ours readable for the requesting page. */
export function readableForPage(request: WireRequest, response: WireResponse, paths: IssuerPaths): WireResponse {
  return isForPrograms(request, paths) ? addCorsHeaders(response, request.headers.origin) : response;
}

/** Makes a response of the library readable, unless the library forbids it for this client. */
export function readableIfAllowed(request: WireRequest, response: WireResponse, paths: IssuerPaths): WireResponse {
  const isAllowed = response.headers[ALLOWED] !== undefined;
  const headers = Object.fromEntries(Object.entries(response.headers).filter(([name]) => !OURS.test(name)));
  return isAllowed ? readableForPage(request, { ...response, headers }, paths) : { ...response, headers };
}
