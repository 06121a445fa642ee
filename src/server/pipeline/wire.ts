// What goes over the wire, as plain objects between a listener and the engine.

import { emptyObject } from '../../schema/empty-object.ts';

/**
 * Header fields by lower-case name; a field that came more than once is joined with `, ` (RFC 9110, section 5.3). `authorization`, which can hold one value
 * only (section 11.6.2), is the first that came, as Node has it.
 */
export type WireHeaders = Readonly<Record<string, string | undefined>>;

/** A request as it arrived: nothing is decoded yet. */
export interface WireRequest {
  readonly method: string;
  /** Path and query as sent, percent-encoding untouched. */
  readonly target: string;
  readonly headers: WireHeaders;
  readonly body: Uint8Array;
  /** The body as it comes, for a mount that takes it so; then `body` is empty. */
  readonly stream?: AsyncIterable<Uint8Array>;
  /** Whether its answer may begin before it has come whole, as over HTTP/2. Default false. */
  readonly duplex?: boolean;
  /** Whether its client reads fields that come after the body. Where it does not, they stand among the header fields, as far as they are known by then. Default true. */
  readonly readsTrailers?: boolean;
  /** Set when the body was longer than is read: the limit in bytes. Then `body` is empty. */
  readonly exceeds?: number;
  /** Whether it came over a loopback connection. */
  readonly local: boolean;
  /** Whether it came over TLS. Default false. */
  readonly secure?: boolean;
  /** The address that it came from, or that a proxy tells which is believed. Default: none, because there was no connection. */
  readonly client?: string;
  /** The path below which its client finds the sandbox, such as `/_sandbox/blue`; it is no part of `target`. Default: none. */
  readonly base?: string;
  /** Whether the client has gone and nobody waits for the answer. Default false. */
  readonly gone?: boolean;
  /** Aborted when the client goes. To ask for it costs something; who only wants to know asks `gone`. */
  readonly signal?: AbortSignal;
  /**
   * Waits until its connection may run an operation that has been long before.
   *
   * @returns undefined if the operation can start immediately. Default: it always can
   */
  turnFor?(operation: object): Promise<void> | undefined;
}

/** A body that is there. */
export type WholeBody = Uint8Array | string;

/** A body that comes bit by bit. It is read once, as fast as the client takes it, and given up when the client leaves. */
export type BodyStream = AsyncIterable<string | Uint8Array>;

export type WireBody = WholeBody | BodyStream;

/** An answer ready to be sent. */
export interface WireResponse<out Body extends WireBody = WholeBody> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
  /** `Set-Cookie` fields: the only ones that cannot be joined when there are several (RFC 6265, section 3). */
  readonly cookies?: readonly string[];
  /** Set where nothing is sent: the connection is reset, or the client waits until it gives up. */
  readonly connection?: 'reset' | 'hang';
  /** Fields that come after the body (RFC 9110, section 6.5), names in lower case. After a body that came bit by bit they are what this holds by then. */
  readonly trailers?: Readonly<Record<string, string>>;
}

/** The address of a request, as its client knows it. */
export function urlOf({ target, headers, secure = false, base = '' }: WireRequest): string {
  return `${secure ? 'https' : 'http'}://${headers.host ?? 'localhost'}${base}${target}`;
}

/** The part of a target before the first `?`. */
export function pathOf(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? target : target.slice(0, mark);
}

/** The part of a target after the first `?`; empty when there is none. */
export function queryOf(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? '' : target.slice(mark + 1);
}

/** Header fields from names and values in turn, in the order in which they came. */
export function wireHeaders(namesAndValues: readonly string[]): Readonly<Record<string, string>> {
  const headers = emptyObject<string>();
  for (let at = 0; at < namesAndValues.length; at += 2) {
    const name = (namesAndValues[at] ?? '').toLowerCase();
    const value = namesAndValues[at + 1] ?? '';
    const before = headers[name];
    if (before === undefined) headers[name] = value;
    else if (name !== 'authorization') headers[name] = `${before}, ${value}`;
  }
  return headers;
}
