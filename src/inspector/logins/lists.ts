// Everybody who is logged in, and every token, as they are now.

import type { GivenToken, Login, SandboxClient } from '../../client/client.ts';
import { useEffect, useRef, useState } from '../preact.ts';
import { sentenceOf, useEvents, useSession } from '../session.ts';

export interface Lists {
  /** The newest first. */
  readonly logins: readonly Login[];
  readonly tokens: readonly GivenToken[];
}

export interface LoadedLists {
  readonly lists: Lists | undefined;
  /** Why there are none. */
  readonly problem: string | undefined;
}

/** How many are asked for at once. */
const PAGE = 1000;
/** How long it is waited between two looks, in milliseconds: a client that logs in many times a second is one change. */
const PAUSE = 250;
/** What they depend on: users and applications are records, and what was given ends by the clock. */
const NEWS = ['logins', 'clock', 'change', 'undone', 'missed', 'start'];

/** Looks again when something has changed, but never twice at a time. */
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
          (thrown: unknown) => ({ lists: undefined, problem: sentenceOf(thrown) }),
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

async function loadLists(sandbox: SandboxClient): Promise<Lists> {
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
  // Where nobody logs in, there may be credentials all the same.
  const given = await all(tokens);
  const people = await all(logins).catch((thrown: unknown) => {
    if (given.length > 0) return [];
    throw thrown;
  });
  return { logins: people.reverse(), tokens: given.reverse() };
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
