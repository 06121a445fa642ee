// Notifies other replicas of changes by LISTEN and NOTIFY, and polls for lost notifications.

import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';
import type { PollStreams, StreamFollower } from './stream-polling.ts';

const CHANNEL = 'understudy';

/** Polling interval in milliseconds: while notifications arrive, and while they do not. */
const SELDOM = 10_000;
const OFTEN = 1000;

/** Pause before the next attempt to listen, in milliseconds: the first and the longest. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [250, 10_000];

/** How many streams one word is about at most: it may have 8000 bytes. */
const MOST_STREAMS = 300;

/** Timeout for sending one, in milliseconds. */
const WITHIN = 5000;

export interface Notifications {
  /** Notifies others of changed streams; soon, and in one notification for several. */
  tell(streams: readonly string[]): void;
  /** Resolves when it was first tried to listen. */
  readonly listening: Promise<void>;
  close(): Promise<void>;
}

/**
 * @param following - receivers
 * @param first - statements at the beginning of the connection
 * @param begun - called whenever it has begun
 */
export function createNotifications(
  database: Database,
  ask: PollStreams,
  following: ReadonlySet<StreamFollower>,
  first: readonly string[],
  begun: () => void,
): Notifications {
  const me = randomUUID();
  const changed = new Set<string>();
  let telling: Promise<void> | undefined;
  let isClosed = false;
  /** Whether the last test notification came back: some proxies drop them. */
  let isHearing = false;
  let hasHeard = false;
  let timer: NodeJS.Timeout | undefined;
  let endListening: (() => Promise<void>) | undefined;
  let retry: NodeJS.Timeout | undefined;
  let pause = FIRST_PAUSE;

  /** A failure needs no report: the next query fails, too. */
  const askFor = (all: Iterable<StreamFollower>) => void ask(all).catch(() => undefined);

  function heard(payload: string): void {
    const [from, ...streams] = payload.split(' ');
    hasHeard = true;
    if (from === me) isHearing = true;
    else {
      const about = new Set(streams);
      askFor([...following].filter(({ stream }) => stream !== undefined && about.has(stream)));
    }
  }

  async function listen(): Promise<void> {
    try {
      const lost = () => {
        isHearing = false;
        listenAgain();
      };
      endListening = await database.listen(CHANNEL, heard, lost, first);
      pause = FIRST_PAUSE;
      if (isClosed) await endListening();
      else {
        await send([me]);
        // Changes during the interruption.
        askFor(following);
        begun();
      }
    } catch {
      listenAgain();
    }
  }

  function listenAgain(): void {
    if (isClosed) return;
    clearTimeout(retry);
    retry = setTimeout(() => void listen(), pause * (0.5 + Math.random())).unref();
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }

  const send = (words: readonly string[]) =>
    database.query('select pg_notify($1, $2)', [CHANNEL, words.join(' ')], { within: WITHIN });

  async function tellAll(): Promise<void> {
    while (changed.size > 0 && !isClosed) {
      const some = [...changed].slice(0, MOST_STREAMS);
      for (const stream of some) changed.delete(stream);
      await send([me, ...some]).catch(() => undefined);
    }
    telling = undefined;
  }

  function askNow(): void {
    askFor(following);
    // The server may have disappeared silently, or may no longer be the one that the name leads to.
    if (isHearing && !hasHeard) {
      void endListening?.();
      listenAgain();
    }
    isHearing = hasHeard;
    hasHeard = false;
    void send([me]).catch(() => undefined);
    askSoon();
  }

  function askSoon(): void {
    if (!isClosed) timer = setTimeout(askNow, isHearing ? SELDOM : OFTEN).unref();
  }

  const listening = listen();
  askSoon();
  return {
    listening,
    tell(streams) {
      for (const stream of streams) changed.add(stream);
      telling ??= tellAll();
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      clearTimeout(retry);
      await telling;
      await endListening?.();
    },
  };
}
