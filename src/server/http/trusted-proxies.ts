// Trusted proxies, and their headers about clients.

import { BlockList, isIP } from 'node:net';
import { emptyObject } from '../../schema/empty-object.ts';
import { UsageError } from '../../schema/usage-error.ts';
import type { WireHeaders } from '../pipeline/wire.ts';
import { unmapIpv4 } from './peer-address.ts';

/** The relevant parts of a request. */
export interface RequestOrigin {
  readonly headers: WireHeaders;
  /** Whether it came over TLS. */
  readonly secure: boolean;
  /** The address of the client. */
  readonly client: string;
}

/** Proxies by their addresses. */
export interface TrustedProxies {
  /**
   * The original request behind trusted proxies. Forwarding headers of others are removed, but not the fact that they
   * were sent.
   */
  resolveClient(arrival: RequestOrigin): RequestOrigin;
}

/** How many proxies one behind the other are believed. */
const MAX_PROXIES = 32;
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * @param list - addresses and ranges of them (`10.0.0.0/8`, `fd00::/8`), separated by commas
 * @throws UsageError if one is neither
 */
export function createTrustedProxies(list: string): TrustedProxies {
  const known = new BlockList();
  const given = list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const invalid = given.filter((one) => !addRange(one, known));
  if (invalid.length > 0)
    throw new UsageError(
      'Invalid --trusted-proxy; write addresses such as 10.0.0.7 or ranges such as 10.0.0.0/8, separated by commas:',
      invalid.map((one) => `${JSON.stringify(one)} is not an address or a range`),
    );
  const isTrusted = (address: string) => known.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return {
    resolveClient({ headers, secure, client: peer }) {
      const { 'x-forwarded-for': addresses, 'x-forwarded-host': hosts, 'x-forwarded-proto': schemes } = headers;
      if (addresses === undefined && hosts === undefined && schemes === undefined)
        return { headers, secure, client: peer };
      if (isIP(peer) === 0 || !isTrusted(peer)) return { headers: clearForwarded(headers), secure, client: peer };
      const { client, passed: hops } = clientOf(peer, addresses, isTrusted);
      const scheme = proxyValue(schemes, hops, /^https?$/i)?.toLowerCase();
      const host = proxyValue(hosts, hops, HOST);
      return {
        headers: host === undefined ? headers : Object.assign(emptyObject<string | undefined>(), headers, { host }),
        secure: scheme === undefined ? secure : scheme === 'https',
        client,
      };
    },
  };
}

/** Whether it is a valid address or range, which is added. */
function addRange(text: string, to: BlockList): boolean {
  const [written = '', bits, ...more] = text.split('/');
  const longest = isIP(written) === 6 ? 128 : 32;
  if (isIP(written) === 0 || more.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return false;
  const address = unmapIpv4(written);
  const [maxBits, family] = isIP(address) === 6 ? ([128, 'ipv6'] as const) : ([32, 'ipv4'] as const);
  const length = Number(bits ?? longest) - (longest - maxBits);
  if (length < 0 || length > maxBits) return false;
  to.addSubnet(address, length, family);
  return true;
}

/** The last address that is no trusted proxy: earlier ones may be forged. And the number of trusted proxies. */
function clientOf(peer: string, addresses: string | undefined, isTrusted: (address: string) => boolean) {
  const chain = (addresses ?? '').split(',');
  let client = peer;
  let hops = 0;
  while (isTrusted(client) && hops < MAX_PROXIES) {
    hops += 1;
    const before = parseAddress(chain[chain.length - hops] ?? '');
    if (before === undefined) break;
    client = before;
  }
  return { client, passed: hops };
}

/** An address, which some proxies write with its port. */
function parseAddress(text: string): string | undefined {
  const written = text.trim();
  const plain = written.replace(/^\[(.+)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  return isIP(plain) === 0 ? undefined : unmapIpv4(plain);
}

/** The value of the outermost trusted proxy, each of which appends or replaces it. Earlier values may be forged. */
function proxyValue(field: string | undefined, hops: number, form: RegExp): string | undefined {
  const values = field?.split(',') ?? [];
  const value = values[Math.max(0, values.length - hops)]?.trim() ?? '';
  return form.test(value) ? value : undefined;
}

/** An untrusted sender may still be a proxy, and is not treated as a local program. */
function clearForwarded(headers: WireHeaders): WireHeaders {
  const cleared = Object.assign(emptyObject<string | undefined>(), headers);
  for (const name of ['x-forwarded-host', 'x-forwarded-proto']) if (cleared[name] !== undefined) cleared[name] = '';
  return cleared;
}
