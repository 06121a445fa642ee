// What the store on a stream is to learn, from what the database said of it or from all it holds.

import type { Entry, Newer, ProblemOf } from '../log/log.ts';
import type { Loaded } from './loading.ts';
import type { Answer, Known } from './questions.ts';
import { readEntry } from './rows.ts';

/** What a store is to learn, and what the newest of it was kept with. */
export interface NewEntries {
  readonly newer: Newer;
  readonly batch: string | undefined;
}

/** Those after a version, and perhaps some before them; undefined where some are missing, as when somebody took rows away. */
export function entriesAfter(
  known: Known,
  { version, newer }: Extract<Answer, { is: 'there' }>,
  problemOf: ProblemOf,
): NewEntries | undefined {
  const first = version - newer.length + 1;
  const isWhole = first <= known.version + 1 && newer.every((row, index) => row.version === first + index);
  if (!isWhole) return undefined;
  const entries = newer.map((row): Entry => readEntry(row.version, row.entry, problemOf));
  return { newer: { version, entries }, batch: newer.at(-1)?.batch };
}

/** All there is, for who knows nothing that it follows on. */
export function wholeOf({ version, batch, whole, entries }: Loaded): NewEntries {
  return { newer: { version, entries, replaced: whole }, batch };
}

/** What there is, in the place of what is known. */
export function setBackTo(found: Loaded): NewEntries {
  const { newer, batch } = wholeOf(found);
  return { newer: { ...newer, isSetBack: true }, batch };
}
