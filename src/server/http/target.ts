// What an HTTP/1.1 request asks for, in the form that servers are asked in (RFC 9112, section 3.2).

import type { NodeRequest } from './node-handler.ts';

/**
 * Gives a request in the form for proxies, which servers must take as well, the form of any other: its path alone, and the host that it names instead of
 * the field's. A request that names an empty host names none.
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
