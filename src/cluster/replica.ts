// A replica: one of several processes with a shared state. Loaded on demand.

import { randomUUID } from 'node:crypto';
import type { CoveredApi } from '../coverage/coverage-report.ts';
import { UsageError } from '../schema/usage-error.ts';
import type { SharedKeys, StoredKeys } from '../server/oidc/tokens/keys.ts';
import type { Metric } from '../server/pipeline/metric.ts';
import { MAX_EXCHANGES, type NumberedRequestLogs } from '../server/pipeline/request-log/request-log.ts';
import { MAIN, type SandboxSharing } from '../server/pipeline/sandbox/sandbox.ts';
import { type LogStorage, PersistenceError, type SharedStorage, type StoreLog } from '../store/log/store-log.ts';
import { openSharedStorage } from '../store/open-shared-storage.ts';
import type { Store } from '../store/store.ts';
import { openStore } from '../store/store.ts';
import { joinReplicas, leaveReplicas, type SharedApi } from './join-replicas.ts';
import { createLazyLog } from './lazy-log.ts';
import { measureStorage } from './measured-storage.ts';
import { reportStorageProblems } from './report-storage-problems.ts';
import { sharedRecordProblem } from './shared-record-problem.ts';
import type { SharedRecords } from './shared-records.ts';
import { ISSUER_KEYS, NOTHING_SHARED, SHARED_STREAM } from './shared-records.ts';
import {
  createSharedRequestLogs,
  type SharedRequestLogPublisher,
  type SharingSettings,
} from './shared-request-logs.ts';
import { createSharedTallies, type SharedTallies } from './shared-tallies.ts';

export interface Replica {
  readonly place: LogStorage;
  readonly shared: Store<SharedRecords>;
  /** The keys that all sign with. */
  readonly keys: SharedKeys;
  readonly sharing: SandboxSharing;
  /** The log of an api in `main`. */
  main(api: string): StoreLog;
  /**
   * Joins the other replicas, and then opens the shared state. If either fails, the storage is released.
   *
   * @throws UsageError if others serve other APIs, or the storage cannot be used; errors of `open`
   */
  begin<T>(apis: readonly SharedApi[], open: () => Promise<T>): Promise<T>;
  /** The shared request logs; undefined if the storage has none. @param bytes - their maximum size */
  journals(rings: NumberedRequestLogs, bytes: number, settings: SharingSettings): SharedRequestLogPublisher | undefined;
  /** The shared coverage; undefined if the storage has none. */
  tallies(apis: readonly CoveredApi[], settings: Pick<SharingSettings, 'isLocal'>): SharedTallies | undefined;
  /** Metrics of the storage, as last measured. */
  readonly metrics: readonly Metric[];
  look(): Promise<void>;
  /** The last report of lost data; undefined if none was lost. */
  lost(): string | undefined;
  close(): Promise<void>;
}

export interface ReplicaSettings {
  /** Whether everything is reset, and may be different. */
  readonly fresh: boolean;
  /** Whether all share the store of an api. */
  readonly isShared: (api: string) => boolean;
  /** Receives a sentence whenever the storage lost acknowledged changes, and when others serve other APIs. */
  readonly onNotice: (sentence: string) => void;
}

/**
 * Opens the place that replicas share.
 *
 * @param given - itself, or the URL of a PostgreSQL
 * @throws UsageError if it cannot be used
 */
export async function openReplica(
  given: LogStorage | string,
  { isShared, fresh, onNotice }: ReplicaSettings,
): Promise<Replica> {
  const again = () => {
    if (entered.apis.length === 0) return;
    registerAgain(shared, entered, livingIn(place)).catch((error) => {
      // If the storage is unavailable again, the report follows when it is back.
      if (error instanceof UsageError) onNotice(error.message);
    });
  };
  const opened = await openSharedStorage(given);
  if (opened.kind === 'shared') opened.onPresent(again);
  let hasBegun = false;
  const onFailure = reportStorageProblems(onNotice);
  const { place, metrics, look, lost } = measureStorage(
    opened,
    (sentence) => {
      onNotice(sentence);
      again();
    },
    (error) => {
      // Earlier errors end the start, which reports them.
      if (hasBegun) onFailure(error);
    },
  );
  const salt = randomUUID();
  const by = place.kind === 'shared' ? place.processId : salt;
  const entered: Registration = { by, apis: [] };
  const letGo = async (error: unknown): Promise<never> => {
    await place.close();
    throw error instanceof PersistenceError ? unusable(error) : error;
  };
  const shared = await openSharedRecords(place, fresh).catch(letGo);
  const leaveAll = async () => {
    // Others detect a failed deregistration themselves.
    await leaveReplicas(shared, by).catch(() => undefined);
    await shared.close();
  };
  return {
    place,
    metrics,
    look,
    lost,
    shared,
    async keys(make) {
      entered.keys = await sharedKeys(shared)(make);
      return entered.keys;
    },
    sharing: {
      salt,
      log: (sandbox, api) => (isShared(api) ? createLazyLog(place.log(`${sandbox}/${api}`)) : undefined),
    },
    main: (api) => place.log(`${MAIN}/${api}`, true),
    async begin(apis, open) {
      try {
        await joinReplicas(shared, apis, { fresh, by, living: livingIn(place) });
        entered.apis = apis;
        const begun = await open();
        hasBegun = true;
        return begun;
      } catch (error) {
        await leaveAll();
        return letGo(error);
      }
    },
    journals(rings, bytes, settings) {
      if (bytes === 0 || place.kind === 'own') return undefined;
      return createSharedRequestLogs(place.requestLogs({ texts: MAX_EXCHANGES, bytes }), rings, settings);
    },
    tallies(apis, { isLocal }) {
      return place.kind === 'shared' ? createSharedTallies(place.ledgers(), { apis, isLocal }) : undefined;
    },
    async close() {
      await leaveAll();
      await place.close();
    },
  };
}

/** Returns the running ones of some replicas. */
function livingIn(place: LogStorage): SharedStorage['living'] {
  return async (processes) => (place.kind === 'shared' ? place.living(processes) : []);
}

/** Operators learn what clients must not see: the storage, and advice. */
function unusable({ message, cause }: PersistenceError): UsageError {
  return new UsageError(`The state cannot be stored: ${cause instanceof Error ? cause.message : message}`, []);
}

/** @param fresh - whether an unusable one is reset. Default false @throws UsageError if it is unusable */
export async function openSharedRecords(place: LogStorage, fresh = false): Promise<Store<SharedRecords>> {
  const open = (anew: boolean) =>
    openStore<SharedRecords>(NOTHING_SHARED, place.log(SHARED_STREAM, true, sharedRecordProblem), {
      remembered: 0,
      fresh: anew,
    });
  return open(false).catch((error) => {
    if (fresh && error instanceof UsageError) return open(true);
    throw error;
  });
}

/** The signing keys of all replicas: those of the first one. */
function sharedKeys(shared: Store<SharedRecords>): SharedKeys {
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

/** The registration of a replica. */
interface Registration {
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
