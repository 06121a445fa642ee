// Storage of the logs of one process: one file, with a line for each stored change.

import { open } from 'node:fs/promises';
import {
  type Entry,
  type OwnLog,
  type OwnStorage,
  parseJson,
  type StoredRecordLists,
  StoreError,
  stringifyJson,
} from '../../src/index.ts';

/** A replacement of all records; an addition; or, with neither, the removal of the stream. */
interface Line {
  readonly stream: string;
  readonly whole?: StoredRecordLists;
  readonly entries?: readonly Entry[];
}

/** The last replacement, and the additions since. */
interface Stream {
  readonly version: number;
  readonly whole: StoredRecordLists;
  readonly entries: readonly Entry[];
}

export async function openFilePlace(path: string): Promise<OwnStorage> {
  const file = await open(path, 'a+', 0o600);
  const streams = new Map<string, Stream>();
  const text = await file.readFile('utf8');
  // Anything behind the last line end was being written when the process was killed.
  const lines = text.slice(0, text.lastIndexOf('\n') + 1);
  for (const line of lines.split('\n').slice(0, -1)) apply(parseJson(line) as Line);
  let size = Buffer.byteLength(lines);
  await file.truncate(size);
  let last: Promise<unknown> = Promise.resolve();

  function apply({ stream, whole, entries = [] }: Line): void {
    const before = streams.get(stream);
    if (whole) streams.set(stream, { version: (before?.version ?? -1) + 1, whole, entries: [] });
    else if (before && entries.length > 0) {
      const version = before.version + entries.length;
      streams.set(stream, { ...before, version, entries: [...before.entries, ...entries.map(dated)] });
    } else streams.delete(stream);
  }

  /** Writes run one after the other; each counts once it is safe. */
  function keep(line: Line): Promise<void> {
    const stored = last.then(async () => {
      const bytes = Buffer.from(`${stringifyJson(line)}\n`);
      try {
        await file.appendFile(bytes);
        await file.datasync();
      } catch (error) {
        await file.truncate(size);
        throw new StoreError('unavailable', 'the change could not be stored, so nothing was changed', { cause: error });
      }
      size += bytes.length;
      apply(line);
    });
    last = stored.catch(() => undefined);
    return stored;
  }

  function log(stream: string): OwnLog {
    return {
      kind: 'own',
      isPersistent: true,
      problem: () => undefined,
      async open() {
        const stored = streams.get(stream);
        if (!stored) return { whole: undefined, version: -1, entries: [] };
        return { ...stored, whole: after(stored.whole, stored.entries) };
      },
      async append(steps, onTopOf) {
        await keep({ stream, entries: steps.map(({ after: _, ...entry }) => entry) });
        return { version: onTopOf + steps.length };
      },
      async replace(whole, onTopOf) {
        await keep({ stream, whole: { records: whole.records(), places: whole.places() } });
        return { version: onTopOf + 1 };
      },
      async close() {
        await last;
      },
    };
  }

  return {
    kind: 'own',
    where: path,
    log,
    remove: (stream) => keep({ stream }),
    async close() {
      await last;
      await file.close();
    },
  };
}

/** An entry parsed from JSON. */
function dated(entry: Entry): Entry {
  return { ...entry, origin: entry.origin && { ...entry.origin, at: new Date(entry.origin.at) } };
}

/** Records after some entries, in order of position. */
function after({ records, places = {} }: StoredRecordLists, entries: readonly Entry[]): StoredRecordLists {
  const lists = new Map(
    Object.entries(records).map(([name, list]) => [
      name,
      new Map(list.map((record, index) => [record.id, { record, place: places[name]?.[index] ?? index }])),
    ]),
  );
  for (const { collection, id, is } of entries.flatMap(({ change }) => change)) {
    if (is) lists.get(collection)?.set(id, is);
    else lists.get(collection)?.delete(id);
  }
  const all = [...lists].map(([name, list]) => [name, [...list.values()].sort((a, b) => a.place - b.place)] as const);
  return {
    records: Object.fromEntries(all.map(([name, list]) => [name, list.map(({ record }) => record)])),
    places: Object.fromEntries(all.map(([name, list]) => [name, list.map(({ place }) => place)])),
  };
}
