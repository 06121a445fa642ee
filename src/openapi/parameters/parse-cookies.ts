// Parsing of the `Cookie` header.

/**
 * Cookie values by name, in order, with their quotes (RFC 6265, section 5.4); pieces without a name are skipped.
 */
export function parseCookies(header: string): ReadonlyMap<string, readonly string[]> {
  const cookies = new Map<string, string[]>();
  // HTTP/1.1 servers join repeated headers with commas, HTTP/2 with semicolons.
  for (const piece of header.split(';')) {
    const at = piece.indexOf('=');
    if (at < 0) continue;
    const name = piece.slice(0, at).trim();
    const text = piece.slice(at + 1).trim();
    const texts = cookies.get(name);
    if (texts) texts.push(text);
    else if (name !== '') cookies.set(name, [text]);
  }
  return cookies;
}

/** Removes the quotes around a value (RFC 6265, section 4.1.1). */
export function unquoteCookie(text: string): string {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}

/** Decodes a cookie; unchanged if it is not valid encoding: many clients do not encode cookies. */
export function decodeCookie(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}
