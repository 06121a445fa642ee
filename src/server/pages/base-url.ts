// The address of the server as the reader of a page knows it.

import type { Request } from 'express';

/** A host name or IP address with a port, safe in a shell, a URL and a page. */
const HOST = /^(?:[a-z0-9][a-z0-9._-]{0,252}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Where a server is mounted, and the path of a sandbox; a request may have anything there. */
const SAFE_PATH = /^(?:\/(?!_sandbox\/)[\w.~-]{1,63}){0,16}(?:\/_sandbox\/[a-z0-9-]{1,63})?$/;

/** The base URL of operations for a client: where the server is mounted, and the path of its sandbox. */
export function operationsUrl(request: Request): string {
  const { headers, secure } = request;
  return baseUrl(headers.host, secure) + pagesPath(request).replace(/\/_understudy(?=\/_sandbox\/|$)/, '');
}

/** The path before those of pages: where the server is mounted, and that of the sandbox. Empty for the root. */
export function pagesPath({ baseUrl: base }: Request): string {
  return SAFE_PATH.test(base) ? base : '';
}

/** The URL of the host that a request named; of `localhost` when that is no host (a header can hold anything). */
export function baseUrl(host: string | undefined, secure = false): string {
  return `${secure ? 'https' : 'http'}://${host !== undefined && HOST.test(host) ? host : 'localhost'}`;
}
