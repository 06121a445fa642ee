// The cookies of a request.

/**
 * The texts of cookies by their names, in their order (RFC 6265, section 5.4). Quotes around a text are no part of it (section 4.1.1), and pieces without a name
 * are passed over.
 */
export function cookiesOf(header: string): ReadonlyMap<string, readonly string[]> {
  const cookies = new Map<string, string[]>();
  // A header field that came twice is joined with commas by HTTP/1.1 servers, and with semicolons by HTTP/2.
  for (const piece of header.split(';')) {
    const at = piece.indexOf('=');
    if (at < 0) continue;
    const name = piece.slice(0, at).trim();
    const text = piece.slice(at + 1).trim();
    const bare = text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
    const texts = cookies.get(name);
    if (texts) texts.push(bare);
    else if (name !== '') cookies.set(name, [bare]);
  }
  return cookies;
}

/** Many write cookies without encoding them, so what does not decode is meant as it is. */
export function decodeCookie(sent: string): string {
  try {
    return decodeURIComponent(sent);
  } catch {
    return sent;
  }
}
