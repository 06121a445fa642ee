// Which exchanges of a recording stand for the others: a few of each operation and status, no two of which say the same.

import type { Recorded } from './recorded.ts';

/** How many of one operation with one status are taken. */
const MOST = 3;

/** @returns by the ids of operations */
export function chosenOf(recorded: readonly Recorded[]): ReadonlyMap<string, readonly Recorded[]> {
  const chosen = new Map<string, Recorded[]>();
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  for (const one of recorded) {
    const { operation, call, answer } = one;
    const kind = `${operation.id} ${answer.status}`;
    const count = counts.get(kind) ?? 0;
    if (count === MOST) continue;
    const said = `${kind} ${call.target} ${call.body ? Buffer.from(call.body).toString() : ''}`;
    if (seen.has(said)) continue;
    seen.add(said);
    counts.set(kind, count + 1);
    chosen.set(operation.id, [...(chosen.get(operation.id) ?? []), one]);
  }
  return chosen;
}
