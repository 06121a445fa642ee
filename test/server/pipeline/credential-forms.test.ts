// Credentials of a request in other texts, in every encoding.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CredentialForms,
  createRedactor,
  findCredentials,
} from '../../../src/server/pipeline/security/credential-forms.ts';
import { checkProperty } from '../../support/runs.ts';

test.each<[what: string, headers: Readonly<Record<string, string>>, target: string, found: readonly string[]]>([
  ['a token', { Authorization: 'Bearer abc' }, '/', ['abc']],
  ['a token without a scheme', { authorization: 'abc' }, '/', ['abc']],
  [
    'a user and a password',
    { authorization: `Basic ${btoa('ada:hu:sh')}` },
    '/',
    [btoa('ada:hu:sh'), 'ada:hu:sh', 'hu:sh'],
  ],
  ['a session cookie', { cookie: 'theme=dark; JSESSIONID=abc; sid="x1"; lang=de' }, '/', ['abc', 'x1']],
  ['a cookie that is set', { 'set-cookie': 'auth=abc; Path=/; HttpOnly' }, '/', ['abc']],
  ['an API key of the document', { 'X-Tenant': 'abc' }, '/?own=def', ['abc', 'def']],
  ['a header with the name of a secret', { 'X-Session-Id': 'abc', Accept: 'x/y' }, '/', ['abc']],
  ['parameters', {}, '/a?access_token=a%2Bb&sig=c&page=2', ['a+b', 'c']],
  ['a subprotocol', { 'sec-websocket-protocol': 'v1, 0a1b2c3d4e5f6g7h8i9j0k' }, '/', ['0a1b2c3d4e5f6g7h8i9j0k']],
])('%s is found in a request', (_, headers, target, found) => {
  expect(findCredentials(Object.entries(headers), target, new Set(['x-tenant', 'own']))).toEqual(found);
});

const SECRET = 'hu$h h/ush+7?"ä';

describe('a credential is redacted', () => {
  const forms = new CredentialForms();
  forms.add(SECRET);
  test.each([
    ['unencoded', `a ${SECRET} b`],
    ['in a URL', `/a/${encodeURIComponent(SECRET)}/b`],
    ['in a form', new URLSearchParams({ x: SECRET }).toString()],
    ['in JSON', JSON.stringify({ x: SECRET })],
    ['in Base64', Buffer.from(SECRET).toString('base64')],
    ['in Base64 for URLs', Buffer.from(SECRET).toString('base64url')],
    ['in Base64 after one character', Buffer.from(`x${SECRET}y`).toString('base64')],
    ['in Base64 after two characters', Buffer.from(`xy${SECRET}y`).toString('base64')],
    ['in Base64 of a pair', Buffer.from(`ada:${SECRET}`).toString('base64url')],
  ])('%s', (_, text) => {
    const shown = forms.redact(text);
    expect(shown).toContain('[redacted]');
    expect(shown.length).toBeLessThan(text.length);
    expect(shown).not.toContain('ush');
  });

  test('at any position in Base64', () => {
    const text = fc.string({ maxLength: 20 });
    checkProperty(
      fc.property(text, text, fc.string({ minLength: 9, maxLength: 40 }), (before, behind, secret) => {
        fc.pre(!/^[a-z]+$/i.test(secret));
        const known = new CredentialForms();
        known.add(secret);
        expect(known.redact(Buffer.from(before + secret + behind).toString('base64'))).toContain('[redacted]');
      }),
    );
  });

  test('a credential that may be a word, or is short, is not redacted', () => {
    const known = new CredentialForms();
    for (const one of ['password', 'admin', '1234567', 'ab-1']) known.add(one);
    expect(known.redact('{"password":"admin 1234567 ab-1"}')).toBe('{"password":"admin 1234567 ab-1"}');
  });

  test('the newest ones in every encoding, and thousands unencoded', () => {
    const known = new CredentialForms(2);
    for (let at = 0; at < 500; at += 1) known.add(`secret-${at}-of-many`);
    expect(known.redact('secret-0-of-many')).toBe('[redacted]');
    expect(known.redact(btoa('secret-499-of-many'))).not.toBe(btoa('secret-499-of-many'));
    expect(known.redact(btoa('secret-0-of-many'))).toBe(btoa('secret-0-of-many'));
  });
});

describe('texts about a request do not contain its credentials', () => {
  const plain = (headers: Readonly<Record<string, string>>, text: string) =>
    createRedactor({ headers, target: '/' })(text);
  test.each([
    ['a token', { authorization: 'Bearer s3cret-7' }, '/a/s3cret-7/b?x=s3cret-7', '/a/[redacted]/b?x=[redacted]'],
    ['a short password', { authorization: `Basic ${btoa('ada:hu5h')}` }, '/hu5h', '/[redacted]'],
    ['a password of letters only', { authorization: `Basic ${btoa('ada:opensesame')}` }, '/opensesame', '/[redacted]'],
    ['with unnecessary percent-encoding', { authorization: 'Bearer s3cret-7' }, '/a/%733cret-7/b', '/a/[redacted]/b'],
    ['percent-encoded in lower case', { authorization: 'Bearer s3c+ret/7' }, '/a/s3c%2bret%2f7', '/a/[redacted]'],
    ['a session', { cookie: 'sid=0123abcd' }, '/0123abcd', '/[redacted]'],
  ])('%s', (_, headers, text, shown) => expect(plain(headers, text)).toBe(shown));

  test('texts without credentials are unchanged', () => {
    expect(plain({ authorization: 'Bearer pets', cookie: 'theme=dark' }, '/pets?theme=dark')).toBe('/pets?theme=dark');
  });
});

test('only the beginning of a body is searched: a rejected one may have megabytes', () => {
  const body = (before: number) => Buffer.from(`{"a":"${'x'.repeat(before)}","password":"hush-hush"}`);
  const plain = (before: number) =>
    createRedactor({ headers: {}, target: '/', body: body(before) })('it was hush-hush');
  expect([plain(100), plain(17_000)]).toEqual(['it was [redacted]', 'it was hush-hush']);
});
