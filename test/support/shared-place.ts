// Storage of logs that several stores of one process share, as replicas share a database: everything passes as JSON and asynchronously.

import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { parseJson } from '../../src/schema/json/parse-json.ts';
import { stringifyJson } from '../../src/schema/json/stringify-json.ts';
import type {
  Entry,
  NewEntries,
  SharedLog,
  SharedStorage,
  StoredRecordLists,
  WholeState,
} from '../../src/store/log/store-log.ts';
import { storageUnavailable, streamRemoved } from '../../src/store/store-error.ts';
import { createSharedLedgers, type SharedLedgers } from './shared-ledgers.ts';
import { createSharedRequestLogs, type InMemoryRequestLogs } from './shared-request-logs.ts';

export interface SharedPlace extends SharedStorage {
  /** Whether stores receive changes of others only on request. Default false. */
  isQuiet: boolean;
  /** Whether the newest version cannot be read. Default false. */
  failsToAsk: boolean;
  /** Whether nothing can be stored. Default false. */
  failsToKeep: boolean;
  /** The names of all streams. */
  readonly streams: readonly string[];
  /** The recorded requests. */
  readonly recordedLogs: InMemoryRequestLogs;
  /** The counts. */
  readonly counted: SharedLedgers;
  /** The number of requests for a newest version. */
  readonly requested: number;
}

interface Stream {
  readonly id: string;
  version: number;
  whole: WholeState;
  /** The entries since the last replacement, as JSON. */
  entries: string[];
  /** The version of the last replacement. */
  replacedAt: number;
}

interface Opened {
  readonly stream: string;
  /** The version that its store has. */
  reported: number;
  /** The stream of the log; undefined before it exists. */
  on: Stream | undefined;
  listener?: (newer: NewEntries) => void;
}

export function createSharedPlace(): SharedPlace {
  const streams = new Map<string, Stream>();
  const opened = new Set<Opened>();
  let requested = 0;
  let made = 0;

  /** The entries that an opened log does not have. */
  function newerFor(log: Opened, since = log.reported): NewEntries | undefined {
    const stream = streams.get(log.stream);
    if (!stream || stream.version <= since) return undefined;
    const { version, replacedAt } = stream;
    const isReplaced = since < replacedAt;
    const entries = stream.entries.slice(isReplaced ? 0 : since - replacedAt).map(parsed);
    return { version, entries, ...(isReplaced && { replaced: copied(stream.whole) }) };
  }

  function report(log: Opened): void {
    const newer = log.on === streams.get(log.stream) && newerFor(log);
    if (!newer) return;
    log.reported = newer.version;
    log.listener?.(newer);
  }

  function notifyOthers({ stream }: Opened): void {
    if (place.isQuiet) return;
    for (const other of opened) if (other.stream === stream) setImmediate(() => opened.has(other) && report(other));
  }

  function refuseWhenGone(log: Opened): void {
    if (log.on !== streams.get(log.stream)) throw streamRemoved(log.stream);
  }

  function createLog(name: string): SharedLog {
    const log: Opened = { stream: name, reported: -1, on: undefined };
    /** Runs work at this version, or returns what is newer. */
    async function keep(onTopOf: number, work: (stream: Stream | undefined) => Stream) {
      await turn();
      if (place.failsToKeep) throw storageUnavailable(new Error('unavailable'));
      // The first one creates the stream; the second one finds it.
      if (log.reported === -1) log.on = streams.get(name);
      refuseWhenGone(log);
      const newer = newerFor(log, onTopOf);
      if (newer) {
        log.reported = newer.version;
        return { newer };
      }
      log.on = work(log.on);
      streams.set(name, log.on);
      const { version } = log.on;
      notifyOthers(log);
      // Changes that happen before the response.
      await turn();
      log.reported = Math.max(log.reported, version);
      return { version };
    }
    return {
      kind: 'shared',
      async open() {
        await turn();
        opened.add(log);
        const stream = streams.get(name);
        log.on = stream;
        log.reported = stream?.version ?? -1;
        return {
          whole: stream && copied(stream.whole),
          version: log.reported,
          entries: stream?.entries.map(parsed) ?? [],
        };
      },
      append(steps, onTopOf) {
        const lines = steps.map(({ change, origin, takesBack, restores }) =>
          stringifyJson({ change, origin, takesBack, restores }),
        );
        return keep(onTopOf, (stream) => {
          const last = steps.at(-1);
          if (!stream || !last) throw new Error('there is nothing to append to, or nothing to be appended');
          stream.version += steps.length;
          stream.whole = last.after;
          stream.entries.push(...lines);
          return stream;
        });
      },
      replace: (whole, onTopOf) =>
        keep(onTopOf, (stream) =>
          Object.assign(stream ?? { id: `${++made}` }, {
            version: onTopOf + 1,
            whole,
            entries: [],
            replacedAt: onTopOf + 1,
          }),
        ),
      subscribe(listener) {
        log.listener = listener;
        return () => void delete log.listener;
      },
      async newest() {
        requested += 1;
        await turn();
        if (place.failsToAsk) throw storageUnavailable(new Error('it does not answer, over there'));
        if (log.reported === -1) log.on = streams.get(name);
        refuseWhenGone(log);
        report(log);
      },
      async close() {
        opened.delete(log);
      },
    };
  }

  let texts = 0;
  const recordedLogs = createSharedRequestLogs(() => texts);
  const counted = createSharedLedgers();
  const place: SharedPlace = {
    kind: 'shared',
    /** One for each replica, as each asks once. */
    get processId() {
      return randomUUID();
    },
    living: async (all) => all,
    onPresent: () => undefined,
    onLost: () => undefined,
    recordedLogs,
    requestLogs(limits) {
      texts = limits.texts;
      return recordedLogs;
    },
    counted,
    ledgers: () => counted,
    where: 'the memory of this process',
    isQuiet: false,
    failsToAsk: false,
    failsToKeep: false,
    get streams() {
      return [...streams.keys()];
    },
    get requested() {
      return requested;
    },
    log: createLog,
    async remove(name, id) {
      await turn();
      const stream = streams.get(name);
      if (stream && id !== undefined && id !== stream.id) return;
      streams.delete(name);
    },
    async ids(names) {
      await turn();
      return new Map(
        names.flatMap((name) => {
          const stream = streams.get(name);
          return stream ? [[name, stream.id]] : [];
        }),
      );
    },
    close: async () => undefined,
  };
  return place;
}

function parsed(line: string): Entry {
  const entry = parseJson(line) as Entry;
  return { ...entry, origin: entry.origin && { ...entry.origin, at: new Date(entry.origin.at) } };
}

function copied(whole: WholeState): StoredRecordLists {
  return parseJson(stringifyJson({ records: whole.records(), places: whole.places() })) as StoredRecordLists;
}
