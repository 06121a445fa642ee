// Which exchanges of a recording stand for the others: a few of each operation and status, no two of which say the same.

import type { Recorded } from './recorded.ts';

/** How many of one operation with one status are taken. */
const MOST = 3;

/** How many of them are looked at that are not good before the rest is passed over: a server may answer nothing as its document says. */
const MOST_BAD = 20;

/**
 * @param isGood - whether an exchange is to be taken before others. Default: all are
 * @returns by the ids of operations, the good ones first
 */
export function chosenOf(
  recorded: readonly Recorded[],
  isGood: (one: Recorded) => boolean = () => true,
): ReadonlyMap<string, readonly Recorded[]> {
  const chosen = new Map<string, Recorded[]>();
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  const bad = new Map<string, Recorded[]>();
  const take = (one: Recorded, isTaken: (kind: string) => boolean) => {
    const { operation, call, answer } = one;
    const kind = `${operation.id} ${answer.status}`;
    const count = counts.get(kind) ?? 0;
    if (count === MOST) return;
    const said = `${kind} ${call.target} ${call.body ? Buffer.from(call.body).toString() : ''}`;
    if (seen.has(said) || !isTaken(kind)) return;
    seen.add(said);
    counts.set(kind, count + 1);
    chosen.set(operation.id, [...(chosen.get(operation.id) ?? []), one]);
  };
  for (const one of recorded)
    take(one, (kind) => {
      const others = bad.get(kind) ?? [];
      if (others.length === MOST_BAD) return false;
      if (isGood(one)) return true;
      bad.set(kind, [...others, one]);
      return false;
    });
  for (const one of [...bad.values()].flat()) take(one, () => true);
  return chosen;
}
