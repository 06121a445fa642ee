// Sends requests of our own, to this machine and to hosts that the user has named: nobody else is to be asked by us because a client said so.

import { lookup } from 'node:dns/promises';
import { BlockList } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { hostsIn } from '../../../server/pipeline/cors/hosts.ts';
import type { OutgoingMessage } from './message.ts';

/** What became of a message. */
export type Delivery =
  | { readonly status: number; readonly body: Uint8Array; readonly tries: number; readonly problem?: undefined }
  | { readonly status?: undefined; readonly tries: number; readonly problem: string };

export interface OutboxSettings {
  /** Hosts beside this machine that may be asked, separated by commas; one without a port means every port. Default: none. */
  readonly allowed?: string | undefined;
  /** Whether this process listens on a port: nothing is sent to itself. Default: it listens on none. */
  readonly isOwnPort?: (port: number) => boolean;
  /** How long to wait before each further try, in milliseconds. Default: half a second, then two. */
  readonly pauses?: readonly number[];
}

export interface Outbox {
  /**
   * Why nothing is sent to an address; undefined when something is.
   *
   * @param isLocal - whether somebody on this machine wants it: nobody else reaches what only this machine does. Default true
   */
  refusal(url: string, isLocal?: boolean): string | undefined;
  /** Sends a message, and tries again where nobody answers, or where the answer is 429 or 5xx. Redirects are not followed. Never throws. */
  send(message: OutgoingMessage): Promise<Delivery>;
  /** Sends nothing any more. */
  end(): void;
}

/** Names that mean this machine wherever they are looked up. */
const THIS_MACHINE = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
/** How many messages are under way at the same time, those that wait for another try among them. */
const MOST_UNDER_WAY = 50;
/** How long one try takes, in milliseconds, and how much of an answer is read, in bytes. */
const [LONGEST, MOST_READ] = [5000, 16 * 1024];

/** @throws Problems if one of the hosts is none */
export function createOutbox(settings: OutboxSettings = {}): Outbox {
  const { allowed = '', isOwnPort = () => false, pauses = [500, 2000] } = settings;
  const named = new Set(hostsIn('--allow-callbacks', allowed));
  const ending = new AbortController();
  let underWay = 0;

  const refusal = (address: string, isLocal = true): string | undefined => {
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
  return {
    refusal,
    async send(message) {
      const refused = refusal(message.url);
      if (refused !== undefined) return { tries: 0, problem: refused };
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

/** Whether one of the addresses of a host is one of this machine. */
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
