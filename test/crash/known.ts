// The clients' knowledge of the state: its start, and their requests since.

import type { AllRecords } from '../support/identity-records.ts';

/** A new name for an application. It increments the sequence of the application's project. */
export interface Rename {
  readonly projectId: string;
  readonly appId: string;
  /** Requested only once, ever. */
  readonly name: string;
  /** Undefined without a response. */
  acknowledged?: { readonly sequence: number; readonly changeDate: string };
}

/** A new user grant. */
export interface Grant {
  readonly resourceOwner: string;
  readonly userId: string;
  readonly projectId: string;
  readonly roleKeys: readonly string[];
  /** Undefined without a response. */
  acknowledged?: { readonly id: string; readonly creationDate: string };
}

/** The knowledge of the clients, without rejected requests, which must not affect the state. */
export interface Known {
  readonly start: AllRecords;
  readonly renames: Rename[];
  readonly grants: Grant[];
}

export function knownFrom(start: AllRecords): Known {
  return { start, renames: [], grants: [] };
}
