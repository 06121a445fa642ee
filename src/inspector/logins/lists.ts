// All logins and tokens, updated live.

import type { GivenToken, Login, SandboxClient } from '../../client/client.ts';
import { useEffect, useRef, useState } from '../preact.ts';
import { messageOf, useEvents, useSession } from '../session.ts';

export interface Lists {
  /** Newest first. */
  readonly logins: readonly Login[];
  readonly tokens: readonly GivenToken[];
}

interface LoadedLists {
  readonly lists: Lists | undefined;
  /** Why loading failed. */
  readonly problem: string | undefined;
}

/** The page size. */
const PAGE = 1000;
/** The shortest time between two loads in milliseconds. */
const PAUSE = 250;
/** Events that change them: users and applications are records, and tokens expire by the clock. */
const NEWS = ['logins', 'clock', 'change', 'undone', 'missed', 'start'];

/** Loads them again after changes, one load at a time. */
export function useLists(): LoadedLists {
  const { sandbox } = useSession();
  const [loaded, setLoaded] = useState<LoadedLists>({ lists: undefined, problem: undefined });
  const look = useRef<() => void>(() => undefined);
  useEffect(() => {
    let isOver = false;
    let [isLooking, isNews] = [false, false];
    const run = async () => {
      isNews = true;
      if (isLooking) return;
      isLooking = true;
      while (isNews && !isOver) {
        isNews = false;
        const next = await loadLists(sandbox).then(
          (lists) => ({ lists, problem: undefined }),
          (thrown: unknown) => ({ lists: undefined, problem: messageOf(thrown) }),
        );
        if (!isOver) setLoaded(next);
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
      isLooking = false;
    };
    look.current = () => void run();
    look.current();
    return () => {
      isOver = true;
    };
  }, [sandbox]);
  useEvents((events) => {
    if (events.some(({ event }) => NEWS.includes(event))) look.current();
  });
  return loaded;
}

const NO_LOGINS = 'no API of this server has a login page; add one with defineLogin in the config';

/** @throws Error if the server has neither. Browsers log a rejected request, so it is not sent. */
async function loadLists(sandbox: SandboxClient): Promise<Lists> {
  if (!(await sandbox.control('showControl')).logins) throw new Error(NO_LOGINS);
  const logins = async (after: number | undefined) => {
    const { logins: items, after: next } = await sandbox.control('listLogins', {
      limit: PAGE,
      ...(after !== undefined && { after }),
    });
    return { items, next };
  };
  const tokens = async (after: number | undefined) => {
    const { tokens: items, after: next } = await sandbox.control('listTokens', {
      limit: PAGE,
      ...(after !== undefined && { after }),
    });
    return { items, next };
  };
  const [people, issued] = [await all(logins), await all(tokens)];
  return { logins: people.reverse(), tokens: issued.reverse() };
}

async function all<T>(
  page: (after: number | undefined) => Promise<{ readonly items: readonly T[]; readonly next: number | undefined }>,
): Promise<T[]> {
  const items: T[] = [];
  let after: number | undefined;
  do {
    const { items: more, next } = await page(after);
    items.push(...more);
    after = next;
  } while (after !== undefined);
  return items;
}
