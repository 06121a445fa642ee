// Checks that all replicas of a storage serve the same APIs.

import { createHash } from 'node:crypto';
import { stringifyJson } from '../schema/json/stringify-json.ts';
import { UsageError } from '../schema/usage-error.ts';
import type { StoredKeys } from '../server/oidc/tokens/keys.ts';
import type { SharedStorage } from '../store/log/store-log.ts';
import type { Store } from '../store/store.ts';
import { type ApiDigest, ISSUER_KEYS, type SharedRecords } from './shared-records.ts';

/** The part of an API that all replicas must share. */
export interface SharedApi {
  readonly name: string;
  readonly document: unknown;
  readonly fixtures: unknown;
}

/**
 * Joins the replicas that serve these APIs, or joins them again.
 *
 * @param joining.fresh - whether everything is reset, and may be different
 * @param joining.by - the joining replica
 * @param joining.living - returns the running ones of some replicas. Default: all that were not stopped
 * @throws UsageError if running replicas serve other APIs: with the differences, and the replicas
 */
export async function joinReplicas(
  shared: Store<SharedRecords>,
  apis: readonly SharedApi[],
  { fresh, by, living = async (all) => all }: Joining,
): Promise<void> {
  const own = apis.map(({ name, document, fixtures }) => {
    return { id: name, document: digestOf(document), fixtures: digestOf(fixtures) };
  });
  const known = [...new Set([...shared.collections.digests.values()].flatMap((digest) => digest.by))];
  const there = new Set(await living(known));
  // Replicas that joined meanwhile are running.
  const isGone = (one: string) => known.includes(one) && !there.has(one);
  const differing = await shared.change(({ digests }) => {
    for (const stored of digests.values())
      if (stored.by.some(isGone)) digests.replace({ ...stored, by: stored.by.filter((one) => !isGone(one)) });
    const found = fresh ? [] : differencesOf(own, [...digests.values()]);
    if (found.length > 0) return found;
    for (const digest of own) {
      const stored = digests.get(digest.id);
      if (stored) digests.replace({ ...digest, by: fresh ? [by] : [...new Set([...stored.by, by])] });
      else digests.add({ ...digest, by: [by] });
    }
    return [];
  });
  if (differing.length === 0) return;
  throw new UsageError('Other replicas serve a different document. Stop them first, or use --fresh:', differing);
}

/** The registration of a replica. */
export interface Registration {
  /** The id of the replica. */
  readonly by: string;
  /** The apis that it serves; none before it has joined. */
  apis: readonly SharedApi[];
  /** The keys that it signs with; undefined before it has signed anything. */
  keys?: StoredKeys;
}

/**
 * Adds missing parts of this registration; existing ones, perhaps of others, stay.
 *
 * @param living - see `join`
 * @throws UsageError if running replicas serve other APIs by now
 */
export async function registerAgain(
  shared: Store<SharedRecords>,
  { by, apis, keys }: Registration,
  living: SharedStorage['living'],
): Promise<void> {
  await shared.newest();
  if (keys)
    await shared.change((draft) => {
      if (!draft.keys.get(ISSUER_KEYS)) draft.keys.add({ id: ISSUER_KEYS, ...keys });
    });
  await joinReplicas(shared, apis, { fresh: false, by, living });
}

interface Joining {
  readonly fresh: boolean;
  readonly by: string;
  readonly living?: SharedStorage['living'];
}

/** Removes a replica from the APIs that it serves. */
export async function leaveReplicas(shared: Store<SharedRecords>, by: string): Promise<void> {
  await shared.change(({ digests }) => {
    for (const digest of digests.values())
      if (digest.by.includes(by)) digests.replace({ ...digest, by: digest.by.filter((one) => one !== by) });
  });
}

/** @param stored - the APIs that others serve or served */
function differencesOf(own: readonly Omit<ApiDigest, 'by'>[], stored: readonly ApiDigest[]): string[] {
  const served = stored.filter(({ by }) => by.length > 0);
  if (served.length === 0) return [];
  const all = new Set(served.flatMap(({ by }) => by));
  const here = own.flatMap((digest) => {
    const theirs = served.find(({ id }) => id === digest.id);
    if (!theirs) return [`${digest.id} is served here, but not by ${shownAll(all)}`];
    const who = shownAll(theirs.by);
    return [
      ...(digest.document === theirs.document ? [] : [`the document of ${digest.id} differs from that of ${who}`]),
      ...(digest.fixtures === theirs.fixtures ? [] : [`the fixtures of ${digest.id} differ from those of ${who}`]),
    ];
  });
  const elsewhere = served.filter(({ id }) => !own.some((digest) => digest.id === id));
  return [...here, ...elsewhere.map(({ id, by }) => `${id} is served by ${shownAll(by)}, but not here`)];
}

function shownAll(by: Iterable<string>): string {
  return Array.from(by, shownProcess).join(', ');
}

/** @param name - see `SharedStorage.processId` */
function shownProcess(name: string): string {
  const [machine, number] = name.split(' ');
  return number === undefined ? 'another process' : `process ${number} on ${machine}`;
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(stringifyJson(value)).digest('hex');
}
