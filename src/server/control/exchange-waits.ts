// Waits for matching exchanges: each exchange is formatted once for all waits.

import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { ApiError } from '../pipeline/errors/api-error.ts';
import type { RecordedExchange } from '../pipeline/request-log/recorded-exchange.ts';
import type { RequestLog } from '../pipeline/request-log/request-log.ts';
import { waitForTurn } from '../pipeline/scheduling/work-queue.ts';
import { matchesExchange } from './match-exchange.ts';
import type { ExchangeMatch } from './operations.ts';

/** How many wait for exchanges at the same time. */
const MOST_WAITING = 1000;
/** Maximum total size of the filters, as JSON, in characters. */
const LONGEST_WAITING = 16 * 1024 * 1024;
/** Exchanges that are compared before other requests continue. */
const AT_ONCE = 20;
/** Blocking time before other requests continue, in milliseconds. */
const TURN = 5;

/** A wait. */
interface AwaitedExchanges {
  readonly match: ExchangeMatch;
  readonly count: number;
  /** Only exchanges with a greater number. */
  readonly after: number;
  /** In milliseconds. */
  readonly timeout: number;
  /** Of the waiting client. */
  readonly signal: AbortSignal;
}

interface Waiter {
  readonly match: ExchangeMatch;
  readonly count: number;
  /** Exchanges up to this number were compared before the wait. */
  readonly seen: number;
  /** The matching ones. */
  readonly numbers: number[];
  leave(): void;
}

/**
 * Waits for exchanges.
 *
 * @returns the numbers of matching ones, when there are enough, at the deadline, or when the client leaves
 */
type WaitFor = (requestLog: RequestLog, awaited: AwaitedExchanges) => Promise<readonly number[]>;

const LATER = 'try again later';

/** @param stopping - aborted when waits must end */
export function createExchangeWaits(stopping: AbortSignal): WaitFor {
  const watched = new Map<RequestLog, Set<Waiter>>();
  let [waiting, length] = [0, 0];

  /** Compares new exchanges while there are waits. */
  async function watch(requestLog: RequestLog, waiters: Set<Waiter>): Promise<void> {
    let last = requestLog.newest;
    while (waiters.size > 0 && !stopping.aborted && !requestLog.isClosed) {
      const { exchanges } = requestLog.page({ after: last, limit: AT_ONCE });
      for (const exchange of exchanges) await look(exchange, waiters);
      last = exchanges.at(-1)?.number ?? last;
      if (exchanges.length === 0) await requestLog.waitForNext(stopping);
    }
    watched.delete(requestLog);
    for (const waiter of waiters) waiter.leave();
  }

  return async (requestLog, { match, count, after, timeout, signal }) => {
    const numbers: number[] = [];
    const seen = requestLog.newest;
    for (const { number } of requestLog.find((one) => matchesExchange(match, one), after)) numbers.push(number);
    if (numbers.length >= count || timeout === 0 || requestLog.isClosed) return numbers;
    const own = stringifyJson(match).length;
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
      const waiters = watched.get(requestLog) ?? new Set();
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
      if (watched.has(requestLog)) return;
      watched.set(requestLog, waiters);
      void watch(requestLog, waiters);
    });
    waiting -= 1;
    length -= own;
    return numbers;
  };
}

/** Compares an exchange for all waits, and yields to the event loop in between. */
async function look(exchange: RecordedExchange, waiters: ReadonlySet<Waiter>): Promise<void> {
  let began = performance.now();
  for (const waiter of waiters) {
    if (exchange.number <= waiter.seen) continue;
    if (matchesExchange(waiter.match, exchange)) waiter.numbers.push(exchange.number);
    if (waiter.numbers.length >= waiter.count) waiter.leave();
    if (performance.now() - began < TURN) continue;
    await waitForTurn();
    began = performance.now();
  }
}
