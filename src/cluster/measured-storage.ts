// Measures waits for the shared storage, lag, and lost data.

import type { Metric } from '../server/pipeline/metric.ts';
import { MAIN } from '../server/pipeline/sandbox/sandbox.ts';
import {
  type AppendOutcome,
  type LogMembers,
  type LogStorage,
  type OwnStorage,
  type SharedLog,
  type SharedStorage,
  type StoreLog,
  wrapLog,
} from '../store/log/store-log.ts';
import { StoreLag } from './store-lag.ts';

/** The kinds of waits: append, replacement, read barrier, complete read. */
const KINDS = ['append', 'replace', 'barrier', 'load'] as const;
type Kind = (typeof KINDS)[number];

/** Timeout of a measurement, and its lifetime, in milliseconds. */
const [WITHIN, GOOD_FOR] = [1000, 1000];

/** Waits of one kind: how many, how long together, and how many failed. */
interface Waits {
  count: number;
  seconds: number;
  failed: number;
}

/** Counts the waits of shared storage. */
export class MeasuredStorage {
  /** The same storage, measured. */
  readonly place: LogStorage;
  readonly #waits: Readonly<Record<Kind, Waits>> = {
    append: noWaits(),
    replace: noWaits(),
    barrier: noWaits(),
    load: noWaits(),
  };
  readonly #lags = new Map<string, StoreLag>();
  readonly #losses: string[] = [];
  #conflicts = 0;
  #looking: { readonly since: number; readonly done: Promise<void> } | undefined;
  #onFailure: (error: unknown) => void = () => undefined;

  constructor(given: LogStorage) {
    this.place = given.kind === 'own' ? this.#measuredOwn(given) : this.#measuredShared(given);
    if (given.kind === 'shared') given.onLost((sentence) => this.#losses.push(sentence));
  }

  /** Calls `listener` for each failed operation from now on. */
  onFailure(listener: (error: unknown) => void): void {
    this.#onFailure = listener;
  }

  /** The last report of lost acknowledged changes; undefined if none were lost. */
  lost(): string | undefined {
    return this.#losses.at(-1);
  }

  /** Measures the lag of the stores of `main`; at most once a second. Never rejects. */
  look(): Promise<void> {
    const now = performance.now();
    if (!this.#looking || now - this.#looking.since > GOOD_FOR) this.#looking = { since: now, done: this.#look() };
    return this.#looking.done;
  }

  async #look(): Promise<void> {
    const late = new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error('the request timed out')), WITHIN).unref(),
    );
    late.catch(() => undefined);
    await Promise.all([...this.#lags.values()].map((lag) => lag.measure(late)));
  }

  #measuredOwn(given: OwnStorage): OwnStorage {
    const log: OwnStorage['log'] = (...how) => {
      const own = given.log(...how);
      return wrapLog(own, this.#measured(own));
    };
    return { kind: 'own', ...membersOf(given), log };
  }

  #measuredShared(given: SharedStorage): SharedStorage {
    return {
      kind: 'shared',
      ...membersOf(given),
      log: (stream, ...how) => this.#measuredSharedLog(given.log(stream, ...how), stream),
      processId: given.processId,
      living: (processes) => given.living(processes),
      onPresent: (listener) => given.onPresent(listener),
      onLost: (listener) => given.onLost(listener),
      ids: (streams) => given.ids(streams),
      requestLogs: (limits) => given.requestLogs(limits),
      ledgers: () => given.ledgers(),
    };
  }

  #measuredSharedLog(log: SharedLog, stream: string): SharedLog {
    const measured = { ...wrapLog(log, this.#measured(log)), newest: () => this.#waited('barrier', log.newest()) };
    if (!stream.startsWith(`${MAIN}/`)) return measured;
    const store = stream.slice(MAIN.length + 1);
    const lag = new StoreLag(measured, () => this.#lags.delete(store));
    this.#lags.set(store, lag);
    return lag.log;
  }

  /** The members of a log whose waits and conflicts are counted. */
  #measured(log: StoreLog): Partial<LogMembers> {
    const counted = (outcome: AppendOutcome): AppendOutcome => {
      if ('newer' in outcome) this.#conflicts += 1;
      return outcome;
    };
    return {
      open: (fresh) => this.#waited('load', log.open(fresh)),
      append: async (steps, onTopOf) => counted(await this.#waited('append', log.append(steps, onTopOf))),
      replace: async (whole, onTopOf) => counted(await this.#waited('replace', log.replace(whole, onTopOf))),
    };
  }

  async #waited<T>(kind: Kind, work: Promise<T>): Promise<T> {
    const began = performance.now();
    const wait = this.#waits[kind];
    try {
      return await work;
    } catch (error) {
      wait.failed += 1;
      this.#onFailure(error);
      throw error;
    } finally {
      wait.count += 1;
      wait.seconds += (performance.now() - began) / 1000;
    }
  }

  get metrics(): readonly Metric[] {
    const ofKinds = (value: (wait: Waits) => number) => () =>
      KINDS.map((kind) => ({ labels: { kind }, value: value(this.#waits[kind]) }));
    const ofStores = (value: (lag: StoreLag) => number) => () =>
      [...this.#lags].map(([store, lag]) => ({ labels: { store }, value: value(lag) }));
    return [
      {
        name: 'understudy_store_behind_versions',
        help: 'Versions of each store of main that other replicas wrote and this one has not read yet.',
        values: ofStores(({ versions }) => versions),
      },
      {
        name: 'understudy_store_behind_seconds',
        help: 'Seconds since each store of main was last up to date; 0 if it is.',
        values: ofStores(({ seconds }) => seconds),
      },
      {
        name: 'understudy_conflicts_total',
        help: 'Changes that were retried because another replica changed the same store first.',
        kind: 'counter',
        values: () => [{ value: this.#conflicts }],
      },
      {
        name: 'understudy_database_waits_total',
        help: 'Queries sent to the shared database.',
        kind: 'counter',
        values: ofKinds(({ count }) => count),
      },
      {
        name: 'understudy_database_wait_seconds_total',
        help: 'Total time spent waiting for the shared database.',
        kind: 'counter',
        values: ofKinds(({ seconds }) => seconds),
      },
      {
        name: 'understudy_database_failures_total',
        help: 'Queries to the shared database that failed.',
        kind: 'counter',
        values: ofKinds(({ failed }) => failed),
      },
      {
        name: 'understudy_store_losses_total',
        help: 'Times that a store lost acknowledged changes in the database.',
        kind: 'counter',
        values: () => [{ value: this.#losses.length }],
      },
    ];
  }
}

function noWaits(): Waits {
  return { count: 0, seconds: 0, failed: 0 };
}

function membersOf(given: LogStorage) {
  return {
    where: given.where,
    remove: (stream: string, id?: string) => given.remove(stream, id),
    close: () => given.close(),
  };
}
