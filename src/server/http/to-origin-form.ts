// Normalises HTTP/1.1 request targets to the origin form (RFC 9112, section 3.2).

import type { NodeRequest } from './node-http-types.ts';

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
  let hasHost = false;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() !== 'host') continue;
    hasHost = true;
    if (authority === '') rawHeaders.splice(index, 2);
    else rawHeaders[index + 1] = authority;
  }
  if (!hasHost && authority !== '') rawHeaders.push('host', authority);
  headers.host = authority;
}
