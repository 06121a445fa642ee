// A replica: one of several processes with a shared state. Loaded on demand.

import { randomUUID } from 'node:crypto';
import type { CoveredApi } from '../coverage/coverage-report.ts';
import { UsageError } from '../schema/usage-error.ts';
import type { StoredKeys } from '../server/oidc/tokens/keys.ts';
import type { Metric } from '../server/pipeline/metric.ts';
import { MAX_EXCHANGES, type NumberedRequestLogs } from '../server/pipeline/request-log/request-log.ts';
import { MAIN, type SandboxSharing } from '../server/pipeline/sandbox/sandbox.ts';
import type { LogStorage, SharedStorage, StoreLog } from '../store/log/store-log.ts';
import { openSharedStorage } from '../store/open-shared-storage.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { isStoreError } from '../store/store-error.ts';
import { joinReplicas, leaveReplicas, type Registration, registerAgain, type SharedApi } from './join-replicas.ts';
import { createLazyLog } from './lazy-log.ts';
import { MeasuredStorage } from './measured-storage.ts';
import { reportStorageProblems } from './report-storage-problems.ts';
import { sharedRecordProblem } from './shared-record-problem.ts';
import type { SharedRecords } from './shared-records.ts';
import { ISSUER_KEYS, NOTHING_SHARED, SHARED_STREAM } from './shared-records.ts';
import { SharedRequestLogPublisher, type SharingSettings } from './shared-request-logs.ts';
import { SharedTallies } from './shared-tallies.ts';

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
export async function openReplica(given: LogStorage | string, settings: ReplicaSettings): Promise<Replica> {
  const storage = new MeasuredStorage(await openSharedStorage(given));
  try {
    const shared = await openSharedRecords(storage.place, settings.fresh);
    return new Replica(storage, shared, settings);
  } catch (error) {
    await storage.place.close();
    throw asUsageError(error);
  }
}

/** This process among those that share a storage. */
export class Replica {
  readonly place: LogStorage;
  readonly shared: Store<SharedRecords>;
  readonly sharing: SandboxSharing;
  readonly #storage: MeasuredStorage;
  readonly #settings: ReplicaSettings;
  readonly #registration: Registration;
  #closing: Promise<void> | undefined;

  constructor(storage: MeasuredStorage, shared: Store<SharedRecords>, settings: ReplicaSettings) {
    const { place } = storage;
    const salt = randomUUID();
    this.place = place;
    this.shared = shared;
    this.sharing = {
      salt,
      log: (sandbox, api) => (settings.isShared(api) ? createLazyLog(place.log(`${sandbox}/${api}`)) : undefined),
    };
    this.#storage = storage;
    this.#settings = settings;
    this.#registration = { by: place.kind === 'shared' ? place.processId : salt, apis: [] };
    if (place.kind === 'own') return;
    place.onPresent(() => this.#registerAgain());
    place.onLost((sentence) => {
      settings.onNotice(sentence);
      this.#registerAgain();
    });
  }

  #registerAgain(): void {
    if (this.#registration.apis.length === 0) return;
    registerAgain(this.shared, this.#registration, livingIn(this.place)).catch((error) => {
      // If the storage is unavailable again, the report follows when it is back.
      if (error instanceof UsageError) this.#settings.onNotice(error.message);
    });
  }

  /** The keys that all sign with. @param make - creates them, if there are none */
  async keys(make: () => Promise<StoredKeys>): Promise<StoredKeys> {
    const keys = await sharedKeys(this.shared, make);
    this.#registration.keys = keys;
    return keys;
  }

  /** The log of an api in `main`. */
  main(api: string): StoreLog {
    return this.place.log(`${MAIN}/${api}`, true);
  }

  /**
   * Joins the other replicas, and then opens the shared state.
   *
   * @throws UsageError if others serve other APIs, or the storage cannot be used; errors of `open`
   */
  async begin<T>(apis: readonly SharedApi[], open: () => Promise<T>): Promise<T> {
    const { by } = this.#registration;
    const { fresh, onNotice } = this.#settings;
    try {
      await joinReplicas(this.shared, apis, { fresh, by, living: livingIn(this.place) });
      this.#registration.apis = apis;
      const opened = await open();
      // Earlier errors end the start, which reports them.
      this.#storage.onFailure(reportStorageProblems(onNotice));
      return opened;
    } catch (error) {
      throw asUsageError(error);
    }
  }

  /** The shared request logs; undefined if the storage has none. @param bytes - their maximum size */
  requestLogs(
    rings: NumberedRequestLogs,
    bytes: number,
    settings: SharingSettings,
  ): SharedRequestLogPublisher | undefined {
    if (bytes === 0 || this.place.kind === 'own') return undefined;
    return new SharedRequestLogPublisher(this.place.requestLogs({ texts: MAX_EXCHANGES, bytes }), rings, settings);
  }

  /** The shared coverage; undefined if the storage has none. */
  tallies(apis: readonly CoveredApi[], { isLocal }: Pick<SharingSettings, 'isLocal'>): SharedTallies | undefined {
    return this.place.kind === 'shared' ? new SharedTallies(this.place.ledgers(), { apis, isLocal }) : undefined;
  }

  /** Metrics of the storage, as last measured. */
  get metrics(): readonly Metric[] {
    return this.#storage.metrics;
  }

  look(): Promise<void> {
    return this.#storage.look();
  }

  /** The last report of lost data; undefined if none was lost. */
  lost(): string | undefined {
    return this.#storage.lost();
  }

  /** Leaves the other replicas, and releases the storage. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    // Others detect a failed deregistration themselves.
    await leaveReplicas(this.shared, this.#registration.by).catch(() => undefined);
    await this.shared.close();
    await this.place.close();
  }
}

/** Returns the running ones of some replicas. */
function livingIn(place: LogStorage): SharedStorage['living'] {
  return async (processes) => (place.kind === 'shared' ? place.living(processes) : []);
}

/** Operators learn what clients must not see: the storage, and advice. Other errors stay as they are. */
function asUsageError(error: unknown): unknown {
  if (!isStoreError(error, 'unavailable')) return error;
  const { message, cause } = error;
  return new UsageError(`The state cannot be stored: ${cause instanceof Error ? cause.message : message}`);
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
async function sharedKeys(shared: Store<SharedRecords>, make: () => Promise<StoredKeys>): Promise<StoredKeys> {
  await shared.newest();
  const stored = shared.collections.keys.get(ISSUER_KEYS);
  if (stored) return stored;
  const made = await make();
  return shared.change(({ keys }) => {
    const first = keys.get(ISSUER_KEYS);
    if (!first) keys.add({ id: ISSUER_KEYS, ...made });
    return first ?? made;
  });
}
