// Header fields on their way: those of one connection end here, all others pass as they came, in their order and as often.

import { emptyObject } from '../../schema/empty-object.ts';

/** Fields that belong to one connection (RFC 9110, section 7.6.1). */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'transfer-encoding', 'upgrade']);
/** What says where a message ends, and for whom it is: no sender may name it in `Connection`, and some do to confuse who comes next. */
const NEVER_NAMED = new Set(['content-length', 'host', 'trailer', 'content-encoding', 'content-type', 'set-cookie']);

/** Names and values in turn, as Node has them. */
export type RawFields = readonly string[];

/** Fields in pairs, as Node takes trailers. */
export function pairsOf(raw: RawFields): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return pairs;
}

/** Fields by their names, as Node takes those of HTTP/2. */
export function byName(raw: RawFields): Record<string, string | string[]> {
  const fields = emptyObject<string | string[]>();
  for (const [name, value] of pairsOf(raw)) {
    const before = fields[name];
    fields[name] = before === undefined ? value : [before, value].flat();
  }
  return fields;
}

/** All values of a field, joined as lists are (RFC 9110, section 5.3); undefined when it did not come. @param name - in lower case */
export function fieldIn(raw: RawFields, name: string): string | undefined {
  let found: string | undefined;
  for (let at = 0; at < raw.length; at += 2) {
    const one = raw[at] ?? '';
    if (one.length !== name.length || one.toLowerCase() !== name) continue;
    found = found === undefined ? raw[at + 1] : `${found}, ${raw[at + 1]}`;
  }
  return found;
}

/** What has a word in a list such as that of `Connection`. @param word - in lower case */
export function hasWord(list: string | undefined, word: string): boolean {
  return list?.split(',').some((one) => one.trim().toLowerCase() === word) ?? false;
}

/** The fields that go on. @param without - names that somebody else writes, in lower case */
export function passedOn(raw: RawFields, without?: ReadonlySet<string>): string[] {
  const named = namedIn(fieldIn(raw, 'connection'));
  const passed: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] ?? '';
    const lower = name.toLowerCase();
    if (OF_CONNECTION.has(lower) || without?.has(lower) || named?.has(lower)) continue;
    passed.push(name, raw[at + 1] ?? '');
  }
  return passed;
}

/** The fields that `Connection` names: they are of this connection as well. Most name none. */
function namedIn(connection: string | undefined): ReadonlySet<string> | undefined {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return undefined;
  const names = connection.split(',').map((one) => one.trim().toLowerCase());
  return new Set(names.filter((name) => !NEVER_NAMED.has(name)));
}

/** What a proxy writes by itself into requests. */
const OWN = new Set(['host', 'via', 'x-forwarded-for', 'expect']);

/** What is known of a client. */
export interface Hop {
  /** The host that the server is asked by. */
  readonly host: string;
  /** What this proxy calls itself. */
  readonly name: string;
  readonly httpVersion: string;
  /** The address of the client. */
  readonly client: string | undefined;
}

/** The fields of a request on its way to the server: with where it comes from (RFC 9110, section 7.6.3, and what servers read in practice). */
export function requestFields(raw: RawFields, { host, name, httpVersion, client }: Hop): string[] {
  const fields = passedOn(raw, OWN);
  const asked = fieldIn(raw, 'host');
  fields.push('Host', host, 'Via', joined(fieldIn(raw, 'via'), `${httpVersion} ${name}`));
  if (client !== undefined) fields.push('X-Forwarded-For', joined(fieldIn(raw, 'x-forwarded-for'), client));
  if (asked !== undefined && fieldIn(raw, 'x-forwarded-host') === undefined) fields.push('X-Forwarded-Host', asked);
  if (fieldIn(raw, 'x-forwarded-proto') === undefined) fields.push('X-Forwarded-Proto', 'http');
  const connection = ['keep-alive'];
  if (hasWord(fieldIn(raw, 'te'), 'trailers')) {
    fields.push('TE', 'trailers');
    connection.push('TE');
  }
  fields.push('Connection', connection.join(', '));
  return fields;
}

function joined(before: string | undefined, one: string): string {
  return before === undefined ? one : `${before}, ${one}`;
}

/** Whether a request has come through this proxy before, which would go round and round. */
export function isRound(raw: RawFields, name: string): boolean {
  return fieldIn(raw, 'via')?.includes(name) ?? false;
}

const LENGTH = new Set(['content-length']);

/**
 * The fields of an answer on its way to the client.
 *
 * @param home - turns an address at the server into one at this proxy
 */
export function answerFields(status: number, raw: RawFields, home: (location: string) => string): string[] {
  // It can have no content, and some servers say how long it is (RFC 9110, section 8.6).
  const fields = passedOn(raw, status === 204 ? LENGTH : undefined);
  for (let at = 0; at < fields.length; at += 2) {
    if (fields[at]?.toLowerCase() === 'location') fields[at + 1] = home(fields[at + 1] ?? '');
  }
  return fields;
}
