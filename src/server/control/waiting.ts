// Those who wait for exchanges: what comes is put into words once, for all who wait for it, and of what they wait for no more than numbers are kept.

import { ApiError } from '../pipeline/errors/failure.ts';
import type { Journal } from '../pipeline/request-log/journal.ts';
import type { ShownExchange } from '../pipeline/request-log/recorded-exchange.ts';
import { nextTurn } from '../pipeline/scheduling/turn.ts';
import { isMeant } from './exchange-match.ts';
import type { ExchangeMatch } from './operations.ts';

/** How many wait for exchanges at the same time. */
const MOST_WAITING = 1000;
/** How long what they wait for may be together, as JSON, in characters. */
const LONGEST_WAITING = 16 * 1024 * 1024;
/** How many exchanges are looked at before others have their turn. */
const AT_ONCE = 20;
/** How long is looked before others have their turn, in milliseconds. */
const TURN = 5;

/** What somebody waits for. */
export interface Awaited {
  readonly match: ExchangeMatch;
  readonly count: number;
  /** Only those with a greater number. */
  readonly after: number;
  /** In milliseconds. */
  readonly timeout: number;
  /** Of who waits. */
  readonly signal: AbortSignal;
}

interface Waiter {
  readonly match: ExchangeMatch;
  readonly count: number;
  /** Up to this one the exchanges were looked at before it waited. */
  readonly seen: number;
  /** Of those that are meant. */
  readonly numbers: number[];
  leave(): void;
}

/** Waits for exchanges. @returns the numbers of those that are meant, as soon as there are so many, the time is up, or nobody waits any more */
export type WaitFor = (journal: Journal, awaited: Awaited) => Promise<readonly number[]>;

const LATER = 'try again later';

/** @param stopping - aborted when nobody should wait any more */
export function createWaiting(stopping: AbortSignal): WaitFor {
  const watched = new Map<Journal, Set<Waiter>>();
  let [waiting, length] = [0, 0];

  /** Looks at what comes, as long as somebody waits for it. */
  async function watch(journal: Journal, waiters: Set<Waiter>): Promise<void> {
    let last = journal.newest;
    while (waiters.size > 0 && !stopping.aborted && !journal.isClosed) {
      const { exchanges } = journal.page({ after: last, limit: AT_ONCE });
      for (const exchange of exchanges) await look(exchange, waiters);
      last = exchanges.at(-1)?.number ?? last;
      if (exchanges.length === 0) await journal.next(stopping);
    }
    watched.delete(journal);
    for (const waiter of waiters) waiter.leave();
  }

  return async (journal, { match, count, after, timeout, signal }) => {
    const numbers: number[] = [];
    const seen = journal.newest;
    for (const { number } of journal.find((one) => isMeant(match, one), after)) numbers.push(number);
    if (numbers.length >= count || timeout === 0 || journal.isClosed) return numbers;
    const own = JSON.stringify(match).length;
    if (waiting >= MOST_WAITING)
      throw new ApiError(
        'resource_exhausted',
        `${MOST_WAITING} clients already wait for requests, the maximum; ${LATER}`,
      );
    if (length + own > LONGEST_WAITING)
      throw new ApiError(
        'resource_exhausted',
        `the conditions of all waiting clients are too long; use a shorter one, or ${LATER}`,
      );
    waiting += 1;
    length += own;
    const end = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
    await new Promise<void>((resolve) => {
      const waiters = watched.get(journal) ?? new Set();
      const waiter = {
        match,
        count,
        seen,
        numbers,
        leave() {
          waiters.delete(waiter);
          end.removeEventListener('abort', waiter.leave);
          resolve();
        },
      };
      end.addEventListener('abort', waiter.leave);
      waiters.add(waiter);
      if (end.aborted) return waiter.leave();
      if (watched.has(journal)) return;
      watched.set(journal, waiters);
      void watch(journal, waiters);
    });
    waiting -= 1;
    length -= own;
    return numbers;
  };
}

/** Shows an exchange to all who wait. Others have their turn in between, however many these are. */
async function look(exchange: ShownExchange, waiters: ReadonlySet<Waiter>): Promise<void> {
  let began = performance.now();
  for (const waiter of waiters) {
    if (exchange.number <= waiter.seen) continue;
    if (isMeant(waiter.match, exchange)) waiter.numbers.push(exchange.number);
    if (waiter.numbers.length >= waiter.count) waiter.leave();
    if (performance.now() - began < TURN) continue;
    await nextTurn();
    began = performance.now();
  }
}
