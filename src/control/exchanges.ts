// What was asked and answered: listed, looked for, waited for, counted, forgotten.

import { Failure } from '../engine/failure.ts';
import { MOST_EXCHANGES } from '../engine/journal.ts';
import type { ShownExchange } from '../engine/journal-entry.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import { differences } from './exchange-match.ts';
import { harOf } from './har.ts';
import type { ExchangeMatch, Operations } from './operations.ts';
import type { ControlHandlers } from './principal.ts';

type ExchangeHandlers = Pick<ControlHandlers, 'listExchanges' | 'findExchanges' | 'clearExchanges' | 'exportExchanges'>;

/** How many wait for exchanges at the same time. */
const MOST_WAITING = 1000;
/** How many of those that come near are told. */
const MOST_NEAR = 5;

/** @param stopping - aborted when nobody should wait any more */
export function exchangeHandlers(stopping: AbortSignal): ExchangeHandlers {
  let waiting = 0;

  /** Those that are meant, as soon as there are so many, or the time is up. */
  async function waitFor({ journal }: Sandbox, fits: (one: ShownExchange) => boolean, wanted: Waiting) {
    const { count, after, timeout, signal } = wanted;
    const found = [...journal.find(fits, after)];
    if (found.length >= count || timeout === 0) return found;
    if (waiting >= MOST_WAITING) throw new Failure('resource_exhausted', `${MOST_WAITING} others wait already`);
    waiting += 1;
    const end = AbortSignal.any([signal, stopping, AbortSignal.timeout(timeout)]);
    try {
      let seen = journal.newest;
      while (found.length < count && !end.aborted) {
        await journal.next(end);
        found.push(...journal.find(fits, seen));
        seen = journal.newest;
      }
      return found;
    } finally {
      waiting -= 1;
    }
  }

  return {
    listExchanges({ input, principal: { sandbox } }) {
      const { limit = MOST_EXCHANGES, before, after } = input;
      const match = matchOf(input);
      const fits = match && ((one: ShownExchange) => differences(match, one).length === 0);
      const { exchanges, hasEarlier, hasLater } = sandbox.journal.page({ limit, before, after, fits });
      const [first, last] = [exchanges[0], exchanges.at(-1)];
      return {
        sandbox: sandbox.name,
        exchanges,
        ...(first && hasEarlier && { before: first.number }),
        ...(last && hasLater && { after: last.number }),
      };
    },
    async findExchanges({ input, principal: { sandbox }, signal }) {
      const { match = {}, after = 0, count = 1, timeout = 0, limit = 100 } = input;
      const fits = (one: ShownExchange) => differences(match, one).length === 0;
      const found = await waitFor(sandbox, fits, { count, after, timeout, signal });
      return {
        sandbox: sandbox.name,
        satisfied: found.length >= count,
        count: found.length,
        exchanges: found.slice(-limit),
        near: found.length >= count ? [] : nearest(sandbox, match, after),
      };
    },
    clearExchanges({ principal: { sandbox } }) {
      sandbox.journal.clear();
    },
    exportExchanges({ principal: { sandbox, address } }) {
      return harOf(sandbox.journal.page({ limit: MOST_EXCHANGES }).exchanges, address);
    },
  };
}

/** Which exchanges a query asks for; undefined for all. */
function matchOf(input: Operations['listExchanges']['input']): ExchangeMatch | undefined {
  const { operation, method, path, status, source, code, caller, findings, since } = input;
  const said = { operation, method, path, source, code, caller, findings, since };
  const match = { ...said, status: status?.endsWith('XX') ? status : status && Number(status) };
  const entries = Object.entries(match).filter(([, wanted]) => wanted !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

interface Waiting {
  readonly count: number;
  readonly after: number;
  /** In milliseconds. */
  readonly timeout: number;
  /** Of who asks. */
  readonly signal: AbortSignal;
}

/** Those that came, and were meant in most respects: the newest of the nearest first. */
function nearest({ journal }: Sandbox, match: ExchangeMatch, after: number) {
  const told = journal.find(() => true, after).map((exchange) => ({ exchange, differs: differences(match, exchange) }));
  const others = told.filter(({ differs }) => differs.length > 0);
  const sorted = others.toReversed().sort((one, other) => one.differs.length - other.differs.length);
  return sorted.slice(0, MOST_NEAR).map(({ exchange: { number, method, target, status, operation }, differs }) => ({
    number,
    method,
    target,
    status,
    ...(operation !== undefined && { operation }),
    differs,
  }));
}
