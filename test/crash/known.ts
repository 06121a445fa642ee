// What clients know of the state: what it was when the stand-in started, and what they have asked of it since.

import type { AllRecords } from '../support/identity-records.ts';

/** A new name for an application. It counts up the sequence of the application's project. */
export interface Rename {
  readonly projectId: string;
  readonly appId: string;
  /** Asked for only once, ever. */
  readonly name: string;
  /** Undefined while nobody has answered. */
  acknowledged?: { readonly sequence: number; readonly changeDate: string };
}

/** A user grant that was not there before. */
export interface Grant {
  readonly resourceOwner: string;
  readonly userId: string;
  readonly projectId: string;
  readonly roleKeys: readonly string[];
  /** Undefined while nobody has answered. */
  acknowledged?: { readonly id: string; readonly creationDate: string };
}

/** What clients know. Refused requests leave no trace here, as they may leave none in the state. */
export interface Known {
  readonly start: AllRecords;
  readonly renames: Rename[];
  readonly grants: Grant[];
}

export function knownFrom(start: AllRecords): Known {
  return { start, renames: [], grants: [] };
}
