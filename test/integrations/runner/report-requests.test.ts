// The requests of a failed test as text.

import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/client/client.ts';
import { formatExchanges } from '../../../src/integrations/runner/report-requests.ts';

const exchange = (number: number, status: number, reason?: string) =>
  ({ number, method: 'GET', target: '/pets', status, reason, findings: [], warnings: [] }) as unknown as Exchange;

test('failed requests come first, if other requests succeeded', () => {
  const failed = exchange(2, 404, 'pets/7 not found');
  expect(formatExchanges('main', [exchange(1, 200), failed], 2)).toBe(`Failed requests in sandbox main:
  2: GET /pets (404): no operation
     rejected: pets/7 not found

Requests in sandbox main, oldest first:
  1: GET /pets (200): no operation
  2: GET /pets (404): no operation
     rejected: pets/7 not found`);
  expect(formatExchanges('main', [failed], 1)).not.toContain('Failed');
});
