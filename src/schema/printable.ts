// Text for a terminal, which obeys control characters wherever they come from.

/** Characters that control a terminal, end a line, or turn the direction in which text is shown (Unicode, `Bidi_Control`). */
const CONTROLLING = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/** A line in which nothing controls how it is shown: what would is a space. */
export function printable(line: string): string {
  return line.replace(CONTROLLING, ' ');
}

/** Lines as they are, each of them printable. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** JSON that means the same, in which nothing controls how it is shown: `JSON.stringify` leaves controls beyond ASCII, and other ends of lines, as they are. */
export function printableJson(json: string): string {
  return json.replace(CONTROLLING, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
