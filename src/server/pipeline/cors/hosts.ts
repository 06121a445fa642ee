// Names of this machine, and those that count as such.

import { UsageError } from '../../../schema/usage-error.ts';
import type { WireHeaders, WireRequest } from '../wire.ts';

const OF_THIS_MACHINE = /^(localhost|[a-z0-9-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;
/** Unspecified addresses, and IPv4 addresses in IPv6. */
const DISGUISED = /^(0(\.0){3}|\[::(ffff:[0-9a-f.:]+)?\])$/;
const ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/;

export interface Hosts {
  /** Whether a host, with its port if it has one, is a name of this machine. A foreign name that leads here is none. */
  isOurs(host: string): boolean;
  /** Whether a host was named as one that counts as ours. */
  isTrusted(host: string): boolean;
}

/**
 * @param trusted - hosts that count as ours, separated by commas; one without a port means every port
 * @throws UsageError if one is no host
 */
export function createHosts(trusted = ''): Hosts {
  const named = new Set(hostsIn('--trusted-hosts', trusted));
  const isTrusted = (host: string) => named.has(host.toLowerCase()) || named.has(nameIn(host));
  return { isTrusted, isOurs: (host) => isOfThisMachine(host) || isTrusted(host) };
}

/**
 * The hosts of a list with commas, in lower case.
 *
 * @param setting - what the list is given to
 * @throws UsageError if one is no host
 */
export function hostsIn(setting: string, list: string): readonly string[] {
  const named = list
    .toLowerCase()
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== '');
  const wrong = named.filter((host) => !HOST.test(host));
  if (wrong.length > 0) {
    throw new UsageError(
      `Invalid ${setting}; write host names such as app.test or app.test:8443, separated by commas:`,
      wrong.map((host) => `${JSON.stringify(host)} is not a host name`),
    );
  }
  return named;
}

/** Whether a host, with its port if it has one, means this machine wherever it is read. */
export function isOfThisMachine(host: string): boolean {
  return OF_THIS_MACHINE.test(nameIn(host));
}

/** The host that was asked of a proxy, such as a development server on this machine; undefined unless that is a name of this machine too. */
export function forwardedHost({ 'x-forwarded-host': forwarded }: WireHeaders): string | undefined {
  // Hardly any request has come through one.
  if (forwarded === undefined) return undefined;
  const [asked = ''] = forwarded.split(',');
  return isOfThisMachine(asked.trim()) ? asked.trim() : undefined;
}

/** Whether a host is an address, not a name: nobody can make it lead elsewhere. */
export function isAddress(host: string): boolean {
  return ADDRESS.test(nameIn(host));
}

/** Whether an address leads to this machine without being a name of it: browsers report less of requests to it than of those to 127.0.0.1. */
export function isDisguised(host: string): boolean {
  return DISGUISED.test(nameIn(host));
}

/** A field that only proxies add (RFC 7239, section 4, and what was there before it); undefined when there is none. */
export function proxyField(headers: WireHeaders): string | undefined {
  return Object.keys(headers).find((name) => /^(forwarded|via|x-real-ip|x-forwarded-.+)$/.test(name));
}

/** Whether a request came from this machine, and not through a proxy that happens to run here. */
export function isFromHere({ local, headers }: Pick<WireRequest, 'local' | 'headers'>): boolean {
  return local && proxyField(headers) === undefined;
}

/** A host without its port. */
function nameIn(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase();
}
