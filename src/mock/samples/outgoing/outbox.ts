// Sends outgoing requests, to this machine and to allowed hosts only.

import { lookup } from 'node:dns/promises';
import { BlockList } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { parseHosts } from '../../../server/pipeline/cors/trusted-hosts.ts';
import type { Tracing } from '../../../server/pipeline/tracing.ts';
import type { OutgoingMessage } from './message.ts';

/** The result of a delivery. */
export type DeliveryResult = Outcome & {
  /** The headers of its trace; absent without one. */
  readonly traceHeaders?: OutgoingMessage['headers'];
};

type Outcome =
  | { readonly status: number; readonly body: Uint8Array; readonly tries: number; readonly problem?: undefined }
  | { readonly status?: undefined; readonly tries: number; readonly problem: string };

export interface OutboxSettings {
  /** Allowed hosts beside this machine, separated by commas; one without a port allows every port. Default: none. */
  readonly allowed?: string | undefined;
  /** Whether this process listens on a port: it never sends requests to itself. Default: no port. */
  readonly isOwnPort?: (port: number) => boolean;
  /** Default: messages belong to the span of their trace. */
  readonly tracing?: Tracing | undefined;
  /** How long to wait before each further try, in milliseconds. Default: half a second, then two. */
  readonly pauses?: readonly number[];
}

export interface Outbox {
  /**
   * Why a URL is not allowed; undefined if it is.
   *
   * @param isLocal - whether the caller is on this machine: others cannot reach loopback addresses. Default true
   */
  rejection(url: string, isLocal?: boolean): string | undefined;
  /**
   * Sends a message, and repeats it without a response, and after 429 or 5xx. Redirects are not followed. Never
   * throws.
   */
  send(message: OutgoingMessage): Promise<DeliveryResult>;
  /** Stops sending. */
  end(): void;
}

/** Host names that always mean this machine. */
const THIS_MACHINE = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
/** Maximum number of messages under way, including those that wait for another attempt. */
const MOST_UNDER_WAY = 50;
/** Timeout of one attempt, in milliseconds, and maximum bytes of a response. */
const [LONGEST, MOST_READ] = [5000, 16 * 1024];

/** @throws UsageError for an invalid host */
export function createOutbox(settings: OutboxSettings = {}): Outbox {
  const { allowed = '', isOwnPort = () => false, tracing, pauses = [500, 2000] } = settings;
  const named = new Set(parseHosts('--allow-callbacks', allowed));
  const ending = new AbortController();
  let underWay = 0;

  const rejection = (address: string, isLocal = true): string | undefined => {
    const url = URL.parse(address);
    if (!url || !/^https?:$/.test(url.protocol)) return 'not an http or https URL';
    if (url.username !== '' || url.password !== '') return 'the URL contains a password';
    const port = portOf(url);
    const isNamed = [url.hostname, `${url.hostname}:${port}`].some((host) => named.has(host));
    const isHere = THIS_MACHINE.test(url.hostname);
    if (isHere && isOwnPort(port)) return itself(url);
    if (isNamed || (isHere && isLocal)) return undefined;
    if (isHere)
      return `${url.host} is this machine, but the request came from another one; to allow it, use --allow-callbacks ${url.host}`;
    return `${url.host} is not this machine; to allow it, use --allow-callbacks ${url.host}`;
  };
  const attempt = async ({ method, url, headers, body }: OutgoingMessage) => {
    const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(LONGEST)]);
    const init = { method, headers, redirect: 'manual', signal } as const;
    const response = await fetch(
      url,
      body === undefined ? init : { ...init, body: body as NonNullable<RequestInit['body']> },
    );
    return { status: response.status, body: await beginningOf(response) };
  };
  const deliver = async (message: OutgoingMessage): Promise<Outcome> => {
    const rejected = rejection(message.url);
    if (rejected !== undefined) return { tries: 0, problem: rejected };
    const url = new URL(message.url);
    if (isOwnPort(portOf(url)) && (await leadsHere(url.hostname))) return { tries: 0, problem: itself(url) };
    if (underWay >= MOST_UNDER_WAY)
      return { tries: 0, problem: `${MOST_UNDER_WAY} deliveries are in progress already` };
    underWay += 1;
    try {
      for (let tries = 1; ; tries += 1) {
        const pause = pauses[tries - 1];
        try {
          const { status, body } = await attempt(message);
          if (pause === undefined || (status !== 429 && status < 500)) return { status, body, tries };
        } catch (error) {
          if (ending.signal.aborted) return { tries, problem: 'the mock server stopped' };
          if (pause === undefined) return { tries, problem: reasonOf(error) };
        }
        await setTimeout(pause, undefined, { signal: ending.signal }).catch(() => undefined);
      }
    } finally {
      underWay -= 1;
    }
  };
  return {
    rejection,
    async send(message) {
      const sendWith = async (traceHeaders?: OutgoingMessage['headers']): Promise<DeliveryResult> => {
        if (!traceHeaders) return deliver(message);
        const outcome = await deliver({ ...message, headers: { ...message.headers, ...traceHeaders } });
        return { ...outcome, traceHeaders };
      };
      return tracing ? tracing.send(message, sendWith) : sendWith(message.trace?.headers);
    },
    end: () => ending.abort(),
  };
}

function portOf({ port, protocol }: URL): number {
  return Number(port || (protocol === 'https:' ? 443 : 80));
}

function itself({ host }: URL): string {
  return `${host} is this mock server itself`;
}

/** Whether a host resolves to this machine. */
async function leadsHere(hostname: string): Promise<boolean> {
  const own = new BlockList();
  own.addSubnet('127.0.0.0', 8);
  own.addAddress('0.0.0.0');
  for (const address of ['::', '::1']) own.addAddress(address, 'ipv6');
  for (const one of Object.values(networkInterfaces()).flat())
    if (one) own.addAddress(one.address, one.family === 'IPv6' ? 'ipv6' : 'ipv4');
  // One that cannot be found cannot be sent to.
  const found = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => []);
  return found.some(({ address, family }) => own.check(address, family === 6 ? 'ipv6' : 'ipv4'));
}

async function beginningOf(response: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    pieces.push(piece);
    size += piece.length;
    if (size > MOST_READ) break;
  }
  return Buffer.concat(pieces).subarray(0, MOST_READ);
}

function reasonOf(error: unknown): string {
  const { cause, message, name } = error as Error & {
    readonly cause?: { readonly code?: string; readonly message?: string };
  };
  if (name === 'TimeoutError') return `no response within ${LONGEST / 1000} seconds`;
  return cause?.code ?? cause?.message ?? message;
}
