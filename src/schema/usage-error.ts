// The error for user input that cannot be used.

/** Line and column of a text, from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** The position of what concerns the whole text. */
export const START: TextPosition = { line: 1, column: 1 };

/** Further properties of a usage error. */
export interface UsageErrorDetail extends ErrorOptions {
  /** Where the text that was read is wrong. Default: unknown. */
  readonly position?: UsageError['position'];
}

/**
 * User input (a document, fixtures, handlers, settings) cannot be used; `problems` has one sentence for each reason.
 *
 * Also thrown through deep recursion, where a `Result` would make every step longer.
 */
export class UsageError extends Error {
  readonly problems: readonly string[];
  /** Where the text that was read is wrong, and the display name of its file, if it is not the obvious one. */
  readonly position: (TextPosition & { readonly file?: string }) | undefined;

  constructor(headline: string, problems: readonly string[] = [], { position, ...options }: UsageErrorDetail = {}) {
    super([headline, ...problems.map((problem) => `  ${problem}`)].join('\n'), options);
    this.name = 'UsageError';
    this.problems = problems;
    this.position = position;
  }
}

/** The position in an error, then its message: `line 3, column 5: duplicate key`. */
export function describeWithPosition(error: Error): string {
  const position = error instanceof UsageError ? error.position : undefined;
  return position ? `line ${position.line}, column ${position.column}: ${error.message}` : error.message;
}

/** The position of a character of a text. */
export function positionAt(text: string, index: number): TextPosition {
  const before = text.slice(0, index);
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}
