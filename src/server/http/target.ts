// Normalises HTTP/1.1 request targets to the origin form (RFC 9112, section 3.2).

import type { NodeRequest } from './node-handler.ts';

/**
 * Converts the absolute form, which servers must accept, to a path and its host, which replaces the header. An empty
 * host is none.
 */
export function toOriginForm(request: NodeRequest): void {
  const { url = '/', rawHeaders, headers } = request;
  if (url.startsWith('/') || url === '*') return;
  const [absolute = '', authority] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? [];
  const target = url.slice(absolute.length);
  request.url = target.startsWith('/') ? target : `/${target}`;
  if (authority === undefined) return;
  let isNamed = false;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() !== 'host') continue;
    isNamed = true;
    if (authority === '') rawHeaders.splice(at, 2);
    else rawHeaders[at + 1] = authority;
  }
  if (!isNamed && authority !== '') rawHeaders.push('host', authority);
  headers.host = authority;
}
