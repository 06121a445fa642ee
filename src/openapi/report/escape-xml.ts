// XML 1.0 escaping.

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes element text. Control characters that XML 1.0 does not allow are replaced (section 2.2). */
export function escapeXmlText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/[^\t\n\r\x20-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
      .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
      // A raw carriage return would be normalized to a line feed (section 2.11).
      .replaceAll('\r', '&#13;')
  );
}

/** Escapes a double-quoted attribute, in which line ends would become spaces (section 3.3.3). */
export function escapeXmlAttribute(text: string): string {
  return escapeXmlText(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}
