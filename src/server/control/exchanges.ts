// Lists, searches, awaits, counts and clears recorded exchanges.

import type { RecordedExchange } from '../pipeline/request-log/recorded-exchange.ts';
import { MAX_EXCHANGES, type RequestLog } from '../pipeline/request-log/request-log.ts';
import { createWorkQueue } from '../pipeline/scheduling/work-queue.ts';
import type { ControlHandlers } from './control-handlers.ts';
import { createExchangeWaits } from './exchange-waits.ts';
import { exchangeMismatches, matchesExchange } from './match-exchange.ts';
import type { ExchangeMatch, Operations } from './operations.ts';
import { toHar } from './to-har.ts';

type ExchangeHandlers = Pick<ControlHandlers, 'listRequests' | 'findRequests' | 'clearRequests' | 'exportRequests'>;

/** Maximum number of compared exchanges, the newest, and of reported near misses. */
const [MOST_COMPARED, MOST_NEAR] = [200, 5];

/** @param stopping - aborted when waits must end */
export function exchangeHandlers(stopping: AbortSignal): ExchangeHandlers {
  const waitFor = createExchangeWaits(stopping);
  // A page is long, and many may want one at once, or have waited until the same moment.
  const inTurn = createWorkQueue();

  return {
    async listRequests({ input, caller: { sandbox } }) {
      const { limit = MAX_EXCHANGES, before, after } = input;
      const match = matchOf(input);
      const fits = match && ((one: RecordedExchange) => matchesExchange(match, one));
      await sandbox.requestLog.settled();
      return inTurn(() => {
        const { exchanges, hasEarlier, hasLater } = sandbox.requestLog.page({ limit, before, after, matches: fits });
        const [first, last] = [exchanges[0], exchanges.at(-1)];
        return {
          sandbox: sandbox.name,
          exchanges,
          ...(first && hasEarlier && { before: first.number }),
          ...(last && hasLater && { after: last.number }),
        };
      });
    },
    async findRequests({ input, caller: { sandbox }, signal }) {
      const { match = {}, after = 0, count = 1, timeout = 0, limit = 100 } = input;
      const { requestLog } = sandbox;
      await requestLog.settled();
      const numbers = await waitFor(requestLog, { match, count, after, timeout, signal });
      const satisfied = numbers.length >= count;
      return inTurn(() => {
        const wanted = new Set(limit === 0 ? [] : numbers.slice(-limit));
        const { exchanges } = requestLog.page({ limit, matches: ({ number }) => wanted.has(number) });
        const near = satisfied ? [] : nearest(requestLog, match, after);
        return { sandbox: sandbox.name, satisfied, count: numbers.length, exchanges, near };
      });
    },
    async clearRequests({ caller: { sandbox } }) {
      await sandbox.requestLog.clear();
    },
    async exportRequests({ caller: { sandbox, address } }) {
      await sandbox.requestLog.settled();
      return inTurn(() => toHar(sandbox.requestLog.page({ limit: MAX_EXCHANGES }).exchanges, address));
    },
  };
}

/** The filter of a query; undefined for all. */
function matchOf(input: Operations['listRequests']['input']): ExchangeMatch | undefined {
  const { operation, method, path, status, source, code, caller, findings, since } = input;
  const criteria = { operation, method, path, source, code, caller, findings, since };
  const match = { ...criteria, status: status?.endsWith('XX') ? status : status && Number(status) };
  const entries = Object.entries(match).filter(([, wanted]) => wanted !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** The exchanges with the fewest mismatches, newest first. */
function nearest(requestLog: RequestLog, match: ExchangeMatch, after: number) {
  const newest = requestLog.page({ limit: MOST_COMPARED, matches: ({ number }) => number > after }).exchanges;
  const compared = newest.map((exchange) => ({ exchange, differs: exchangeMismatches(match, exchange) }));
  const others = compared.filter(({ differs }) => differs.length > 0);
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
