// Line and column of a part of a text.

/** Line and column, from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** The position of what concerns the whole text. */
export const START: TextPosition = { line: 1, column: 1 };

/** The position of a character. */
export function positionAt(text: string, index: number): TextPosition {
  const before = text.slice(0, index);
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}
