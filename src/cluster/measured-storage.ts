// Measures waits for the shared storage, lag, and lost data.

import type { Metric } from '../server/pipeline/metric.ts';
import { MAIN } from '../server/pipeline/sandbox/sandbox.ts';
import type { AppendOutcome, LogStorage, NewEntries, StoreLog } from '../store/log/store-log.ts';

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
  given.onLost?.((sentence) => {
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

  function measuredLog(...[stream, ...how]: Parameters<LogStorage['log']>): StoreLog {
    const log = given.log(stream, ...how);
    const { subscribe, newest } = log;
    const lag =
      stream.startsWith(`${MAIN}/`) && newest ? startedLag(() => waited('barrier', newest.call(log))) : undefined;
    if (lag) lags.set(stream.slice(MAIN.length + 1), lag);
    const told = (outcome: AppendOutcome): AppendOutcome => {
      if ('newer' in outcome) conflicts += 1;
      else if (lag) lag.version = Math.max(lag.version, outcome.version);
      if ('newer' in outcome && lag) hear(lag, outcome.newer);
      return outcome;
    };
    return {
      ...(log.isNowhere !== undefined && { isNowhere: log.isNowhere }),
      async open(fresh) {
        const kept = await waited('load', log.open(fresh));
        if (lag) lag.version = kept.version;
        return kept;
      },
      append: async (steps, onTopOf) => told(await waited('append', log.append(steps, onTopOf))),
      replace: async (whole, onTopOf) => told(await waited('replace', log.replace(whole, onTopOf))),
      ...(subscribe && {
        subscribe: (listener: (newer: NewEntries) => void) =>
          subscribe.call(log, (newer) => {
            if (lag) hear(lag, newer);
            listener(newer);
          }),
      }),
      ...(newest && { newest: lag ? lag.newest : () => waited('barrier', newest.call(log)) }),
      async close() {
        if (lag) lags.delete(stream.slice(MAIN.length + 1));
        await log.close();
      },
    };
  }

  async function lookNow(): Promise<void> {
    const late = new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error('the request timed out')), WITHIN).unref(),
    );
    late.catch(() => undefined);
    await Promise.all([...lags.values()].map((lag) => lookAt(lag, late)));
  }

  const { tapes, ledgers, living, ids, me } = given;
  const place: LogStorage = {
    where: given.where,
    log: measuredLog,
    remove: (stream, id) => given.remove(stream, id),
    close: () => given.close(),
    ...(me !== undefined && { me }),
    ...(living && { living: (processes: readonly string[]) => living.call(given, processes) }),
    ...(ids && { ids: (streams: readonly string[]) => ids.call(given, streams) }),
    ...(tapes && { tapes: (limits: Parameters<typeof tapes>[0]) => tapes.call(given, limits) }),
    ...(ledgers && { ledgers: () => ledgers.call(given) }),
  };
  const ofKinds = (value: (wait: { count: number; seconds: number; failed: number }) => number) => () =>
    [...waits].map(([kind, wait]) => ({ labels: { kind }, value: value(wait) }));
  const ofStores = (value: (lag: Lag) => number) => () =>
    [...lags].map(([store, lag]) => ({ labels: { store }, value: value(lag) }));
  return {
    place,
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
