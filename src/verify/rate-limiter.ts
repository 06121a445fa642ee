// Limits the request rate: by a setting, and by `Retry-After`.

import type { ReceivedResponse, Target } from './target.ts';
import { TIME, type Time } from './time.ts';

/** A rate limit that several targets may share. */
export interface RateLimiter {
  /** Wraps a target. */
  wrap(target: Target): Target;
  /** The number of delays requested by the server, and their total, in milliseconds. */
  readonly delays: { readonly times: number; readonly milliseconds: number };
}

export interface RateLimiterSettings {
  /** Maximum number of requests per second, evenly spaced. Default: unlimited. */
  readonly rate?: number;
  readonly time?: Time;
}

/** Maximum delay requested by the server, in milliseconds: for one request, and in total. */
const MAX_DELAY = 60_000;
const MAX_TOTAL_DELAY = 300_000;

export function createRateLimiter({ rate, time = TIME }: RateLimiterSettings = {}): RateLimiter {
  const interval = rate === undefined ? 0 : 1000 / rate;
  const delays = { times: 0, milliseconds: 0 };
  let next = 0;
  let pausedUntil = 0;

  /** Waits for the next request slot. */
  const waitForSlot = async (signal: AbortSignal): Promise<void> => {
    do {
      const now = time.now();
      const at = Math.max(now, next, pausedUntil);
      next = at + interval;
      if (at > now) await time.wait(at - now, signal);
      // The delay may have been extended meanwhile.
    } while (!signal.aborted && time.now() < pausedUntil);
  };

  return {
    delays,
    wrap: (target) => ({
      ...target,
      async send(request, headers, signal = NEVER) {
        let remaining = MAX_DELAY;
        let previous = 0;
        for (;;) {
          await waitForSlot(signal);
          if (signal.aborted) return { status: 0, reason: 'the run was stopped', isAborted: true };
          const response = await target.send(request, headers, signal);
          const delay = 'reason' in response ? undefined : getRetryDelay(response, time.now(), previous);
          const until = time.now() + (delay ?? 0);
          const added = Math.max(0, until - Math.max(time.now(), pausedUntil));
          if (delay === undefined || delay > remaining || delays.milliseconds + added > MAX_TOTAL_DELAY)
            return response;
          remaining -= delay;
          previous = delay;
          delays.times += 1;
          delays.milliseconds += added;
          pausedUntil = Math.max(pausedUntil, until);
        }
      },
    }),
  };
}

const NEVER = new AbortController().signal;

/** Whether a response only delays the request: it says nothing about the operation. */
export function isThrottled({ status, headers }: Pick<ReceivedResponse, 'status' | 'headers'>): boolean {
  return status === 429 || (status === 503 && headers['retry-after'] !== undefined);
}

/** Maximum delay without `Retry-After`, in milliseconds: 31 seconds in total. */
const MAX_DEFAULT_DELAY = 16_000;

/**
 * The delay in milliseconds (RFC 9110, section 10.2.3); undefined if there is none. A server that returns 429 (RFC
 * 6585, section 4) without it gets a second, doubled each time.
 *
 * @param previous - the previous delay of the same request
 */
function getRetryDelay({ status, headers }: ReceivedResponse, now: number, previous: number): number | undefined {
  const text = headers['retry-after']?.trim() ?? '';
  if (status === 429 && text === '') return previous < MAX_DEFAULT_DELAY ? Math.max(1000, 2 * previous) : undefined;
  if ((status !== 429 && status !== 503) || text === '') return undefined;
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  // Retrying immediately could loop.
  return Number.isNaN(milliseconds) ? undefined : Math.max(1000, milliseconds);
}
