// One mutant of the sample, written as a row of a table.

import type { Patch } from '../mutant.ts';

export interface SampleMutant {
  readonly area: string;
  /** Unique in the sample, without the area. */
  readonly id: string;
  /** What the mutant breaks: one sentence. */
  readonly breaks: string;
  readonly patches: readonly Patch[];
  /** The test file that is known to fail. It runs first. */
  readonly seenBy: string | undefined;
}

type Row = readonly [id: string, breaks: string, file: string, from: string, to: string, seenBy?: string];

export function sampleOf(area: string, rows: readonly Row[]): readonly SampleMutant[] {
  return rows.map(([id, breaks, file, from, to, seenBy]) => {
    return { area, id, breaks, patches: [[`src/${file}`, from, to]], seenBy };
  });
}
