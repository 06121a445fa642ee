// Sandboxes by path, for clients without a choice of header or host.

import { pathOf, type WireHeaders, type WireRequest } from '../wire.ts';

/** The path prefix of a sandbox, followed by any path of the server. */
const BELOW = /^(\/_sandbox\/([^/?]+))(?:\/([^?]*))?(\?.*)?$/;
/** The metadata of an issuer with a path is at the root of its host (RFC 8414, section 3.1). */
const WELL_KNOWN = /^(\/\.well-known\/[^/?]+)(\/_sandbox\/([^/?]+))(?:\/([^?]*))?(\?.*)?$/;

/** Converts a request with a sandbox path into one with the sandbox header; others are unchanged. */
export function withinSandbox(request: WireRequest): WireRequest {
  const named = namedIn(request.target);
  return named ? new SandboxRequest(request, named) : request;
}

/** The path of a target, below that of the sandbox if it names one. */
export function pathBelow(target: string): string {
  return pathOf(namedIn(target)?.target ?? target);
}

/** The sandbox in a target, and the rest. */
interface Named {
  readonly name: string;
  /** The path that names it. */
  readonly base: string;
  /** Without that path. */
  readonly target: string;
}

function namedIn(target: string): Named | undefined {
  // Hardly any does.
  if (!target.includes('/_sandbox/')) return undefined;
  const [, base, name, rest = '', query = ''] = BELOW.exec(target) ?? [];
  if (base !== undefined && name !== undefined) return { name, base, target: `/${rest}${query}` };
  const [, known, below, named, issuer = '', asked = ''] = WELL_KNOWN.exec(target) ?? [];
  if (known === undefined || below === undefined || named === undefined) return undefined;
  const inner = issuer === '' ? known : `${known}/${issuer}`;
  return { name: named, base: below, target: inner + asked };
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
  readonly exceeds?: number;
  readonly local: boolean;
  readonly secure: boolean;
  readonly client?: string;
  readonly base: string;
  readonly #request: WireRequest;

  constructor(request: WireRequest, { name, base, target }: Named) {
    const {
      method,
      headers,
      body,
      stream,
      duplex = false,
      readsTrailers = true,
      exceeds,
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
    if (exceeds !== undefined) this.exceeds = exceeds;
    this.local = local;
    this.secure = secure;
    if (client !== undefined) this.client = client;
    this.base = base;
    this.#request = request;
  }

  get gone(): boolean {
    return this.#request.gone ?? false;
  }

  get signal(): AbortSignal | undefined {
    return this.#request.signal;
  }

  turnFor(operation: object): Promise<void> | undefined {
    return this.#request.turnFor?.(operation);
  }
}
