// A fault that is planted in a copy of the sources.

/** A text of a file, and what takes its place. It must stand there exactly once. */
export type Patch = readonly [file: string, from: string, to: string];

export interface Mutant {
  readonly id: string;
  /** What is served: the identity API with its handlers, or the workshop from nothing but its document. */
  readonly of: 'identity' | 'workshop';
  /** One sentence. */
  readonly wrong: string;
  /** Checks of which one should find it. */
  readonly check: string;
  /** Whether the words of the document forbid it in single answers; else only several requests, one after the other, show it. */
  readonly isInWords: boolean;
  readonly patches: readonly Patch[];
}

type Row = readonly [id: string, check: string, wrong: string, ...patches: readonly Patch[]];

/** Mutants by rows, to be read as a table. */
export function mutants(of: Mutant['of'], isInWords: boolean, rows: readonly Row[]): readonly Mutant[] {
  return rows.map(([id, check, wrong, ...patches]) => ({ id, of, isInWords, check, wrong, patches }));
}
