// A fault, planted in a copy of the sources.

/** A text of a file, and its replacement. The file contains it exactly once. */
export type Patch = readonly [file: string, from: string, to: string];

export interface Mutant {
  readonly id: string;
  /** The served API: the identity API with its handlers, or the workshop, inferred from its document. */
  readonly of: 'identity' | 'workshop';
  /** One sentence. */
  readonly wrong: string;
  /** The check that should find it. */
  readonly check: string;
  /** Whether a single response violates the document; otherwise only several requests show the fault. */
  readonly isInWords: boolean;
  readonly patches: readonly Patch[];
}

type Row = readonly [id: string, check: string, wrong: string, ...patches: readonly Patch[]];

/** Mutants by rows, to be read as a table. */
export function mutants(of: Mutant['of'], isInWords: boolean, rows: readonly Row[]): readonly Mutant[] {
  return rows.map(([id, check, wrong, ...patches]) => ({ id, of, isInWords, check, wrong, patches }));
}
