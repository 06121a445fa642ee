// The changes of an api, the newest first, as they come.

import type { Change } from '../../client/client.ts';
import { useThrottled } from '../parts/throttled.ts';
import { useEffect, useRef, useState } from '../preact.ts';
import { sentenceOf, useSession } from '../session.ts';
import { changesAfter } from './joined.ts';

export interface ChangeList {
  /** Undefined before they have come. */
  readonly changes: readonly Change[] | undefined;
  readonly problem: string | undefined;
}

export function useChanges(api: string): ChangeList {
  const { sandbox, live } = useSession();
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
      const changes = await changesAfter(known, (limit) => sandbox.changes({ api, limit }));
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
  }, [sandbox, api]);
  useThrottled(
    () => void read(),
    ({ event, data }) => {
      const isMissed = event === 'missed' || (event === 'start' && live.connections > 1);
      if (isMissed || (event === 'undone' && data.api === api)) isAnew.current = true;
      return isMissed || ((event === 'change' || event === 'undone') && data.api === api);
    },
  );
  return list;
}
