// Headers of the connection, not of the request (RFC 9110, sections 7.6.1 and 8.6; RFC 9112, section 6).

const NAMES = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Whether a parameter is a connection header, which is never varied. */
export function isConnectionHeader({ in: location, name }: { readonly in: string; readonly name: string }): boolean {
  return location === 'header' && NAMES.has(name.toLowerCase());
}
