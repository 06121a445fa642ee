// The state that replicas share beside records: sandboxes, snapshots, APIs and keys.

import { randomUUID } from 'node:crypto';
import type { StoredKeys } from '../server/oidc/tokens/keys.ts';
import type { FaultPlansState } from '../server/pipeline/faults/fault-plans.ts';
import type { ClockState } from '../server/pipeline/sandbox/clock.ts';

/** A sandbox in the shared list. */
export interface SandboxRecord {
  readonly id: string;
  /** When it is removed without a request: an RFC 3339 time. */
  readonly expires: string;
  /** Part of the names of its request log and its ledger: a later sandbox of the same name has others. */
  readonly tag?: string;
}

/** The state of a sandbox beside its stores. */
export interface SandboxStateRecord {
  /** Its name. */
  readonly id: string;
  readonly clock?: ClockState;
  readonly seed: string;
  readonly faults: FaultPlansState;
  /** How often its recorded exchanges were cleared. Default 0. */
  readonly cleared?: number;
  /** How often its coverage was cleared. Default 0. */
  readonly recounted?: number;
}

/** A state of a sandbox that was given a name. */
export interface SnapshotRecord {
  readonly id: string;
  readonly sandbox: string;
  readonly name: string;
  /** A part of its stream names: another sandbox of the same name has other streams. */
  readonly tag: string;
  readonly seed: string;
}

/** The digest of an API, as SHA-256. */
export interface ApiDigest {
  /** The name of the api. */
  readonly id: string;
  readonly document: string;
  readonly fixtures: string;
  /** The replicas that serve it and were not stopped, by the ids of their storage. */
  readonly by: readonly string[];
}

export interface SharedRecords {
  sandboxes: SandboxRecord;
  states: SandboxStateRecord;
  snapshots: SnapshotRecord;
  digests: ApiDigest;
  keys: StoredKeys & { readonly id: string };
}

/** The stream that these are in: no sandbox has such a name. */
export const SHARED_STREAM = 'shared';

/** The initial shared state. */
export const NOTHING_SHARED = { sandboxes: [], states: [], snapshots: [], digests: [], keys: [] } as const;

/** The id of the keys of the issuer. */
export const ISSUER_KEYS = 'issuer';

/** The stream of an api in a snapshot. */
export function snapshotStream({ sandbox, name, tag }: SnapshotRecord, api: string): string {
  return `${sandbox}@${name}@${tag}/${api}`;
}

/** The record of a new snapshot, taken now. */
export function newSnapshot(sandbox: string, name: string, seed: string): SnapshotRecord {
  return { id: `${sandbox}@${name}`, sandbox, name, tag: randomUUID(), seed };
}
