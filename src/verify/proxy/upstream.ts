// The server behind the proxy: the only one that it ever asks, whatever a request names.

import type * as Http from 'node:http';
import type * as Https from 'node:https';
import { createRequire } from 'node:module';
import type { ConnectionOptions } from 'node:tls';
import { http } from '../../server/pipeline/node-http.ts';
import { trustOf } from '../target.ts';

export interface UpstreamSettings {
  /** Its address, such as `https://staging.example.com/api`. */
  readonly url: string;
  /** How many requests may be under way. */
  readonly connections: number;
  /** Certificates in PEM that are trusted beside those that Node trusts. Default: none. */
  readonly ca?: string;
  /** Lets it have any certificate. Default false. */
  readonly isInsecure?: boolean;
}

type Trust = Pick<ConnectionOptions, 'ca' | 'rejectUnauthorized' | 'servername'>;

/** A request on its way. */
export interface Asked {
  readonly method: string;
  /** As the client has sent it. */
  readonly target: string;
  /** Names and values in turn. */
  readonly fields: readonly string[];
  /** On a connection of its own. Default: on one that is kept. */
  readonly isAlone?: boolean;
}

export interface Upstream {
  /** Without a slash at its end. */
  readonly url: string;
  /** As `Host` names it. */
  readonly host: string;
  readonly isSecure: boolean;
  /** Where a socket to it leads, for whoever speaks no HTTP/1.1. */
  readonly address: { readonly host: string; readonly port: number; readonly tls: Trust };
  /** What stands before each path; empty for nothing. */
  readonly base: string;
  /** Begins a request. @throws TypeError if it cannot be sent as it is */
  ask(asked: Asked): Http.ClientRequest;
  close(): void;
}

/** How long a connection is kept that nobody needs, in milliseconds: shorter than most servers keep it, so that none ends as it is used again. */
const KEPT = 4000;

export function createUpstream({ url, connections, ...trust }: UpstreamSettings): Upstream {
  const { protocol, hostname, host, port, pathname, origin } = new URL(url);
  const isSecure = protocol === 'https:';
  const base = pathname.replace(/\/+$/, '');
  const name = hostname.replace(/^\[|\]$/g, '');
  // An address is no name that a certificate is asked for by (RFC 6066, section 3).
  const isName = !/^[\d.]+$|:/.test(name);
  const tls: Trust = isSecure ? { ...(trustOf(trust) as Trust), ...(isName && { servername: name }) } : {};
  const client: Pick<typeof Http, 'request' | 'Agent'> = isSecure ? https() : http;
  const address = { host: name, port: Number(port || (isSecure ? 443 : 80)), tls };
  const where = { host: address.host, port: address.port, ...tls };
  // Node copies what a request says of the server several times, and adds what its agent says.
  const agent = new client.Agent({ keepAlive: true, maxSockets: connections, timeout: KEPT, ...where });
  return {
    url: origin + base,
    host,
    isSecure,
    address,
    base,
    ask({ method, target, fields, isAlone }) {
      const asked = { method, path: target === '*' ? target : base + target, headers: fields as string[] };
      return client.request(isAlone ? { ...asked, ...where, agent: false } : { ...asked, agent });
    },
    close: () => agent.destroy(),
  };
}

function https(): typeof Https {
  return createRequire(import.meta.url)('node:https');
}

/** Errors before which nothing has reached the server. */
const NEVER_REACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN']);

/** Whether the server cannot have seen the request. */
export function isUnreachable({ code = '' }: NodeJS.ErrnoException): boolean {
  return NEVER_REACHED.has(code);
}
