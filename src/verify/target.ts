// The HTTP client of the tested server, which is not trusted.

import type * as Http from 'node:http';
import type * as Https from 'node:https';
import { createRequire } from 'node:module';
import tls from 'node:tls';
import { IDEMPOTENT_METHODS, NON_CREATING_METHODS } from '../openapi/methods.ts';
import { http } from '../server/pipeline/node-http.ts';
import { describeNetworkError, isUnreachable } from './network-errors.ts';
import { mergeHeaders } from './requests/request-headers.ts';
import type { SerializedRequest } from './requests/serialize-request.ts';
import {
  createReceiver,
  decompressResponse,
  type IncompleteResponse,
  type ReceivedResponse,
} from './responses/receive-response.ts';

export type { ReceivedResponse };

/** Why there is no response. */
export interface NoResponse {
  readonly status: 0;
  /** A clause, such as `timeout after 10 s`. */
  readonly reason: string;
  /** Whether the request was not sent, or was cancelled. */
  readonly isAborted?: boolean;
  /** Whether no connection could be made. Default false. */
  readonly isUnreachable?: boolean;
}

/** A server. */
export interface Target {
  /** Without a trailing slash. */
  readonly url: string;
  /** Headers of every request, by name. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Sends a request. Never throws. Redirects are not followed.
   *
   * @param headers - in addition to those of the call, which take precedence
   * @param signal - cancels; a mutating request that was sent is awaited for 2 seconds, because it may create an item.
   *   With the reason `SERVER_ENDED`, the requests under way end with the server, without a response
   */
  send(
    call: SerializedRequest,
    headers?: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<ReceivedResponse | NoResponse>;
  /** Closes its connections. */
  close(): void;
}

export interface TargetSettings {
  /** Timeout of the complete response, in milliseconds. Default 10,000. */
  readonly timeout?: number;
  /** Maximum size of a response, also after decompression, in bytes. Default 16 MiB. */
  readonly limit?: number;
  /** Of a stream, reads the first events, or all until the timeout or the limit. Default `start`. */
  readonly readsStreams?: 'start' | 'whole';
  /** Headers of every request, such as one for a gateway. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Maximum number of concurrent requests. Default 10. */
  readonly concurrency?: number;
  /** Trusted certificates in PEM, in addition to those of Node. Default: none. */
  readonly ca?: string;
  /** Whether to accept any certificate. Default false. */
  readonly isInsecure?: boolean;
  /** Awaited when a connection fails: it resolves when it is known whether the server has ended. Default: it is not. */
  readonly onFailedConnection?: () => Promise<unknown>;
}

/** The reason of a cancellation because the server has ended by itself. */
export const SERVER_ENDED = 'the server ended before it responded';

/** How long a mutating request is awaited after a cancellation, in milliseconds. */
const GRACE = 2000;

/** Default headers. */
const DEFAULT_HEADERS = { accept: '*/*', 'accept-encoding': 'identity' };

/** @param url - the base URL of the document */
export function createTarget(url: string, settings: TargetSettings = {}): Target {
  const { timeout = 10_000, limit = 16 * 1024 * 1024, headers: commonHeaders = {}, concurrency = 10 } = settings;
  const base = new URL(url);
  const before = base.pathname.replace(/\/+$/, '');
  const client: Pick<typeof Http, 'request' | 'Agent'> = base.protocol === 'https:' ? https() : http;
  const origin = {
    protocol: base.protocol,
    hostname: base.hostname.replace(/^\[|\]$/g, ''),
    port: base.port,
    ...(base.protocol === 'https:' && createTlsOptions(settings)),
  };
  const agent = new client.Agent({ keepAlive: true, maxSockets: concurrency });
  const receive = createReceiver(limit, settings.readsStreams);
  const send = async (options: Http.RequestOptions, body: Uint8Array | undefined): Promise<ReceivedResponse> => {
    const received = await sendOnce(client, { ...origin, ...options }, body, receive);
    return { ...received, body: await decompressResponse(received, limit) };
  };
  return {
    url: base.origin + before,
    headers: commonHeaders,
    async send(call, headers = {}, signal) {
      const fields: Record<string, string | number> = {};
      for (const [name, text] of mergeHeaders(call, { ...DEFAULT_HEADERS, ...commonHeaders, ...headers }))
        fields[name.toLowerCase()] = text;
      if (call.body) fields['content-length'] = call.body.length;
      // Path templates may contain characters that are invalid in a request line.
      const path = before + call.target.replace(/[^\x21-\x7e]+/g, encodeURIComponent);
      const aborting = new AbortController();
      const end = () => aborting.abort();
      let grace: NodeJS.Timeout | undefined;
      const cancel = () => {
        if (signal?.reason === SERVER_ENDED) return;
        if (NON_CREATING_METHODS.has(call.method)) return end();
        grace = setTimeout(end, GRACE);
      };
      const stopTimer = startTimer(timeout, end);
      if (signal?.aborted) end();
      else signal?.addEventListener('abort', cancel, { once: true });
      const options = { method: call.method, path, headers: fields, signal: aborting.signal };
      try {
        // A closed reused connection cannot be distinguished from a processed request.
        if (!IDEMPOTENT_METHODS.has(call.method)) return await send({ ...options, agent: false }, call.body);
        return await send({ ...options, agent }, call.body);
      } catch (error) {
        if (!aborting.signal.aborted) await settings.onFailedConnection?.();
        const wasUnderWay =
          signal?.reason === SERVER_ENDED && !aborting.signal.aborted && !isUnreachable(error as Error);
        if (wasUnderWay) return { status: 0, reason: SERVER_ENDED };
        if (signal?.aborted) return { status: 0, reason: 'the run was stopped', isAborted: true };
        if (aborting.signal.aborted) {
          const { received } = error as IncompleteResponse;
          const rest = received === undefined ? '' : `, with ${received}`;
          return { status: 0, reason: `timeout after ${timeout / 1000} s${rest}` };
        }
        return {
          status: 0,
          reason: describeNetworkError(error as Error),
          ...(isUnreachable(error as Error) && { isUnreachable: true }),
        };
      } finally {
        stopTimer();
        clearTimeout(grace);
        signal?.removeEventListener('abort', cancel);
      }
    },
    close: () => agent.destroy(),
  };
}

/** The number of parts of a timeout. */
const TIMEOUT_PARTS = 10;

/** Starts a timer that is not advanced while this process is too busy to read responses. @returns a function that stops it */
function startTimer(timeout: number, end: () => void): () => void {
  let remaining = TIMEOUT_PARTS;
  // A part that ends late counts once. What arrived meanwhile is read before the next part ends.
  const timer = setInterval(() => {
    remaining -= 1;
    if (remaining === 0) end();
  }, timeout / TIMEOUT_PARTS);
  return () => clearInterval(timer);
}

export function createTlsOptions({ ca, isInsecure = false }: TargetSettings): Https.RequestOptions {
  const trusted = () => tls.getCACertificates?.('default') ?? tls.rootCertificates;
  return { rejectUnauthorized: !isInsecure, ...(ca !== undefined && { ca: [...trusted(), ca] }) };
}

/** Sends a request, again on a new connection if the server had closed the reused one. */
function sendOnce(
  client: Pick<typeof Http, 'request'>,
  options: Http.RequestOptions,
  body: Uint8Array | undefined,
  receive: ReturnType<typeof createReceiver>,
): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    const request = client.request(options, (response) => resolve(receive(response, options)));
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isClosed = error.code === 'ECONNRESET' || error.code === 'EPIPE';
      if (!isClosed || !request.reusedSocket) return reject(error);
      // If no connection is accepted any more, this request has probably ended the server.
      const again = sendOnce(client, { ...options, agent: false }, body, receive);
      again.then(resolve, (other) => reject(isUnreachable(other) ? error : other));
    });
    // No upgrade was requested.
    request.on('upgrade', (_, socket) => {
      socket.destroy();
      reject(new Error('unrequested protocol switch (status 101)'));
    });
    request.end(body);
  });
}

function https(): typeof Https {
  return createRequire(import.meta.url)('node:https');
}
