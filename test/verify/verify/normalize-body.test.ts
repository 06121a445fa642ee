// Responses without their variable parts.

import { expect, test } from 'vitest';
import { normalizeResponse, normalizeText } from '../../../src/verify/responses/normalize-body.ts';

const request = (target: string, body?: unknown) => ({
  method: 'POST',
  target,
  headers: [],
  body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
  rawParameters: { path: {}, query: '', headers: {} },
});

function normalized(status: number, body: unknown, sent = request('/notes')): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return normalizeResponse({ request: sent, response: { status, headers: {}, body: Buffer.from(text) } });
}

test.each<[what: string, one: string, other: string]>([
  ['numbers', 'row 17 of 2,000 is bad', 'row 9 of 5 is bad'],
  ['times', 'failed at 2026-11-28T13:00:01.123Z', 'failed at 2027-01-02 03:04:05'],
  ['dates of HTTP', 'failed at Sat, 28 Nov 2026 13:00:01 GMT', 'failed at Sun, 01 Feb 2026 00:00:00 GMT'],
  ['UUIDs', 'no 1b4e28ba-2fa1-11d2-883f-0016d3cca427', 'no 9c858901-8a57-4791-81fe-4c455b099bc9'],
  ['tokens', 'no cuid_ckx9a8b7c6', 'no cuid_zzq1p2o3n4'],
  ['quoted values', 'no feature "Wide-eyed effector"', 'no feature "x"'],
  ['values in other quotes', "no feature 'Wide-eyed effector'", "no feature 'x'"],
  ['white space', 'a  b\n c', 'a b c'],
])('%s are replaced', (_, one, other) => {
  expect(normalizeText(one)).toBe(normalizeText(other));
});

test.each<[one: string, other: string]>([
  ['name is reserved', 'name is taken'],
  ["it can't be found, and it isn't new", "it can't be read, and it isn't old"],
  ['<h1>Bad Gateway</h1>', '<h1>Internal Server Error</h1>'],
])('%j differs from %j', (one, other) => {
  expect(normalizeText(one)).not.toBe(normalizeText(other));
});

test('values of the request are replaced in the response', () => {
  const texts = ['Wide-eyed effector', 'Zoë 😀 "quoted"'].map((name) =>
    normalized(400, { error: `cannot use ${name} here` }, request('/notes', { name })),
  );
  expect(texts[0]).toBe('400 {"error":"cannot use … here"}');
  expect(texts[1]).toBe(texts[0]);
  const paths = ['a b', 'c'.repeat(9)].map((id) =>
    normalized(500, `no row for ${id}`, request(`/notes/${encodeURIComponent(id)}?q=1`)),
  );
  expect(paths[1]).toBe(paths[0]);
});

test('quoted names of properties of the request remain', () => {
  const sent = request('/notes', { title: 'one', text: 'two' });
  expect(normalized(400, { message: '"title" is odd' }, sent)).not.toBe(
    normalized(400, { message: '"text" is odd' }, sent),
  );
});

test('identifiers, paths and stack traces of errors are replaced, and equal errors of a list are one', () => {
  const error = (id: string, line: number, times: number) => ({
    requestId: id,
    timestamp: line,
    path: `/notes/${id}`,
    errors: Array.from({ length: times }, () => ({ detail: `line ${line}` })),
  });
  expect(normalized(500, error('abc', 3, 1))).toBe(normalized(500, error('xyz', 77, 2)));
});

test('the status is part of the cause, and a body is shortened', () => {
  expect(normalized(500, '')).toBe('500');
  expect(normalized(500, 'x')).not.toBe(normalized(502, 'x'));
  expect(normalized(500, 'word '.repeat(5000)).length).toBeLessThanOrEqual(500);
});
