// The state of the issuer: sessions, grants, codes, tokens. Only the issuer reads it.

import { createHash } from 'node:crypto';
import type { AdapterPayload } from 'oidc-provider';
import type { Collection } from '../../../store/collection.ts';
import type { Draft } from '../../../store/draft.ts';
import type { Fixture } from '../../../store/fixture.ts';
import type { Index } from '../../../store/groups.ts';
import type { Store } from '../../../store/store.ts';
import type { Sandbox } from '../../pipeline/sandbox/sandbox.ts';
import { ISSUER, PENDING } from '../login/login-types.ts';

/**
 * A stored artifact: a `Session`, an `AccessToken` … in the words of oidc-provider. The list of them in the file is
 * `given`.
 */
export interface Artifact {
  /** `<kind>:<code or token>` */
  readonly id: string;
  readonly kind: string;
  /** When it ends, by the clock of the sandbox (ISO 8601, UTC); absent when it never does. */
  readonly ends?: string;
  /** The sequence number of a pending one, from 1, with leading zeros; absent from stored ones. */
  readonly begun?: string;
  readonly payload: AdapterPayload;
}

interface IssuerRecords {
  readonly given: Artifact;
}

export type IssuerStore = Store<IssuerRecords>;
export type ArtifactDraft = Draft<IssuerRecords>['given'];
/** All that was given, for reading: as it is acknowledged, or inside a change. */
export type Artifacts = Collection<Artifact>;

/** The initial state: no logins. */
export const issuerFixture: Fixture = {
  records: { given: [] },
  check: (records) =>
    isArtifacts(records)
      ? []
      : ['the root / must be an object with the list "given" (sessions and tokens of the issuer)'],
};

/** Ordered by expiry; artifacts without one come last. */
const byEnd: Index<Artifact> = { group: () => [], order: ({ ends }) => ends ?? '~' };

/** All artifacts of a grant, which end with it. */
export const ofGrant: Index<Artifact> = { group: ({ payload }) => [payload.grantId ?? ''] };

/** By the second name of an artifact: a session's `uid`, the user code of a device, the public name of a token. */
export const byOtherName: Index<Artifact> = {
  group: ({ kind, payload }) => [kind, payload.uid ?? payload.userCode ?? publicNameOf(kind, payload)],
};

/**
 * The name of a token in lists, and of an access token in JWTs and responses (`jti`: RFC 7519, section 4.1.7). It is
 * no credential: people print it.
 */
export function publicName(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Things that clients hold and show. */
export const TOKENS: readonly string[] = ['AccessToken', 'RefreshToken'];

function publicNameOf(kind: string, { jti }: AdapterPayload): string {
  return TOKENS.includes(kind) && jti !== undefined ? publicName(jti) : '';
}

/** Artifacts with a user, on the disk. @throws Error if the sandbox has no issuer */
export function issuerStore(sandbox: Sandbox): IssuerStore {
  return storeNamed(sandbox, ISSUER);
}

/** Pending artifacts, in memory: anyone can create them in any number. @throws Error if the sandbox has no issuer */
export function pendingStore(sandbox: Sandbox): IssuerStore {
  return storeNamed(sandbox, PENDING);
}

function storeNamed({ stores, name }: Sandbox, wanted: string): IssuerStore {
  const store = stores.get(wanted);
  if (!store) throw new Error(`sandbox ${name} has no store for the issuer`);
  return store as unknown as IssuerStore;
}

export function artifactId(kind: string, id: string): string {
  return `${kind}:${id}`;
}

/** Whether an artifact has expired at a time. */
export function hasEnded({ ends }: Artifact, now: Date): boolean {
  return ends !== undefined && ends <= now.toISOString();
}

/** How many at most are swept away by one change: more than it adds, so none stays for ever. */
const SWEPT = 10;

/** Changes artifacts, and removes some that expired a day ago: until then, clients get the reason. */
export function changeArtifacts<T>(store: IssuerStore, now: Date, work: (given: ArtifactDraft) => T): Promise<T> {
  const yesterday = new Date(now.getTime() - 86_400_000);
  return store.change(({ given }) => {
    const done = work(given);
    for (const one of firstOf(given.group(byEnd).values(), SWEPT)) if (hasEnded(one, yesterday)) given.remove(one.id);
    return done;
  });
}

/** The first ones, in a list that stays as it is when they are removed. */
export function firstOf(artifacts: Iterable<Artifact>, count: number): Artifact[] {
  const first: Artifact[] = [];
  for (const one of artifacts) {
    if (first.length >= count) break;
    first.push(one);
  }
  return first;
}

function isArtifacts(records: unknown): boolean {
  const { given, ...others } = (records ?? {}) as Record<string, unknown>;
  if (!Array.isArray(given) || Object.keys(others).length > 0) return false;
  return given.every(
    (one) =>
      typeof one?.id === 'string' &&
      typeof one.kind === 'string' &&
      one.id.startsWith(`${one.kind}:`) &&
      typeof one.payload === 'object' &&
      one.payload !== null &&
      (one.ends === undefined || typeof one.ends === 'string'),
  );
}
