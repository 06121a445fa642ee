// A change: one edit for each record that it affects.

import type { Edit } from './table.ts';

/** An edit in one of several collections. */
export interface LocatedEdit extends Edit {
  readonly collection: string;
}

/** One change: the previous and new value of each affected record. */
export type Change = readonly LocatedEdit[];
