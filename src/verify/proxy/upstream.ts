// The upstream of the proxy: the only server that it connects to.

import type * as Http from 'node:http';
import type * as Https from 'node:https';
import { createRequire } from 'node:module';
import type { ConnectionOptions } from 'node:tls';
import { http } from '../../server/pipeline/node-http.ts';
import { createTlsOptions } from '../target.ts';

export interface UpstreamSettings {
  /** Its address, such as `https://staging.example.com/api`. */
  readonly url: string;
  /** How many requests may be under way. */
  readonly connections: number;
  /** Trusted certificates in PEM, in addition to those of Node. Default: none. */
  readonly ca?: string;
  /** Accepts any certificate. Default false. */
  readonly isInsecure?: boolean;
}

type TlsOptions = Pick<ConnectionOptions, 'ca' | 'rejectUnauthorized' | 'servername'>;

/** A request on its way. */
interface UpstreamRequest {
  readonly method: string;
  /** As the client has sent it. */
  readonly target: string;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
  /** On a new connection. Default: on a reused one. */
  readonly usesNewConnection?: boolean;
}

export interface Upstream {
  /** Without a slash at its end. */
  readonly url: string;
  /** As `Host` names it. */
  readonly host: string;
  readonly isSecure: boolean;
  /** The address for sockets, for protocols other than HTTP/1.1. */
  readonly address: { readonly host: string; readonly port: number; readonly tls: TlsOptions };
  /** The prefix of each path; may be empty. */
  readonly base: string;
  /** Begins a request. @throws TypeError if it cannot be sent unchanged */
  request(options: UpstreamRequest): Http.ClientRequest;
  close(): void;
}

/** Lifetime of an idle connection, in milliseconds: shorter than in most servers, so that none is closed on reuse. */
const IDLE_TIMEOUT = 4000;

export function createUpstream({ url, connections, ...trust }: UpstreamSettings): Upstream {
  const { protocol, hostname, host, port, pathname, origin } = new URL(url);
  const isSecure = protocol === 'https:';
  const base = pathname.replace(/\/+$/, '');
  const name = hostname.replace(/^\[|\]$/g, '');
  // An IP address is not a server name (RFC 6066, section 3).
  const isName = !/^[\d.]+$|:/.test(name);
  const tls: TlsOptions = isSecure
    ? { ...(createTlsOptions(trust) as TlsOptions), ...(isName && { servername: name }) }
    : {};
  const client: Pick<typeof Http, 'request' | 'Agent'> = isSecure ? https() : http;
  const address = { host: name, port: Number(port || (isSecure ? 443 : 80)), tls };
  const where = { host: address.host, port: address.port, ...tls };
  // Node copies the options several times, and adds those of the agent.
  const agent = new client.Agent({ keepAlive: true, maxSockets: connections, timeout: IDLE_TIMEOUT, ...where });
  return {
    url: origin + base,
    host,
    isSecure,
    address,
    base,
    request({ method, target, rawHeaders, usesNewConnection: isAlone }) {
      const options = { method, path: target === '*' ? target : base + target, headers: rawHeaders as string[] };
      return client.request(isAlone ? { ...options, ...where, agent: false } : { ...options, agent });
    },
    close: () => agent.destroy(),
  };
}

function https(): typeof Https {
  return createRequire(import.meta.url)('node:https');
}

/** Errors before anything has reached the server. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN']);

/** Whether the server cannot have seen the request. */
export function isNotConnected({ code = '' }: NodeJS.ErrnoException): boolean {
  return NOT_CONNECTED.has(code);
}
