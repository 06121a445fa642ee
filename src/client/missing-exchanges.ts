// The error message after a wait for exchanges.

import { stringifyJson } from '../schema/json/stringify-json.ts';
import type { ExchangeMatch, FoundExchanges } from '../server/control/operations.ts';

/** The expected exchanges, how many came, and what came instead. */
export function missingExchangesMessage(
  match: ExchangeMatch,
  count: number,
  timeout: number,
  found: FoundExchanges,
): string {
  const wanted = `${count} ${count === 1 ? 'request' : 'requests'} matching ${stringifyJson(match)}`;
  const headline = `Expected ${wanted} in sandbox ${found.sandbox} within ${timeout} ms, received ${found.count}.`;
  if (found.near.length === 0) return `${headline} There were no other requests.`;
  const others = found.near.map(
    ({ number, method, target, status, differs }) =>
      `  ${number}: ${method} ${target} (${status}): ${differs.join('; ')}`,
  );
  return [`${headline} Similar requests:`, ...others].join('\n');
}
