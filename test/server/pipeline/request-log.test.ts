// Request logs: their content and limits.

import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ExchangeRecord } from '../../../src/server/pipeline/request-log/recorded-exchange.ts';
import type { ExchangeQuery, RequestLog } from '../../../src/server/pipeline/request-log/request-log.ts';
import { createRequestLogs } from '../../../src/server/pipeline/request-log/request-logs.ts';
import { checkProperty } from '../../support/runs.ts';

const request = { method: 'GET', target: '/', body: new Uint8Array() };
const response = { status: 200, body: '' };
const exchange: ExchangeRecord = { at: new Date(0), request, response, operation: 'a', findings: [], warnings: [] };

/** Small, but more than is recorded when it is decompressed. */
const BOMB = gzipSync('a'.repeat(16_385));

/** An exchange of about this size in memory. */
const ofSize = (bytes: number): ExchangeRecord => ({ ...exchange, response: { ...response, body: 'x'.repeat(bytes) } });

function recorded(count: number, size = 1000): RequestLog {
  const requestLog = createRequestLogs(undefined, size).create();
  for (let number = 0; number < count; number += 1) requestLog.record(exchange);
  return requestLog;
}

const numbersIn = (requestLog: RequestLog, wanted: Partial<ExchangeQuery> = {}) =>
  requestLog.page({ limit: 1000, ...wanted }).exchanges.map(({ number }) => number);

describe('a request log', () => {
  test('stores the newest exchanges, oldest first, numbered from 1', () => {
    expect(numbersIn(recorded(7, 3))).toEqual([5, 6, 7]);
  });

  test('is empty after it is cleared, and its numbers continue', () => {
    const requestLog = recorded(2, 3);
    requestLog.clear();
    expect(numbersIn(requestLog)).toEqual([]);
    requestLog.record(exchange);
    expect(numbersIn(requestLog)).toEqual([3]);
  });

  test('records nothing when it is closed', () => {
    const requestLog = recorded(2);
    requestLog.close();
    requestLog.record(exchange);
    expect(numbersIn(requestLog)).toEqual([]);
  });

  test.each<[string, Partial<ExchangeQuery>, number[], { hasEarlier: boolean; hasLater: boolean }]>([
    ['all', {}, [4, 5, 6, 7, 8], { hasEarlier: false, hasLater: false }],
    ['the newest', { limit: 2 }, [7, 8], { hasEarlier: true, hasLater: false }],
    ['those before a number', { limit: 2, before: 7 }, [5, 6], { hasEarlier: true, hasLater: true }],
    ['the first', { limit: 2, before: 5 }, [4], { hasEarlier: false, hasLater: true }],
    ['none before the first', { before: 4 }, [], { hasEarlier: false, hasLater: true }],
    ['those after a number', { limit: 2, after: 5 }, [6, 7], { hasEarlier: true, hasLater: true }],
    ['those after a dropped one', { limit: 2, after: 1 }, [4, 5], { hasEarlier: false, hasLater: true }],
    ['none after the last', { after: 8 }, [], { hasEarlier: true, hasLater: false }],
    ['none after a future number', { after: 100 }, [], { hasEarlier: true, hasLater: false }],
    ['those between two numbers', { after: 4, before: 7 }, [5, 6], { hasEarlier: true, hasLater: true }],
  ])('returns %s', (_, wanted, numbers, others) => {
    const requestLog = recorded(8, 5);
    expect(numbersIn(requestLog, wanted)).toEqual(numbers);
    if (numbers.length > 0) expect(requestLog.page({ limit: 1000, ...wanted })).toMatchObject(others);
  });

  test('is read page by page, from either end, without gaps', () => {
    const counts = fc.record({
      count: fc.nat(60),
      size: fc.integer({ min: 1, max: 40 }),
      limit: fc.integer({ min: 1, max: 9 }),
    });
    checkProperty(
      fc.property(counts, ({ count, size, limit }) => {
        const requestLog = recorded(count, size);
        const all = numbersIn(requestLog);
        const forward: number[] = [];
        for (let after = 0, more = true; more; ) {
          const { exchanges, hasLater } = requestLog.page({ limit, after });
          forward.push(...exchanges.map(({ number }) => number));
          [after, more] = [forward.at(-1) ?? 0, hasLater && exchanges.length > 0];
        }
        const back: number[] = [];
        for (let before: number | undefined, more = true; more; ) {
          const { exchanges, hasEarlier } = requestLog.page({ limit, before });
          back.unshift(...exchanges.map(({ number }) => number));
          [before, more] = [back[0], hasEarlier && exchanges.length > 0];
        }
        expect({ forward, back }).toEqual({ forward: all, back: all });
        expect(all).toHaveLength(Math.min(count, size));
      }),
    );
  });

  test('returns pages of at most a megabyte, in which the largest exchange fits', () => {
    const requestLog = createRequestLogs().create();
    for (let count = 0; count < 200; count += 1) requestLog.record(ofSize(16_000));
    const { exchanges, hasEarlier } = requestLog.page({ limit: 1000 });
    expect(hasEarlier).toBe(true);
    expect(exchanges.length).toBe(64);
    const loud = createRequestLogs().create();
    const warnings = Array.from({ length: 100 }, () => '\0'.repeat(5000));
    const body = '\0'.repeat(16_384);
    const request = { ...exchange.request, body: new TextEncoder().encode(body) };
    loud.record({ ...exchange, request, response: { ...response, body }, warnings });
    expect(loud.page({ limit: 1 }).exchanges).toHaveLength(1);
  });
});

describe('a stored exchange', () => {
  const stored = (changes: Partial<ExchangeRecord>) => {
    const requestLog = createRequestLogs().create();
    requestLog.record({ ...exchange, ...changes });
    return requestLog.page({ limit: 1 }).exchanges[0];
  };
  const longest = 16 * 1024;

  test('omits a long body, of the request or the response', () => {
    const requested = (length: number) => ({ ...request, body: new Uint8Array(length).fill(97) });
    const responded = (length: number) => ({ ...response, body: 'b'.repeat(length) });
    expect(stored({ request: requested(longest), response: responded(longest) })).toMatchObject({
      requestBody: 'a'.repeat(longest),
      responseBody: 'b'.repeat(longest),
    });
    const withLongRequest = stored({ request: requested(longest + 1), response: responded(1) });
    expect(withLongRequest).toMatchObject({ responseBody: 'b' });
    expect(withLongRequest).not.toHaveProperty('requestBody');
    const longAnswered = stored({ request: requested(1), response: responded(longest + 1) });
    expect(longAnswered).toMatchObject({ requestBody: 'a' });
    expect(longAnswered).not.toHaveProperty('responseBody');
  });

  test('is unchanged after others are overwritten', () => {
    const requestLog = createRequestLogs(undefined, 2).create();
    const texts = ['ä'.repeat(3), '', 'b'.repeat(5000), '€', 'c'.repeat(300), 'd'];
    for (const text of texts) {
      const requested = { ...request, body: new TextEncoder().encode(text) };
      requestLog.record({ ...exchange, request: requested, response: { ...response, body: `${text}!` } });
      const [last] = requestLog.page({ limit: 1 }).exchanges;
      expect([last?.requestBody ?? '', last?.responseBody]).toEqual([text, `${text}!`]);
    }
    const bodies = requestLog.page({ limit: 2 }).exchanges.map(({ responseBody }) => responseBody);
    expect(bodies).toEqual([`${'c'.repeat(300)}!`, 'd!']);
  });

  test.each<[what: string, type: string, coding: string | undefined, body: Uint8Array, text: string]>([
    [
      'in another charset',
      'text/plain; charset=ISO-8859-1',
      undefined,
      Buffer.from('w\u00f6rld', 'latin1'),
      'w\u00f6rld',
    ],
    ['in UTF-16', 'text/plain;charset="utf-16le"', undefined, Buffer.from('w\u00f6rld', 'utf16le'), 'w\u00f6rld'],
    ['that is compressed', 'text/plain', 'gzip', gzipSync('a text'), 'a text'],
    ['that is compressed by Brotli', 'text/plain', 'br', brotliCompressSync('a text'), 'a text'],
    [
      'compressed in another charset',
      'text/csv; charset=latin1',
      'deflate',
      deflateSync(Buffer.from('\u00e4', 'latin1')),
      '\u00e4',
    ],
    ['in an unknown charset, undecoded', 'text/plain; charset=none', undefined, Buffer.from('a'), 'a'],
    ['with a wrong content-encoding, undecoded', 'text/plain', 'gzip', Buffer.from('a'), 'a'],
    ['compressed a thousand times, undecoded', 'text/plain', 'gzip', BOMB, BOMB.toString()],
  ])('records a text body %s', (_, type, coding, body, text) => {
    const headers = { 'content-type': type, ...(coding !== undefined && { 'content-encoding': coding }) };
    const log = createRequestLogs(undefined, 1000).create();
    log.record({ ...exchange, request: { ...request, headers, body } });
    expect(log.page({ limit: 1 }).exchanges[0]?.requestBody).toBe(text);
  });

  test('has messages as JSON, unless they are long', () => {
    const bytes = { request: { ...request, body: new Uint8Array([0, 1]) }, response: { ...response, body: '\x01' } };
    const messages = { request: { name: 'Minka' }, response: { id: '1' } };
    expect(stored({ ...bytes, messages })).toMatchObject({
      requestBody: '{"name":"Minka"}',
      responseBody: '{"id":"1"}',
    });
    const long = stored({ ...bytes, messages: { ...messages, request: { name: 'x'.repeat(3 * longest) } } });
    expect(long).not.toHaveProperty('requestBody');
    expect(long).not.toHaveProperty('responseBody');
  });

  test('limits length and number of target, reason, findings and warnings', () => {
    const long = 'x'.repeat(100_000);
    const findings = Array.from({ length: 50 }, () => ({ part: 'body', pointer: `/${long}`, message: long }) as const);
    const warnings = Array.from({ length: 50 }, () => long);
    const request = { ...exchange.request, method: long, target: long };
    const brief = stored({ request, findings: findings as never, warnings, reason: long });
    expect(brief?.findings).toHaveLength(20);
    expect(brief?.warnings).toHaveLength(20);
    expect(JSON.stringify(brief).length).toBeLessThan(50_000);
  });

  test('has its headers, with secrets redacted', () => {
    const headers = {
      accept: 'text/plain',
      authorization: 'Bearer hush-1',
      'x-key': 'hush-2',
      referer: 'http://a.test/?access_token=hush-3',
      __proto__x: 'a: b',
    };
    const location = { location: 'http://a.test/?state=1&code=hush-4' };
    const shown = stored({
      request: { ...request, headers },
      response: { ...response, headers: location },
      keyNames: new Set(['x-key']),
    });
    expect(shown).toMatchObject({
      requestHeaders: {
        accept: 'text/plain',
        authorization: '[redacted]',
        'x-key': '[redacted]',
        referer: 'http://a.test/?access_token=[redacted]',
        __proto__x: 'a: b',
      },
      responseHeaders: { location: 'http://a.test/?state=1&code=[redacted]' },
    });
    expect(JSON.stringify(shown)).not.toContain('hush');
  });

  test('limits length and number of headers', () => {
    const long = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`x-${at}`, 'v'.repeat(2000)]));
    const { requestHeaders = {} } = stored({ request: { ...request, headers: long } }) ?? {};
    expect(requestHeaders['x-0']).toBe(`${'v'.repeat(1000)}…`);
    expect(JSON.stringify(requestHeaders).length).toBeLessThan(9000);
    expect(Object.keys(requestHeaders).at(-1)).toBe('…');
  });
});

describe('a request log with numbers of a shared log', () => {
  const shown = (number: number) => ({
    number,
    at: '2027-01-01T00:00:00.000Z',
    method: 'GET',
    target: `/${number}`,
    status: 200,
    findings: [],
    warnings: [],
  });
  function taken(...numbers: readonly number[]) {
    const ring = createRequestLogs(undefined, 3).create();
    for (const number of numbers) ring.recordNumbered(shown(number));
    return ring;
  }

  test.each([
    ['are consecutive', [1, 2], [1, 2]],
    ['exceed its size', [1, 2, 3, 4], [2, 3, 4]],
    ['are added twice', [1, 2, 1, 2, 3], [1, 2, 3]],
    ['start late', [7, 8], [7, 8]],
    ['have gaps, because others were dropped', [1, 2, 9, 10], [9, 10]],
  ])('stores exchanges whose numbers %s', (_, numbers, stored) => {
    const ring = taken(...numbers);
    expect(numbersIn(ring)).toEqual(stored);
    expect(ring.page({ limit: 9 }).exchanges).toEqual(stored.map(shown));
    expect([ring.oldest, ring.newest]).toEqual([stored[0], stored.at(-1)]);
  });

  test.each([
    [1, [2, 3], [1, 3]],
    [3, [], [3, 3]],
    [8, [], [8, 8]],
  ])('is cleared up to %d', (to, stored, [clearedTo, newest]) => {
    const ring = taken(1, 2, 3);
    ring.clearTo(to);
    expect(numbersIn(ring)).toEqual(stored);
    expect([ring.clearedTo, ring.newest]).toEqual([clearedTo, newest]);
    ring.recordNumbered(shown(ring.newest + 1));
    expect(numbersIn(ring).at(-1)).toBe(ring.newest);
  });
});

describe('request logs with a common memory limit', () => {
  const fill = (requestLog: RequestLog, count: number, bytes: number) => {
    for (let done = 0; done < count; done += 1) requestLog.record(ofSize(bytes));
  };

  test('store no more than the limit, and the last exchange of each', () => {
    const requestLogs = createRequestLogs(100_000);
    const [one, two] = [requestLogs.create(), requestLogs.create()];
    fill(one, 50, 5000);
    fill(two, 50, 5000);
    const held = [one, two].map((requestLog) => requestLog.page({ limit: 1000 }).exchanges);
    const bytes = JSON.stringify(held).length;
    expect(bytes).toBeLessThan(100_000);
    expect(bytes).toBeGreaterThan(80_000);
    expect(held.map((exchanges) => exchanges.at(-1)?.number)).toEqual([50, 50]);
  });

  test('count headers', () => {
    const requestLog = createRequestLogs(100_000).create();
    const headers = { 'x-long': 'h'.repeat(900) };
    for (let done = 0; done < 200; done += 1) requestLog.record({ ...exchange, request: { ...request, headers } });
    expect(numbersIn(requestLog).length).toBeLessThan(80);
    expect(JSON.stringify(requestLog.page({ limit: 1000 })).length).toBeLessThan(100_000);
    expect(numbersIn(requestLog).at(-1)).toBe(200);
  });

  test('do not drop exchanges of a quiet log for a busy one', () => {
    const requestLogs = createRequestLogs(100_000);
    const [quiet, loud] = [requestLogs.create(), requestLogs.create()];
    fill(quiet, 10, 1000);
    fill(loud, 500, 5000);
    fill(quiet, 1, 1000);
    expect(numbersIn(quiet)).toHaveLength(11);
    expect(numbersIn(loud).at(-1)).toBe(500);
  });

  test('reuse the space of cleared and closed ones', () => {
    const requestLogs = createRequestLogs(100_000);
    const [cleared, closed, other] = [requestLogs.create(), requestLogs.create(), requestLogs.create()];
    fill(cleared, 10, 4000);
    fill(closed, 10, 4000);
    cleared.clear();
    closed.close();
    fill(other, 20, 4000);
    expect(numbersIn(other)).toHaveLength(20);
  });

  test('count bodies by their length in UTF-8', () => {
    const countOf = (body: string) => {
      const requestLog = createRequestLogs(100_000).create();
      for (let done = 0; done < 50; done += 1) requestLog.record({ ...exchange, response: { ...response, body } });
      return numbersIn(requestLog).length;
    };
    const [narrow, wide] = [countOf(`€${'e'.repeat(4999)}`), countOf('é'.repeat(5000))];
    expect(narrow).toBe(18);
    expect(wide).toBe(9);
  });

  test('free the memory of long bodies that short ones replaced', () => {
    const requestLogs = createRequestLogs(100_000, 10);
    const [requestLog, other] = [requestLogs.create(), requestLogs.create()];
    fill(requestLog, 10, 8000);
    fill(requestLog, 10, 10);
    fill(other, 8, 10_000);
    expect([numbersIn(requestLog), numbersIn(other)].map(({ length }) => length)).toEqual([10, 8]);
  });

  test('store nothing with a limit of zero', () => {
    const requestLog = createRequestLogs(0).create();
    requestLog.record(exchange);
    expect(numbersIn(requestLog)).toEqual([]);
  });

  test('stay within their limit, for any exchanges in any sandboxes', () => {
    const acts = fc.array(fc.tuple(fc.nat(4), fc.nat(3000), fc.boolean()), { maxLength: 200 });
    checkProperty(
      fc.property(acts, (done) => {
        const requestLogs = createRequestLogs(10_000, 8);
        const all = Array.from({ length: 5 }, () => requestLogs.create());
        const last = new Map<number, number>();
        for (const [at, bytes, clears] of done) {
          if (clears && bytes < 100) all[at]?.clear();
          else {
            all[at]?.record(ofSize(bytes));
            last.set(at, (last.get(at) ?? 0) + 1);
          }
          const held = all.map((requestLog) => JSON.stringify(requestLog.page({ limit: 1000 }).exchanges));
          expect(held.join('').length).toBeLessThanOrEqual(10_000);
        }
        for (const [at, requestLog] of all.entries()) {
          const numbers = numbersIn(requestLog);
          expect(numbers).toEqual(numbers.map((_, index) => (last.get(at) ?? 0) - numbers.length + 1 + index));
        }
      }),
    );
  });
});

test('a body with redacted secrets uses its own memory once it was shown, and frees it', () => {
  const secrets = { ...exchange, response: { ...response, body: '{"pin":1}'.repeat(300) } };
  const stored = (isRead: boolean) => {
    const requestLogs = createRequestLogs(200_000);
    const [read, other] = [requestLogs.create(), requestLogs.create()];
    for (let count = 0; count < 30; count += 1) read.record(secrets);
    if (isRead) expect(read.page({ limit: 1000 }).exchanges[0]?.responseBody).toBe('{"pin":"[redacted]"}'.repeat(300));
    if (isRead) expect(read.page({ limit: 1 }).exchanges[0]?.responseBody).toBe('{"pin":"[redacted]"}'.repeat(300));
    const beside = { ...ofSize(1500) };
    for (let count = 0; count < 300; count += 1) other.record(beside);
    const left = read.page({ limit: 1000 }).exchanges.length;
    read.clear();
    for (let count = 0; count < 300; count += 1) other.record(beside);
    return [left, other.page({ limit: 1000 }).exchanges.length] as const;
  };
  const [unread, read] = [stored(false), stored(true)];
  expect(read[0]).toBeLessThan(unread[0]);
  expect(read[1]).toBe(unread[1]);
});
