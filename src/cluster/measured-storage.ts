// Measures waits for the shared storage, lag, and lost data.

import type { Metric } from '../server/pipeline/metric.ts';
import { MAIN } from '../server/pipeline/sandbox/sandbox.ts';
import {
  type AppendOutcome,
  type LogMembers,
  type LogStorage,
  type NewEntries,
  type SharedLog,
  type StoreLog,
  wrapLog,
} from '../store/log/store-log.ts';

/** The kinds of waits: append, replacement, read barrier, complete read. */
const KINDS = ['append', 'replace', 'barrier', 'load'] as const;
type Kind = (typeof KINDS)[number];

export interface MeasuredStorage {
  /** The same place, measured. */
  readonly place: LogStorage;
  readonly metrics: readonly Metric[];
  /** Measures the lag of the stores of `main`; at most once a second. Never rejects. */
  look(): Promise<void>;
  /** The last report of lost acknowledged changes; undefined if none were lost. */
  lost(): string | undefined;
}

/** The lag of a store of `main`. */
interface Lag {
  newest(): Promise<void>;
  /** The version that is known here. */
  version: number;
  /** How many versions were heard of that others made. */
  heard: number;
  /** The lag at the last measurement. */
  behind: number;
  /** When it was last known to be the newest, in milliseconds of the uptime. */
  inLine: number;
  seconds: number;
}

/** Timeout of a measurement, and its lifetime, in milliseconds. */
const [WITHIN, GOOD_FOR] = [1000, 1000];

/**
 * @param onLost - called whenever the storage lost acknowledged changes
 * @param onFailure - called for each failed operation
 */
export function measureStorage(
  given: LogStorage,
  onLost: (sentence: string) => void,
  onFailure: (error: unknown) => void,
): MeasuredStorage {
  const waits = new Map(KINDS.map((kind) => [kind, { count: 0, seconds: 0, failed: 0 }]));
  const lags = new Map<string, Lag>();
  let conflicts = 0;
  const losses: string[] = [];
  if (given.kind === 'shared')
    given.onLost((sentence) => {
      losses.push(sentence);
      onLost(sentence);
    });
  let looking: { readonly since: number; readonly done: Promise<void> } | undefined;

  async function waited<T>(kind: Kind, work: Promise<T>): Promise<T> {
    const began = performance.now();
    const wait = waits.get(kind) ?? { count: 0, seconds: 0, failed: 0 };
    try {
      return await work;
    } catch (error) {
      wait.failed += 1;
      onFailure(error);
      throw error;
    } finally {
      wait.count += 1;
      wait.seconds += (performance.now() - began) / 1000;
    }
  }

  /** The members of a log whose waits and conflicts are counted. */
  function measured(log: StoreLog): Partial<LogMembers> {
    const counted = (outcome: AppendOutcome): AppendOutcome => {
      if ('newer' in outcome) conflicts += 1;
      return outcome;
    };
    return {
      open: (fresh) => waited('load', log.open(fresh)),
      append: async (steps, onTopOf) => counted(await waited('append', log.append(steps, onTopOf))),
      replace: async (whole, onTopOf) => counted(await waited('replace', log.replace(whole, onTopOf))),
    };
  }

  function measuredSharedLog(log: SharedLog, stream: string): SharedLog {
    const all = { ...wrapLog(log, measured(log)), newest: () => waited('barrier', log.newest()) };
    return stream.startsWith(`${MAIN}/`) ? withLag(all, stream.slice(MAIN.length + 1)) : all;
  }

  function withLag(log: SharedLog, store: string): SharedLog {
    const lag = startedLag(() => log.newest());
    lags.set(store, lag);
    const noted = (outcome: AppendOutcome): AppendOutcome => {
      if ('newer' in outcome) hear(lag, outcome.newer);
      else lag.version = Math.max(lag.version, outcome.version);
      return outcome;
    };
    const members: Partial<LogMembers> = {
      async open(fresh) {
        const stored = await log.open(fresh);
        lag.version = stored.version;
        return stored;
      },
      append: async (steps, onTopOf) => noted(await log.append(steps, onTopOf)),
      replace: async (whole, onTopOf) => noted(await log.replace(whole, onTopOf)),
      async close() {
        lags.delete(store);
        await log.close();
      },
    };
    const subscribe: SharedLog['subscribe'] = (listener) =>
      log.subscribe((newer) => {
        hear(lag, newer);
        listener(newer);
      });
    return { ...wrapLog(log, members), subscribe, newest: lag.newest };
  }

  async function lookNow(): Promise<void> {
    const late = new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error('the request timed out')), WITHIN).unref(),
    );
    late.catch(() => undefined);
    await Promise.all([...lags.values()].map((lag) => lookAt(lag, late)));
  }

  const ofKinds = (value: (wait: { count: number; seconds: number; failed: number }) => number) => () =>
    [...waits].map(([kind, wait]) => ({ labels: { kind }, value: value(wait) }));
  const ofStores = (value: (lag: Lag) => number) => () =>
    [...lags].map(([store, lag]) => ({ labels: { store }, value: value(lag) }));
  return {
    place: measuredStorage(given, measured, measuredSharedLog),
    metrics: [
      {
        name: 'understudy_store_behind_versions',
        help: 'Versions of each store of main that other replicas wrote and this one has not read yet.',
        values: ofStores(({ behind }) => behind),
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
        values: () => [{ value: conflicts }],
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
        values: () => [{ value: losses.length }],
      },
    ],
    lost: () => losses.at(-1),
    look() {
      const now = performance.now();
      if (!looking || now - looking.since > GOOD_FOR) looking = { since: now, done: lookNow() };
      return looking.done;
    },
  };
}

function measuredStorage(
  given: LogStorage,
  measured: (log: StoreLog) => Partial<LogMembers>,
  measuredSharedLog: (log: SharedLog, stream: string) => SharedLog,
): LogStorage {
  const members = {
    where: given.where,
    remove: (stream: string, id?: string) => given.remove(stream, id),
    close: () => given.close(),
  };
  if (given.kind === 'own') {
    const log: typeof given.log = (...how) => {
      const own = given.log(...how);
      return wrapLog(own, measured(own));
    };
    return { kind: 'own', ...members, log };
  }
  return {
    kind: 'shared',
    ...members,
    log: (stream, ...how) => measuredSharedLog(given.log(stream, ...how), stream),
    processId: given.processId,
    living: (processes) => given.living(processes),
    onPresent: (listener) => given.onPresent(listener),
    onLost: (listener) => given.onLost(listener),
    ids: (streams) => given.ids(streams),
    requestLogs: (limits) => given.requestLogs(limits),
    ledgers: () => given.ledgers(),
  };
}

function startedLag(newest: () => Promise<void>): Lag {
  const lag: Lag = {
    async newest() {
      await newest();
      lag.inLine = performance.now();
    },
    version: -1,
    heard: 0,
    behind: 0,
    inLine: performance.now(),
    seconds: 0,
  };
  return lag;
}

function hear(lag: Lag, { version, isSetBack }: NewEntries): void {
  lag.heard += Math.max(0, version - lag.version);
  lag.version = isSetBack ? version : Math.max(lag.version, version);
}

async function lookAt(lag: Lag, late: Promise<never>): Promise<void> {
  const { heard, inLine: before } = lag;
  try {
    await Promise.race([lag.newest(), late]);
    lag.behind = lag.heard - heard;
    lag.seconds = lag.behind > 0 ? (lag.inLine - before) / 1000 : 0;
  } catch {
    lag.seconds = (performance.now() - before) / 1000;
  }
}
