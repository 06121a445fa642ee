// The address of the server as the reader of a page knows it.

import type { Request } from 'express';

/** A host name or IP address with a port, safe in a shell, a URL and a page. */
const HOST = /^(?:[a-z0-9][a-z0-9._-]{0,252}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** A path that names a sandbox; a request may have anything there. */
const SANDBOX_PATH = /^\/_sandbox\/[a-z0-9-]{1,63}$/;

/** The base URL of operations for a client: below the path of its sandbox, if there is one. */
export function operationsUrl(request: Request): string {
  const { headers, secure } = request;
  return baseUrl(headers.host, secure) + sandboxPath(request);
}

/** The path of the sandbox that a request names; empty for the root. */
export function sandboxPath({ baseUrl: base }: Request): string {
  return SANDBOX_PATH.test(base) ? base : '';
}

/** The URL of the host that a request named; of `localhost` when that is no host (a header can hold anything). */
export function baseUrl(host: string | undefined, secure = false): string {
  return `${secure ? 'https' : 'http'}://${host !== undefined && HOST.test(host) ? host : 'localhost'}`;
}
