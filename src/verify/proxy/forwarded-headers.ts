// Headers of proxied messages: hop-by-hop headers are removed, others pass unchanged.

import { emptyObject } from '../../schema/empty-object.ts';

/** Fields that belong to one connection (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'transfer-encoding', 'upgrade']);
/** Framing and routing headers: senders must not list them in `Connection`, and some do to confuse the next server. */
const NEVER_NAMED = new Set(['content-length', 'host', 'trailer', 'content-encoding', 'content-type', 'set-cookie']);

/** Names and values in turn, as Node has them. */
export type RawHeaders = readonly string[];

/** Headers in pairs, as Node expects trailers. */
export function headerPairs(raw: RawHeaders): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return pairs;
}

/** Headers by name, as Node expects those of HTTP/2. */
export function headersByName(raw: RawHeaders): Record<string, string | string[]> {
  const fields = emptyObject<string | string[]>();
  for (const [name, value] of headerPairs(raw)) {
    const before = fields[name];
    fields[name] = before === undefined ? value : [before, value].flat();
  }
  return fields;
}

/**
 * All values of a header, joined as a list (RFC 9110, section 5.3); undefined if it is absent.
 *
 * @param name - in lower case
 */
export function headerIn(raw: RawHeaders, name: string): string | undefined {
  let found: string | undefined;
  for (let at = 0; at < raw.length; at += 2) {
    const one = raw[at] ?? '';
    if (one.length !== name.length || one.toLowerCase() !== name) continue;
    found = found === undefined ? raw[at + 1] : `${found}, ${raw[at + 1]}`;
  }
  return found;
}

/** Whether a list such as `Connection` has a word. @param word - in lower case */
export function hasToken(list: string | undefined, word: string): boolean {
  return list?.split(',').some((one) => one.trim().toLowerCase() === word) ?? false;
}

/** The headers that are forwarded. @param without - names that are set by the proxy, in lower case */
export function forwardedHeaders(raw: RawHeaders, without?: ReadonlySet<string>): string[] {
  const named = listConnectionOptions(headerIn(raw, 'connection'));
  const passed: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] ?? '';
    const lower = name.toLowerCase();
    if (HOP_BY_HOP.has(lower) || without?.has(lower) || named?.has(lower)) continue;
    passed.push(name, raw[at + 1] ?? '');
  }
  return passed;
}

/** The fields that `Connection` names: they are of this connection as well. Most name none. */
function listConnectionOptions(connection: string | undefined): ReadonlySet<string> | undefined {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return undefined;
  const names = connection.split(',').map((one) => one.trim().toLowerCase());
  return new Set(names.filter((name) => !NEVER_NAMED.has(name)));
}

/** Request headers that the proxy sets. */
const SET_BY_PROXY = new Set(['host', 'via', 'x-forwarded-for', 'expect']);

/** Data about a client. */
interface Hop {
  /** The host that the upstream receives. */
  readonly host: string;
  /** The name of this proxy. */
  readonly name: string;
  readonly httpVersion: string;
  /** The address of the client. */
  readonly client: string | undefined;
}

/** The headers of a forwarded request, with its origin (RFC 9110, section 7.6.3, and common practice). */
export function forwardRequestHeaders(raw: RawHeaders, { host, name, httpVersion, client }: Hop): string[] {
  const fields = forwardedHeaders(raw, SET_BY_PROXY);
  const requestedHost = headerIn(raw, 'host');
  fields.push('Host', host, 'Via', joined(headerIn(raw, 'via'), `${httpVersion} ${name}`));
  if (client !== undefined) fields.push('X-Forwarded-For', joined(headerIn(raw, 'x-forwarded-for'), client));
  if (requestedHost !== undefined && headerIn(raw, 'x-forwarded-host') === undefined)
    fields.push('X-Forwarded-Host', requestedHost);
  if (headerIn(raw, 'x-forwarded-proto') === undefined) fields.push('X-Forwarded-Proto', 'http');
  const connection = ['keep-alive'];
  if (hasToken(headerIn(raw, 'te'), 'trailers')) {
    fields.push('TE', 'trailers');
    connection.push('TE');
  }
  fields.push('Connection', connection.join(', '));
  return fields;
}

function joined(before: string | undefined, one: string): string {
  return before === undefined ? one : `${before}, ${one}`;
}

/** Whether a request has passed this proxy before, which would be a loop. */
export function isLoop(raw: RawHeaders, name: string): boolean {
  return headerIn(raw, 'via')?.includes(name) ?? false;
}

const LENGTH = new Set(['content-length']);

/** The headers of a forwarded response. @param home - converts an address of the upstream into one of this proxy */
export function forwardResponseHeaders(status: number, raw: RawHeaders, home: (location: string) => string): string[] {
  // There is no content, and some servers send a length (RFC 9110, section 8.6).
  const fields = forwardedHeaders(raw, status === 204 ? LENGTH : undefined);
  for (let at = 0; at < fields.length; at += 2) {
    if (fields[at]?.toLowerCase() === 'location') fields[at + 1] = home(fields[at + 1] ?? '');
  }
  return fields;
}
