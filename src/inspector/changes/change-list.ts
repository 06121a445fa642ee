// The changes of an api, the newest first, as they come.

import type { Change } from '../../client/client.ts';
import { useSeldom } from '../parts/seldom.ts';
import { useEffect, useRef, useState } from '../preact.ts';
import { sentenceOf, useSession } from '../session.ts';

/** How many are known at the most, and how many are read when there are new ones. */
const [ALL, SOME] = [1000, 100];

export interface ChangeList {
  /** Undefined before they have come. */
  readonly changes: readonly Change[] | undefined;
  readonly problem: string | undefined;
}

export function useChanges(api: string): ChangeList {
  const { world, live } = useSession();
  const [list, setList] = useState<ChangeList>({ changes: undefined, problem: undefined });
  /** Whether what is known may be no more. */
  const isAnew = useRef(true);
  const turn = useRef(0);
  const read = async () => {
    turn.current += 1;
    const mine = turn.current;
    try {
      const known = isAnew.current ? [] : (list.changes ?? []);
      isAnew.current = false;
      const changes = await changesAfter(known, (limit) => world.changes({ api, limit }));
      if (turn.current === mine) setList({ changes, problem: undefined });
    } catch (thrown) {
      isAnew.current = true;
      if (turn.current === mine) setList({ changes: undefined, problem: sentenceOf(thrown) });
    }
  };
  useEffect(() => {
    isAnew.current = true;
    void read();
    return () => {
      turn.current += 1;
    };
  }, [world, api]);
  useSeldom(
    () => void read(),
    ({ event, data }) => {
      const isMissed = event === 'missed' || (event === 'start' && live.connections > 1);
      if (isMissed || (event === 'undone' && data.api === api)) isAnew.current = true;
      return isMissed || ((event === 'change' || event === 'undone') && data.api === api);
    },
  );
  return list;
}

/** Reads some of the newest, or all where these do not join on to those that are known. Both lists have the newest first. */
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

/** What a change did, for a line: `2 added, 1 changed in projects`. */
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
  const told = [...kinds].map(([collection, counts]) =>
    isAll ? `${[...counts].map(([kind, count]) => `${count} ${kind}`).join(', ')} in ${collection}` : collection,
  );
  return isAll ? told.join('; ') : `${touched.toLocaleString('en')} records: ${told.join(', ')} …`;
}
