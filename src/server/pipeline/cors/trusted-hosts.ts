// Local and trusted host names.

import { UsageError } from '../../../schema/usage-error.ts';
import type { WireHeaders, WireRequest } from '../wire.ts';

const LOCAL_HOST = /^(localhost|[a-z0-9-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;
/** Unspecified addresses, and IPv4 addresses in IPv6. */
const LOCAL_ALIAS = /^(0(\.0){3}|\[::(ffff:[0-9a-f.:]+)?\])$/;
const ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/;

export interface TrustedHosts {
  /** Whether a host, with its port if it has one, is a name of this machine. A foreign name that leads here is none. */
  isLocalOrTrusted(host: string): boolean;
  /** Whether a host was named as one that counts as ours. */
  isTrusted(host: string): boolean;
}

/**
 * @param trusted - trusted hosts, separated by commas; one without a port means every port
 * @throws UsageError for an invalid host
 */
export function createTrustedHosts(trusted = ''): TrustedHosts {
  const named = new Set(parseHosts('--trusted-hosts', trusted));
  const isTrusted = (host: string) => named.has(host.toLowerCase()) || named.has(withoutPort(host));
  return { isTrusted, isLocalOrTrusted: (host) => isLocalHost(host) || isTrusted(host) };
}

/**
 * The hosts of a comma-separated list, in lower case.
 *
 * @param setting - the name of the setting
 * @throws UsageError for an invalid host
 */
export function parseHosts(setting: string, list: string): readonly string[] {
  const named = list
    .toLowerCase()
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== '');
  const invalid = named.filter((host) => !HOST.test(host));
  if (invalid.length > 0) {
    throw new UsageError(
      `Invalid ${setting}; write host names such as app.test or app.test:8443, separated by commas:`,
      invalid.map((host) => `${JSON.stringify(host)} is not a host name`),
    );
  }
  return named;
}

/** Whether a host, with an optional port, always means this machine. */
export function isLocalHost(host: string): boolean {
  return LOCAL_HOST.test(withoutPort(host));
}

/** The original host at a proxy, such as a local development server; undefined unless it is a local name, too. */
export function forwardedHost({ 'x-forwarded-host': forwarded }: WireHeaders): string | undefined {
  // The common case, without a proxy.
  if (forwarded === undefined) return undefined;
  const [firstHost = ''] = forwarded.split(',');
  return isLocalHost(firstHost.trim()) ? firstHost.trim() : undefined;
}

/** Whether a host is an IP address, which cannot be redirected. */
export function isAddressHost(host: string): boolean {
  return ADDRESS.test(withoutPort(host));
}

/**
 * Whether an address is local without looking so: browsers report less of requests to it than of those to 127.0.0.1.
 */
export function isLocalAlias(host: string): boolean {
  return LOCAL_ALIAS.test(withoutPort(host));
}

/** A header that only proxies add (RFC 7239, section 4, and its predecessors); undefined if there is none. */
export function findProxyHeader(headers: WireHeaders): string | undefined {
  return Object.keys(headers).find((name) => /^(forwarded|via|x-real-ip|x-forwarded-.+)$/.test(name));
}

/** Whether a request came from this machine, and not through a local proxy. */
export function isLocalRequest({ local, headers }: Pick<WireRequest, 'local' | 'headers'>): boolean {
  return local && findProxyHeader(headers) === undefined;
}

/** A host without its port. */
function withoutPort(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase();
}
