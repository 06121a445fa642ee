// Selects a few distinct exchanges per operation and status of a recording.

import type { MatchedExchange } from './match-recording.ts';

/** Maximum number per operation and status. */
const MOST = 3;

/** Maximum number of unsuitable ones before the rest is skipped: a server may never respond as documented. */
const MOST_BAD = 20;

/**
 * @param isGood - whether an exchange is preferred. Default: all are
 * @returns by operation id, the preferred ones first
 */
export function selectExchanges(
  recorded: readonly MatchedExchange[],
  isGood: (one: MatchedExchange) => boolean = () => true,
): ReadonlyMap<string, readonly MatchedExchange[]> {
  const chosen = new Map<string, MatchedExchange[]>();
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  const bad = new Map<string, MatchedExchange[]>();
  const take = (one: MatchedExchange, isTaken: (kind: string) => boolean) => {
    const { operation, request, response } = one;
    const kind = `${operation.id} ${response.status}`;
    const count = counts.get(kind) ?? 0;
    if (count === MOST) return;
    const key = `${kind} ${request.target} ${request.body ? Buffer.from(request.body).toString() : ''}`;
    if (seen.has(key) || !isTaken(kind)) return;
    seen.add(key);
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
