// Makes invisible and bidirectional characters visible.

/** Invisible characters, and those that change the direction of text (Unicode `Bidi_Control`). */
const INVISIBLE = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\ufeff]/gu;

export function shown(text: string): string {
  return text.toWellFormed().replace(INVISIBLE, (character) => {
    if (character === '\n' || character === '\t') return character;
    const code = character.codePointAt(0) ?? 0;
    // There are symbols for ASCII controls.
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}
