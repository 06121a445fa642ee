// What replicas share beside the records of their apis: which sandboxes there are, how each of them is, and what all of them must have in common.

import { randomUUID } from 'node:crypto';
import type { StoredKeys } from '../server/oidc/tokens/keys.ts';
import type { KeptPlans } from '../server/pipeline/faults/plans.ts';
import type { Course } from '../server/pipeline/sandbox/clock.ts';

/** A sandbox that there is. */
export interface KeptSandbox {
  readonly id: string;
  /** When it ends if nobody asks for it before: an RFC 3339 time. */
  readonly expires: string;
  /** In the names of its tape and its ledger: one that is made again under its name has others. */
  readonly tag?: string;
}

/** How a sandbox goes on, beside its stores. */
export interface KeptWorld {
  /** Its name. */
  readonly id: string;
  readonly clock?: Course;
  readonly seed: string;
  readonly faults: KeptPlans;
  /** How often its recorded exchanges were cleared. Default 0. */
  readonly cleared?: number;
  /** How often its coverage was cleared. Default 0. */
  readonly recounted?: number;
}

/** A state of a sandbox that was given a name. */
export interface KeptSnapshot {
  readonly id: string;
  readonly sandbox: string;
  readonly name: string;
  /** In the names of its streams: one that is taken again under its name has others. */
  readonly tag: string;
  readonly seed: string;
}

/** What an api is made of, as SHA-256. */
export interface Digest {
  /** The name of the api. */
  readonly id: string;
  readonly document: string;
  readonly fixtures: string;
  /** Those who serve it: replicas that have not been stopped, as their place knows them. */
  readonly by: readonly string[];
}

export interface SharedRecords {
  sandboxes: KeptSandbox;
  worlds: KeptWorld;
  snapshots: KeptSnapshot;
  digests: Digest;
  keys: StoredKeys & { readonly id: string };
}

/** The stream that these are in: no sandbox has such a name. */
export const SHARED = 'shared';

/** The records of who begins alone. */
export const NOTHING_SHARED = { sandboxes: [], worlds: [], snapshots: [], digests: [], keys: [] } as const;

/** The id of the keys of the issuer. */
export const ISSUER_KEYS = 'issuer';

/** The stream of an api in a snapshot. */
export function streamOfSnapshot({ sandbox, name, tag }: KeptSnapshot, api: string): string {
  return `${sandbox}@${name}@${tag}/${api}`;
}

/** A snapshot as it is listed, which is taken now. */
export function newSnapshot(sandbox: string, name: string, seed: string): KeptSnapshot {
  return { id: `${sandbox}@${name}`, sandbox, name, tag: randomUUID(), seed };
}
