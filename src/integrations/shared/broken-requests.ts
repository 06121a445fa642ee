// Describes invalid requests of a test.

import type { Exchange } from '../../client/client.ts';

/** The reported part of an exchange. */
export type InvalidRequest = Pick<Exchange, 'operation' | 'method' | 'target' | 'status' | 'findings' | 'number'>;

/** How many exchanges are named. */
const MOST_NAMED = 10;

/** The violations of a request. Those of responses are no fault of a client. */
export function requestViolations({ findings }: Pick<Exchange, 'findings'>): readonly string[] {
  return findings.filter((finding) => !/^response\b/.test(finding));
}

/** Each invalid request with its violations, and how to expect them; undefined if there are none. */
export function describeInvalidRequests(broken: readonly InvalidRequest[]): string | undefined {
  const [first] = broken;
  if (!first) return undefined;
  const { length } = broken;
  const headline = length === 1 ? 'Invalid request:' : `${length} invalid requests:`;
  const lines = broken.slice(0, MOST_NAMED).map((exchange) => {
    const { operation, method, target, status } = exchange;
    return `  ${operation ?? 'no operation'}: ${method} ${target} (${status}): ${requestViolations(exchange).join('; ')}`;
  });
  const example = first.operation === undefined ? '' : `{ operation: '${first.operation}' }`;
  const more = length > MOST_NAMED ? [`  … and ${length - MOST_NAMED} more`] : [];
  return [headline, ...lines, ...more, `If intended, call sandbox.expectFindings(${example})`].join('\n');
}
