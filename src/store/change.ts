// A change: what was done to the records of a store, one edit for each of them.

import type { Edit } from './table.ts';

/** An edit in one of several collections. */
export interface LocatedEdit extends Edit {
  readonly collection: string;
}

/** One change: for each record that it touched, what was and what is. */
export type Change = readonly LocatedEdit[];
