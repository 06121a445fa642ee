// The data changes of an API, newest first, updated live.

import type { Change } from '../../client/client.ts';
import { useThrottled } from '../parts/throttled.ts';
import { useEffect, useRef, useState } from '../preact.ts';
import { messageOf, useSession } from '../session.ts';
import { changesAfter } from './merge-changes.ts';

interface ChangeList {
  /** Undefined while loading. */
  readonly changes: readonly Change[] | undefined;
  readonly problem: string | undefined;
}

export function useChanges(api: string): ChangeList {
  const { sandbox, live } = useSession();
  const [list, setList] = useState<ChangeList>({ changes: undefined, problem: undefined });
  /** Whether the known changes may be outdated. */
  const isStale = useRef(true);
  const turn = useRef(0);
  const read = async () => {
    turn.current += 1;
    const mine = turn.current;
    try {
      const known = isStale.current ? [] : (list.changes ?? []);
      isStale.current = false;
      const changes = await changesAfter(known, (limit) => sandbox.changes({ api, limit }));
      if (turn.current === mine) setList({ changes, problem: undefined });
    } catch (thrown) {
      isStale.current = true;
      if (turn.current === mine) setList({ changes: undefined, problem: messageOf(thrown) });
    }
  };
  useEffect(() => {
    isStale.current = true;
    void read();
    return () => {
      turn.current += 1;
    };
  }, [sandbox, api]);
  useThrottled(
    () => void read(),
    ({ event, data }) => {
      const isMissed = event === 'missed' || (event === 'start' && live.connections > 1);
      if (isMissed || (event === 'undone' && data.api === api)) isStale.current = true;
      return isMissed || ((event === 'change' || event === 'undone') && data.api === api);
    },
  );
  return list;
}
