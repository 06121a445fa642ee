// Sandboxes by path, for clients without a choice of header or host.

import { pathOf, type WireHeaders, type WireRequest } from '../wire.ts';

/** The path prefix of a sandbox, followed by any path of the server. */
const SANDBOX_PATH = /^(\/_sandbox\/([^/?]+))(?:\/([^?]*))?(\?.*)?$/;
/** The metadata of an issuer with a path is at the root of its host (RFC 8414, section 3.1). */
const WELL_KNOWN_PATH = /^(\/\.well-known\/[^/?]+)(\/_sandbox\/([^/?]+))(?:\/([^?]*))?(\?.*)?$/;

/** Converts a request with a sandbox path into one with the sandbox header; others are unchanged. */
export function resolveSandboxPath(request: WireRequest): WireRequest {
  const found = parseSandboxPath(request.target);
  return found ? new SandboxRequest(request, found) : request;
}

/** The path of a target, below that of the sandbox if it names one. */
export function pathInSandbox(target: string): string {
  return pathOf(parseSandboxPath(target)?.target ?? target);
}

/** The sandbox in a target, and the rest. */
interface SandboxTarget {
  readonly name: string;
  /** The path that names it. */
  readonly base: string;
  /** Without that path. */
  readonly target: string;
}

function parseSandboxPath(target: string): SandboxTarget | undefined {
  // Hardly any does.
  if (!target.includes('/_sandbox/')) return undefined;
  const [, base, name, rest = '', query = ''] = SANDBOX_PATH.exec(target) ?? [];
  if (base !== undefined && name !== undefined) return { name, base, target: `/${rest}${query}` };
  const [, wellKnown, sandboxPath, found, issuer = '', queryOfKnown = ''] = WELL_KNOWN_PATH.exec(target) ?? [];
  if (wellKnown === undefined || sandboxPath === undefined || found === undefined) return undefined;
  const inner = issuer === '' ? wellKnown : `${wellKnown}/${issuer}`;
  return { name: found, base: sandboxPath, target: inner + queryOfKnown };
}

/** The request of a client that does not know of the sandbox's path. */
class SandboxRequest implements WireRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: WireHeaders;
  readonly body: Uint8Array;
  readonly stream?: AsyncIterable<Uint8Array>;
  readonly duplex: boolean;
  readonly readsTrailers: boolean;
  readonly exceededLimit?: number;
  readonly local: boolean;
  readonly secure: boolean;
  readonly client?: string;
  readonly base: string;
  readonly #request: WireRequest;

  constructor(request: WireRequest, { name, base, target }: SandboxTarget) {
    const {
      method,
      headers,
      body,
      stream,
      duplex = false,
      readsTrailers = true,
      exceededLimit: exceeds,
      local,
      secure = false,
      client,
    } = request;
    this.method = method;
    this.target = target;
    this.headers = Object.assign(Object.create(null), headers, { 'x-understudy-sandbox': name });
    this.body = body;
    if (stream) this.stream = stream;
    this.duplex = duplex;
    this.readsTrailers = readsTrailers;
    if (exceeds !== undefined) this.exceededLimit = exceeds;
    this.local = local;
    this.secure = secure;
    if (client !== undefined) this.client = client;
    this.base = (request.base ?? '') + base;
    this.#request = request;
  }

  get isDisconnected(): boolean {
    return this.#request.isDisconnected ?? false;
  }

  get signal(): AbortSignal | undefined {
    return this.#request.signal;
  }

  scheduleOperation(operation: object): Promise<void> | undefined {
    return this.#request.scheduleOperation?.(operation);
  }
}
