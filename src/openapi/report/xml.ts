// Text as XML 1.0 has it.

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text of an element. Control characters, for which XML 1.0 has no place, are replaced (section 2.2). */
export function xmlText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/[^\t\n\r\x20-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
      .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
      // Who reads XML takes one that is written as such for the end of a line (section 2.11).
      .replaceAll('\r', '&#13;')
  );
}

/** A value of an attribute in double quotes, in which the ends of lines would be read as spaces (section 3.3.3). */
export function xmlValue(text: string): string {
  return xmlText(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}
