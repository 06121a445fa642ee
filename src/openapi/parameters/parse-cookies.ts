// Parsing of the `Cookie` header.

/**
 * Cookie values by name, in order (RFC 6265, section 5.4). Surrounding quotes are removed (section 4.1.1); pieces
 * without a name are skipped.
 */
export function parseCookies(header: string): ReadonlyMap<string, readonly string[]> {
  const cookies = new Map<string, string[]>();
  // HTTP/1.1 servers join repeated headers with commas, HTTP/2 with semicolons.
  for (const piece of header.split(';')) {
    const at = piece.indexOf('=');
    if (at < 0) continue;
    const name = piece.slice(0, at).trim();
    const text = piece.slice(at + 1).trim();
    const unquoted = text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
    const texts = cookies.get(name);
    if (texts) texts.push(unquoted);
    else if (name !== '') cookies.set(name, [unquoted]);
  }
  return cookies;
}

/** Decodes a cookie; unchanged if it is not valid encoding: many clients do not encode cookies. */
export function decodeCookie(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}
