// The address under which a client knows the issuer.

import { Problems } from '../../schema/problems.ts';
import { forwardedHost, proxyField } from '../pipeline/cors/hosts.ts';
import type { WireRequest } from '../pipeline/wire.ts';

/**
 * The origin that a client sent a request to; undefined when it names none. That is the `Host`, or what a proxy says was asked of it, if that is a name of
 * this machine: anybody could as well have sent it as the `Host`.
 */
export function originOf({ headers, secure = false }: Pick<WireRequest, 'headers' | 'secure'>): string | undefined {
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
 * @throws Problems if it is none
 */
export function fixedOrigin(issuer: string): string {
  const url = URL.parse(issuer);
  const isOrigin = url && /^https?:$/.test(url.protocol) && [url.origin, `${url.origin}/`].includes(issuer);
  if (isOrigin) return url.origin;
  throw new Problems(`The issuer must be a URL without a path, such as https://login.test:8443, not ${issuer}`, []);
}

/** The path of an issuer, below which it has all of its own; empty when it has none. */
export function baseOf(issuer: string): string {
  return new URL(issuer).pathname.replace(/\/$/, '');
}

/** A request as a proxy would pass it on. What clients say of proxies is not believed, but whoever comes through one is not of this machine. */
export function addressed(request: WireRequest, issuer: string): WireRequest {
  const { host, protocol } = new URL(issuer);
  const { forwarded: _, 'x-forwarded-for': _for, 'x-forwarded-port': _port, ...headers } = request.headers;
  const forwarded = { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) };
  const local = request.local && proxyField(request.headers) === undefined;
  return { ...request, local, headers: { ...headers, ...forwarded } };
}
