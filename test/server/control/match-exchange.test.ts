// Matching of exchanges: a body that is compared with many conditions is parsed once.

import { expect, test, vi } from 'vitest';
import { matchesExchange } from '../../../src/server/control/match-exchange.ts';
import type { RecordedExchange } from '../../../src/server/pipeline/request-log/recorded-exchange.ts';

const shown = (requestBody: string, responseBody: string) =>
  ({ target: '/', findings: [], requestBody, responseBody }) as unknown as RecordedExchange;

test('each body of an exchange is parsed once for all comparisons', () => {
  const parse = vi.spyOn(JSON, 'parse');
  const [one, other] = [shown('{"a":1}', '{"b":2}'), shown('{"a":2}', 'no JSON')];
  const held = (exchange: RecordedExchange) => [
    matchesExchange({ body: { a: 1 } }, exchange),
    matchesExchange({ body: { a: 2 } }, exchange),
    matchesExchange({ response: { b: 2 } }, exchange),
    matchesExchange({ response: 'no JSON' }, exchange),
  ];
  expect(held(one)).toEqual([true, false, true, false]);
  expect(held(other)).toEqual([false, true, false, true]);
  expect(parse).toHaveBeenCalledTimes(4);
});
