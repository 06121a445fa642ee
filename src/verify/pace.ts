// Limits the request rate: by a setting, and by `Retry-After`.

import type { Answer, Target } from './target.ts';
import { TIME, type Time } from './time.ts';

/** A rate limit that several targets may share. */
export interface Pace {
  /** Wraps a target. */
  keep(target: Target): Target;
  /** The number of delays requested by the server, and their total, in milliseconds. */
  readonly waited: { readonly times: number; readonly milliseconds: number };
}

export interface PaceSettings {
  /** Maximum number of requests per second, evenly spaced. Default: unlimited. */
  readonly rate?: number;
  readonly time?: Time;
}

/** Maximum delay requested by the server, in milliseconds: for one request, and in total. */
const LONGEST = 60_000;
const LONGEST_IN_ALL = 300_000;

export function createPace({ rate, time = TIME }: PaceSettings = {}): Pace {
  const interval = rate === undefined ? 0 : 1000 / rate;
  const waited = { times: 0, milliseconds: 0 };
  let next = 0;
  let restingUntil = 0;

  /** Waits for the next request slot. */
  const turn = async (signal: AbortSignal): Promise<void> => {
    do {
      const now = time.now();
      const at = Math.max(now, next, restingUntil);
      next = at + interval;
      if (at > now) await time.wait(at - now, signal);
      // The delay may have been extended meanwhile.
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

/** Maximum delay without `Retry-After`, in milliseconds: 31 seconds in total. */
const LONGEST_GUESS = 16_000;

/**
 * The delay in milliseconds (RFC 9110, section 10.2.3); undefined if there is none. A server that returns 429 (RFC
 * 6585, section 4) without it gets a second, doubled each time.
 *
 * @param before - the previous delay of the same request
 */
function laterOf({ status, headers }: Answer, now: number, before: number): number | undefined {
  const text = headers['retry-after']?.trim() ?? '';
  if (status === 429 && text === '') return before < LONGEST_GUESS ? Math.max(1000, 2 * before) : undefined;
  if ((status !== 429 && status !== 503) || text === '') return undefined;
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  // Retrying immediately could loop.
  return Number.isNaN(milliseconds) ? undefined : Math.max(1000, milliseconds);
}
