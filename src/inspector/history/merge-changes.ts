// Merges pages of changes, and summarizes a change in one line.

import type { Change } from '../../client/client.ts';

/** The largest number of known changes, and how many are read after news. */
const [ALL, SOME] = [1000, 100];

/** Reads some of the newest changes, or all where they do not overlap with the known ones. */
export async function changesAfter(
  known: readonly Change[],
  read: (limit: number) => Promise<readonly Change[]>,
): Promise<readonly Change[]> {
  const newest = known[0]?.number;
  if (newest !== undefined) {
    const some = await read(SOME);
    const oldest = some[0]?.number;
    if (oldest !== undefined && oldest <= newest)
      return [...some.toReversed(), ...known.filter(({ number }) => number < oldest)].slice(0, ALL);
  }
  return (await read(ALL)).toReversed();
}

/** A change in one line: `2 added, 1 changed in projects`. */
export function summaryOf({ touched, edits }: Change): string {
  const kinds = new Map<string, Map<string, number>>();
  for (const { collection, kind } of edits) {
    const counts = kinds.get(collection) ?? new Map<string, number>();
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    kinds.set(collection, counts);
  }
  const isAll = touched === edits.length;
  const [only] = edits;
  if (only && touched === 1) return `${only.collection} ${only.id} ${only.kind}`;
  const parts = [...kinds].map(([collection, counts]) =>
    isAll ? `${[...counts].map(([kind, count]) => `${count} ${kind}`).join(', ')} in ${collection}` : collection,
  );
  return isAll ? parts.join('; ') : `${touched.toLocaleString('en')} records: ${parts.join(', ')} …`;
}
