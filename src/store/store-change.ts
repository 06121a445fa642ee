// A change: one edit for each record that it affects.

import type { RecordEdit } from './table.ts';

/** An edit in one of several collections. */
export interface LocatedEdit extends RecordEdit {
  readonly collection: string;
}

/** One change: the previous and new value of each affected record. */
export type StoreChange = readonly LocatedEdit[];
