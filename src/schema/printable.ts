// Text that is safe to print on a terminal, without control characters.

/** Characters that control a terminal, end a line, or change the text direction (Unicode, `Bidi_Control`). */
const CONTROLLING = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/** Replaces control characters in a line by spaces. */
export function printable(line: string): string {
  return line.replace(CONTROLLING, ' ');
}

/** Replaces control characters in each line. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** Escapes control characters in JSON: `JSON.stringify` keeps those beyond ASCII, and other line ends. */
export function printableJson(json: string): string {
  return json.replace(CONTROLLING, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
