// How fast a server is asked: no faster than somebody says, and later where the server itself says so.

import type { Answer, Target } from './target.ts';
import { TIME, type Time } from './time.ts';

/** A pace that several targets may share. */
export interface Pace {
  /** The same server, asked at this pace. */
  keep(target: Target): Target;
  /** How often the server has said that it is to be asked later, and how long nobody has asked it for that, in milliseconds. */
  readonly waited: { readonly times: number; readonly milliseconds: number };
}

export interface PaceSettings {
  /** How many requests may begin in a second, evenly spaced. Default: any number. */
  readonly rate?: number;
  readonly time?: Time;
}

/** How long is waited because a server says so, in milliseconds: for one request, and in all. */
const LONGEST = 60_000;
const LONGEST_IN_ALL = 300_000;

export function createPace({ rate, time = TIME }: PaceSettings = {}): Pace {
  const interval = rate === undefined ? 0 : 1000 / rate;
  const waited = { times: 0, milliseconds: 0 };
  let next = 0;
  let restingUntil = 0;

  /** Waits until one more request may begin. */
  const turn = async (signal: AbortSignal): Promise<void> => {
    do {
      const now = time.now();
      const at = Math.max(now, next, restingUntil);
      next = at + interval;
      if (at > now) await time.wait(at - now, signal);
      // While one waited, somebody may have been told to come later still.
    } while (!signal.aborted && time.now() < restingUntil);
  };

  return {
    waited,
    keep: (target) => ({
      ...target,
      async ask(call, headers, signal = NEVER) {
        let left = LONGEST;
        let before = 0;
        for (;;) {
          await turn(signal);
          if (signal.aborted) return { status: 0, reason: 'the run was stopped', isOurs: true };
          const answer = await target.ask(call, headers, signal);
          const later = 'reason' in answer ? undefined : laterOf(answer, time.now(), before);
          const until = time.now() + (later ?? 0);
          const more = Math.max(0, until - Math.max(time.now(), restingUntil));
          if (later === undefined || later > left || waited.milliseconds + more > LONGEST_IN_ALL) return answer;
          left -= later;
          before = later;
          waited.times += 1;
          waited.milliseconds += more;
          restingUntil = Math.max(restingUntil, until);
        }
      },
    }),
  };
}

const NEVER = new AbortController().signal;

/** How long is waited at most for a server that does not say for how long, in milliseconds: 31 seconds in all. */
const LONGEST_GUESS = 16_000;

/**
 * In how many milliseconds a server wants to be asked again (RFC 9110, section 10.2.3); undefined where it does not say so. One that is asked too often (RFC 6585, section 4) and does
 * not say when is asked after a second, and then after twice as long each time.
 *
 * @param before - how long was waited before, for the same request
 */
function laterOf({ status, headers }: Answer, now: number, before: number): number | undefined {
  const text = headers['retry-after']?.trim() ?? '';
  if (status === 429 && text === '') return before < LONGEST_GUESS ? Math.max(1000, 2 * before) : undefined;
  if ((status !== 429 && status !== 503) || text === '') return undefined;
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  // At once would be again and again.
  return Number.isNaN(milliseconds) ? undefined : Math.max(1000, milliseconds);
}
