// Requests and responses as plain objects, between a listener and the pipeline.

import { emptyObject } from '../../schema/empty-object.ts';
import type { TraceContext } from './trace-context.ts';

/**
 * Headers by lower-case name; repeated ones are joined with `, ` (RFC 9110, section 5.3). Of `authorization`, which
 * has one value only (section 11.6.2), the first counts, as in Node.
 */
export type WireHeaders = Readonly<Record<string, string | undefined>>;

/** A request as it arrived: nothing is decoded yet. */
export interface WireRequest {
  readonly method: string;
  /** Path and query as sent, percent-encoding untouched. */
  readonly target: string;
  readonly headers: WireHeaders;
  readonly body: Uint8Array;
  /** The body as a stream, for a route group that reads streams; then `body` is empty. */
  readonly stream?: AsyncIterable<Uint8Array>;
  /** Whether the response may begin before its end, as over HTTP/2. Default false. */
  readonly duplex?: boolean;
  /** Whether its client reads trailers. Otherwise they become headers, as far as they are known. Default true. */
  readonly readsTrailers?: boolean;
  /** Set when the body was longer than is read: the limit in bytes. Then `body` is empty. */
  readonly exceededLimit?: number;
  /** Whether it came over a loopback connection. */
  readonly local: boolean;
  /** Whether it came over TLS. Default false. */
  readonly secure?: boolean;
  /** The client address, also as reported by a trusted proxy. Default: none, without a connection. */
  readonly client?: string;
  /**
   * The path before `target`: where the server is mounted in another one, and that of the sandbox, such as
   * `/api/_sandbox/blue`. Default: none.
   */
  readonly base?: string;
  /** The trace of its own span, set by the tracing system. Default: none; use `traceOf`. */
  trace?: TraceContext;
  /** Whether the client has left. Default false. */
  readonly isDisconnected?: boolean;
  /** Aborted when the client leaves. Created on access; `isDisconnected` is cheaper. */
  readonly signal?: AbortSignal;
  /**
   * Waits until its connection may run an operation that has been long before.
   *
   * @returns undefined if the operation can start immediately. Default: it always can
   */
  scheduleOperation?(operation: object): Promise<void> | undefined;
}

/** A body that is there. */
export type WholeBody = Uint8Array | string;

/** A streaming body. It is read once, as fast as the client receives it, and cancelled when the client leaves. */
export type BodyStream = AsyncIterable<string | Uint8Array>;

export type WireBody = WholeBody | BodyStream;

/** A response to be sent. */
export interface WireResponse<out Body extends WireBody = WholeBody> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
  /** `Set-Cookie` headers: the only ones that cannot be joined (RFC 6265, section 3). */
  readonly cookies?: readonly string[];
  /** Set if nothing is sent: the connection is reset, or the client waits until its timeout. */
  readonly connection?: 'reset' | 'hang';
  /** The reason of an error response, for people who run the server. It is not sent. */
  readonly reason?: string;
  /** Warnings about accepted input, for people who run the server. They are not sent. */
  readonly warnings?: readonly string[];
  /** Trailers (RFC 9110, section 6.5), names in lower case. For a stream, their values at its end count. */
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

/** The part of a target after the first `?`; may be empty. */
export function queryOf(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? '' : target.slice(mark + 1);
}

/** Headers from alternating names and values, in order of arrival. */
export function createWireHeaders(namesAndValues: readonly string[]): Readonly<Record<string, string>> {
  const headers = emptyObject<string>();
  for (let index = 0; index < namesAndValues.length; index += 2) {
    const name = (namesAndValues[index] ?? '').toLowerCase();
    const value = namesAndValues[index + 1] ?? '';
    const previous = headers[name];
    if (previous === undefined) headers[name] = value;
    else if (name !== 'authorization') headers[name] = `${previous}, ${value}`;
  }
  return headers;
}

/** The injected delivery fault. */
export interface TransferFault {
  readonly bytesPerSecond?: number | undefined;
  /** After so many bytes of the body the connection is cut. */
  readonly cutAfter?: number | undefined;
  /** Nothing is sent: the connection is reset, or the client waits until its timeout. */
  readonly connection?: 'reset' | 'hang' | undefined;
}

/** Whether a body is a stream: an async iterable, such as a `ReadableStream` or the result of an `async function*`. */
export function isStream<Piece = unknown>(body: unknown): body is AsyncIterable<Piece> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/**
 * The pieces of a generator, which runs no code of its own if it is cancelled before its first piece.
 *
 * @param discard - called in that case
 */
export function withDiscard<Piece>(pieces: AsyncGenerator<Piece>, discard: () => void): AsyncIterableIterator<Piece> {
  let isRead = false;
  return {
    next() {
      isRead = true;
      return pieces.next();
    },
    return() {
      if (!isRead) discard();
      isRead = true;
      return pieces.return(undefined);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Cancels an unread stream. */
export function discardStream(body: AsyncIterable<unknown>): void {
  if ('destroy' in body && typeof body.destroy === 'function') body.destroy();
  else
    body[Symbol.asyncIterator]()
      .return?.()
      .catch(() => {});
}
