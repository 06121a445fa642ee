// Recordings are untrusted files: they are read, or rejected with a message.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/schema/usage-error.ts';
import { fixturesFromRecording } from '../../../src/verify/import/fixtures-from-recording.ts';
import { matchRecording } from '../../../src/verify/import/match-recording.ts';
import { readHar } from '../../../src/verify/import/read-har.ts';
import { recordedCredentials } from '../../../src/verify/import/recording-redaction.ts';
import { crew } from '../../support/crew/compared.ts';
import { checkProperty } from '../../support/runs.ts';

const entry = (request: object = {}, response: object = {}) => ({
  request: { method: 'GET', url: 'https://api.example.com/people?x=1#y', headers: [], ...request },
  response: { status: 200, headers: [], content: { mimeType: 'application/json', text: '[]' }, ...response },
});
const har = (...entries: readonly unknown[]) => JSON.stringify({ log: { entries } });

describe('a recording', () => {
  test.each<[string, string]>([
    ['an HTTP Archive', har(entry(), entry())],
    ['one that begins with a byte order mark', `\ufeff${har(entry(), entry())}`],
    ['its entries as a list', JSON.stringify([entry(), entry()])],
    ['its entries, one a line', `${JSON.stringify(entry())}\n\n${JSON.stringify(entry())}\n`],
  ])('may be %s', (_, text) => {
    const { exchanges, notices: remarks } = readHar(text, 'a.har');
    expect(remarks).toEqual([]);
    expect(exchanges).toHaveLength(2);
    expect(exchanges[0]).toMatchObject({ method: 'GET', target: '/people?x=1', response: { status: 200 } });
  });

  test.each(['', 'nothing', '<har/>', '{}', '7', 'null', '{"log":{}}', '{"log":{"entries":7}}', '[1', '\u0000'])(
    'is rejected if it is %j',
    (text) => {
      expect(() => readHar(text, 'a.har')).toThrow(
        new UsageError(
          'a.har is not a recording: expected an HTTP Archive (HAR) with log.entries, or one entry per line.',
        ),
      );
    },
  );

  test.each<[unknown, string]>([
    [7, 'has no request, or no response'],
    [{ request: {}, response: [] }, 'has no request, or no response'],
    [entry({ method: 'GET /x HTTP/1.1\r\nA: b' }), 'has no method'],
    [entry({ url: 7 }), 'has no URL with a path'],
    [entry({ url: 'mailto:somebody' }), 'has no URL with a path'],
    [entry({}, { status: 0 }), 'got no response'],
    [entry({}, { status: '200' }), 'has no status'],
    [entry({}, { status: 600 }), 'has no status'],
    [entry({ url: `https://api.example.com/${'x'.repeat(70_000)}` }), 'has no URL with a path'],
  ])('is read without the entry %j, with a notice', (one, why) => {
    const { exchanges, notices: remarks } = readHar(har(one, entry()), 'a.har');
    expect(exchanges.map(({ number }) => number)).toEqual([2]);
    expect(remarks).toEqual([`Skipped in a.har: entry 1 ${why}.`]);
  });

  test('has bodies as texts, in Base64 and as form fields', () => {
    const of = (postData: object) =>
      Buffer.from(readHar(har(entry({ postData })), 'a').exchanges[0]?.body ?? []).toString();
    expect(of({ text: 'ä' })).toBe('ä');
    expect(of({ text: Buffer.from('ä').toString('base64'), encoding: 'base64' })).toBe('ä');
    expect(of({ params: [{ name: 'a b', value: '1&2' }] })).toBe('a+b=1%262');
  });

  test('has one media type of a body: the header, else its mimeType', () => {
    const typesOf = (headers: readonly object[]) => {
      const postData = { mimeType: 'text/plain', text: '7' };
      const [exchange] = readHar(har(entry({ headers, postData })), 'a').exchanges;
      return exchange?.headers.filter(([name]) => name.toLowerCase() === 'content-type').map(([, text]) => text);
    };
    expect(typesOf([])).toEqual(['text/plain']);
    expect(typesOf([{ name: 'content-type', value: 'application/json' }])).toEqual(['application/json']);
  });

  test('has credentials: tokens, passwords and cookies, also of proxies', () => {
    const basic = `Basic ${Buffer.from('ann:open-sesame-1').toString('base64')}`;
    const headers = [
      ['Authorization', basic],
      ['Proxy-Authorization', 'Bearer token-of-the-proxy'],
      ['Cookie', 'a=1; session=cookie-of-a-session'],
    ].map(([name, value]) => ({ name, value }));
    const { exchanges } = readHar(har(entry({ headers })), 'a');
    const known = recordedCredentials(crew, exchanges);
    for (const secret of [basic.slice(6), 'open-sesame-1', 'token-of-the-proxy', 'cookie-of-a-session'])
      expect(known.redact(`It is ${secret}, they say.`)).not.toContain(secret);
    expect(known.redact('It is nothing, they say.')).toBe('It is nothing, they say.');
  });

  test('is used without origins: only path and query of its URLs remain', () => {
    const urls = [
      'https://u:p@evil.example/people',
      'file:///people',
      '//evil.example/people',
      'HTTP://evil.example:1/people',
    ];
    const targets = urls.flatMap((url) => readHar(har(entry({ url })), 'a').exchanges.map(({ target }) => target));
    expect(targets).toEqual(['/people', '/people', '//evil.example/people', '/people']);
  });

  test('of a gateway is matched by the end of its paths, and unmatched requests are reported', async () => {
    const text = har(
      entry({ url: 'https://gateway.example/crew/v7/people' }),
      entry({ url: 'https://gateway.example/a/b/c/d/e/f/g/h/people' }),
      entry({ url: 'https://gateway.example/nothing' }),
      entry({ method: 'PUT' }),
    );
    const { recorded, remarks } = await matchRecording(crew, readHar(text, 'a'));
    expect(recorded.map(({ operation, request: call }) => [operation.id, call.target])).toEqual([
      ['listPeople', '/people'],
    ]);
    expect(remarks).toEqual([expect.stringMatching(/^Skipped 3 requests \(no operation of the document matches\): /)]);
  });

  test('that was redacted is sent with generated values, and without missing credentials', async () => {
    const postData = { mimeType: 'application/json', text: '{"name":"Ann","password":"[redacted]"}' };
    const headers = [
      { name: 'Authorization', value: 'Bearer abc' },
      { name: 'Cookie', value: 'a=b' },
      { name: 'Accept', value: 'a/b' },
    ];
    const text = har(entry({ method: 'POST', url: 'http://h/people?key=[redacted]&b=1', headers, postData }));
    const { recorded } = await matchRecording(crew, readHar(text, 'a'));
    const { request: call } = recorded[0] ?? {};
    expect(call?.target).toBe('/people?b=1');
    expect(call?.headers.map(([name]) => name)).toEqual(['Accept', 'Content-Type']);
    const { name, password } = JSON.parse(Buffer.from(call?.body ?? []).toString());
    expect(name).toBe('Ann');
    expect(password).not.toContain('redacted');
    expect(password.length).toBeGreaterThanOrEqual(8);
  });

  test('may have any content', async () => {
    const path = fc.constantFrom(
      '/people',
      '/people/p1',
      '/tasks',
      '/tasks/%zz',
      '/tasks/__proto__',
      '/x',
      '/tasks?limit=%00',
    );
    const id = fc.oneof(fc.constantFrom('p1', '__proto__', 'constructor', ''), fc.anything());
    const item = fc.oneof(fc.record({ id, name: fc.string(), joinedAt: fc.anything() }), fc.anything());
    const body = fc.oneof(
      fc.json(),
      fc.string(),
      fc.array(item).map((all) => JSON.stringify(all) ?? ''),
      item.map((one) => safeJson(one)),
    );
    const exchange = fc.record({
      request: fc.record({
        method: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'x y'),
        url: path,
        headers: fc.anything(),
        postData: fc.record({ mimeType: fc.constantFrom('application/json', 'x'), text: body }),
      }),
      response: fc.record({
        status: fc.constantFrom(200, 201, 204, 404, 99),
        headers: fc.anything(),
        content: fc.record({ mimeType: fc.constant('application/json'), text: body }),
      }),
    });
    await checkProperty(
      fc.asyncProperty(fc.array(fc.oneof(exchange, fc.anything()), { maxLength: 8 }), async (entries) => {
        const recording = readHar(safeJson({ log: { entries } }), 'a');
        const { recorded } = await matchRecording(crew, recording);
        const { collections } = await fixturesFromRecording(
          crew,
          recorded,
          recordedCredentials(crew, recording.exchanges),
        );
        expect([...collections.keys()].every((name) => ['people', 'tasks'].includes(name))).toBe(true);
      }),
      { numRuns: 150 },
    );
    expect(Object.prototype).not.toHaveProperty('name');
  });
});

/** Any value as JSON. */
function safeJson(value: unknown): string {
  return JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one)) ?? 'null';
}
