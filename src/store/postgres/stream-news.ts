// Converts rows of the database to the news of a store.

import type { Entry, NewEntries, ProblemOf } from '../log/store-log.ts';
import type { LoadedStream } from './load-stream.ts';
import { readEntry } from './rows.ts';
import type { KnownVersion, StreamResult } from './stream-polling.ts';

/** The news for a store, and the batch of the newest entry. */
export interface StreamNews {
  readonly newer: NewEntries;
  readonly batch: string | undefined;
}

/** The entries after a version, and perhaps earlier ones; undefined if some are missing. */
export function entriesAfter(
  known: KnownVersion,
  { version, newer }: Extract<StreamResult, { is: 'there' }>,
  problemOf: ProblemOf,
): StreamNews | undefined {
  const first = version - newer.length + 1;
  const isWhole = first <= known.version + 1 && newer.every((row, index) => row.version === first + index);
  if (!isWhole) return undefined;
  const entries = newer.map((row): Entry => readEntry(row.version, row.entry, problemOf));
  return { newer: { version, entries }, batch: newer.at(-1)?.batch };
}

/** The whole content, for a store that knows nothing before it. */
export function wholeStreamNews({ version, batch, whole, entries }: LoadedStream): StreamNews {
  return { newer: { version, entries, replaced: whole }, batch };
}

/** The whole content, which replaces newer knowledge. */
export function streamReset(found: LoadedStream): StreamNews {
  const { newer, batch } = wholeStreamNews(found);
  return { newer: { ...newer, isSetBack: true }, batch };
}
