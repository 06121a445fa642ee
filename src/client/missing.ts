// What is said when exchanges were waited for and did not come.

import type { ExchangeMatch, FoundExchanges } from '../control/operations.ts';

/** What was wanted, how much of it came, and what came instead. */
export function missingExchanges(match: ExchangeMatch, count: number, timeout: number, found: FoundExchanges): string {
  const wanted = `${count} ${count === 1 ? 'exchange' : 'exchanges'} like ${JSON.stringify(match)}`;
  const headline = `${wanted} should have come to the sandbox ${found.sandbox} within ${timeout} ms, and ${found.count || 'none'} did.`;
  if (found.near.length === 0) return `${headline} Nothing else came either.`;
  const others = found.near.map(
    ({ number, method, target, status, differs }) =>
      `  ${number}: ${method} ${target} (${status}): ${differs.join('; ')}`,
  );
  return [`${headline} What came instead:`, ...others].join('\n');
}
