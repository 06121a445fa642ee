// What replicas share beside the records of their apis: which sandboxes there are, how each of them is, and what all of them must have in common.

import { createHash, randomUUID } from 'node:crypto';
import type { Course } from '../engine/clock.ts';
import type { KeptPlans } from '../engine/faults/plans.ts';
import type { SharedKeys, StoredKeys } from '../issuer/keys.ts';
import { Problems } from '../schema/problems.ts';
import type { LogPlace } from '../store/log.ts';
import { openStore, type Store } from '../store/store.ts';
import { problemOfShared } from './shared-problems.ts';

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
interface Digest {
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

/**
 * @param fresh - whether they begin anew where they cannot be used. Default false
 * @throws Problems if they cannot
 */
export async function openSharedRecords(place: LogPlace, fresh = false): Promise<Store<SharedRecords>> {
  const open = (anew: boolean) =>
    openStore<SharedRecords>(NOTHING_SHARED, place.log(SHARED, true, problemOfShared), { remembered: 0, fresh: anew });
  return open(false).catch((error) => {
    if (fresh && error instanceof Problems) return open(true);
    throw error;
  });
}

/** The stream of an api in a snapshot. */
export function streamOfSnapshot({ sandbox, name, tag }: KeptSnapshot, api: string): string {
  return `${sandbox}@${name}@${tag}/${api}`;
}

/** A snapshot as it is listed, which is taken now. */
export function newSnapshot(sandbox: string, name: string, seed: string): KeptSnapshot {
  return { id: `${sandbox}@${name}`, sandbox, name, tag: randomUUID(), seed };
}

/** An api, as far as all replicas must have the same. */
export interface Common {
  readonly name: string;
  readonly document: unknown;
  readonly fixtures: unknown;
}

/**
 * Joins those who serve these apis, or joins them again.
 *
 * @param joining.fresh - whether everything begins anew, and so may be another one
 * @param joining.by - whoever joins
 * @param joining.living - tells which of those who serve something are there. Default: all who were not stopped
 * @throws Problems if others, who are there, serve other ones: with what differs, and who they are
 */
export async function join(
  shared: Store<SharedRecords>,
  apis: readonly Common[],
  { fresh, by, living = async (all) => all }: Joining,
): Promise<void> {
  const own = apis.map(({ name, document, fixtures }) => {
    return { id: name, document: digestOf(document), fixtures: digestOf(fixtures) };
  });
  const known = [...new Set([...shared.collections.digests.values()].flatMap((digest) => digest.by))];
  const there = new Set(await living(known));
  // Who came meanwhile is there.
  const isGone = (one: string) => known.includes(one) && !there.has(one);
  const differing = await shared.change(({ digests }) => {
    for (const kept of digests.values())
      if (kept.by.some(isGone)) digests.replace({ ...kept, by: kept.by.filter((one) => !isGone(one)) });
    const found = fresh ? [] : differencesOf(own, [...digests.values()]);
    if (found.length > 0) return found;
    for (const digest of own) {
      const kept = digests.get(digest.id);
      if (kept) digests.replace({ ...digest, by: fresh ? [by] : [...new Set([...kept.by, by])] });
      else digests.add({ ...digest, by: [by] });
    }
    return [];
  });
  if (differing.length === 0) return;
  throw new Problems(
    'Others serve other apis from this place; serve the same, stop all of them first, or begin anew with --fresh:',
    differing,
  );
}

interface Joining {
  readonly fresh: boolean;
  readonly by: string;
  readonly living?: LogPlace['living'];
}

/** Says that somebody serves nothing any more. */
export async function leave(shared: Store<SharedRecords>, by: string): Promise<void> {
  await shared.change(({ digests }) => {
    for (const digest of digests.values()) digests.replace({ ...digest, by: digest.by.filter((one) => one !== by) });
  });
}

/** @param kept - what is served by others, and what was */
function differencesOf(own: readonly Omit<Digest, 'by'>[], kept: readonly Digest[]): string[] {
  const served = kept.filter(({ by }) => by.length > 0);
  if (served.length === 0) return [];
  const all = new Set(served.flatMap(({ by }) => by));
  const here = own.flatMap((digest) => {
    const theirs = served.find(({ id }) => id === digest.id);
    if (!theirs) return [`${digest.id} is served here, and not by ${shownAll(all)}`];
    const who = shownAll(theirs.by);
    return [
      ...(digest.document === theirs.document
        ? []
        : [`the document of ${digest.id} is another one than that of ${who}`]),
      ...(digest.fixtures === theirs.fixtures ? [] : [`the fixtures of ${digest.id} are others than those of ${who}`]),
    ];
  });
  const elsewhere = served.filter(({ id }) => !own.some((digest) => digest.id === id));
  return [...here, ...elsewhere.map(({ id, by }) => `${id} is served by ${shownAll(by)}, and not here`)];
}

function shownAll(by: Iterable<string>): string {
  return Array.from(by, shownProcess).join(', ');
}

/** @param name - see `LogPlace.me` */
function shownProcess(name: string): string {
  const [machine, number] = name.split(' ');
  return number === undefined ? 'another process' : `process ${number} on ${machine}`;
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** Keys that all of them sign with: those of who came first. */
export function sharedKeys(shared: Store<SharedRecords>): SharedKeys {
  return async (make) => {
    await shared.newest();
    const kept = shared.collections.keys.get(ISSUER_KEYS);
    if (kept) return kept;
    const made = await make();
    return shared.change(({ keys }) => {
      const first = keys.get(ISSUER_KEYS);
      if (!first) keys.add({ id: ISSUER_KEYS, ...made });
      return first ?? made;
    });
  };
}
