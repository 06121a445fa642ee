// Redaction of secrets, also of truncated ones.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listSecrets, redactSecrets, truncateText } from '../../../src/verify/report/secrets.ts';
import { checkProperty } from '../../support/runs.ts';

test('truncation does not cut a secret', () => {
  const secrets = listSecrets(new Map([['key', 'sesame']]));
  const text = `${'x'.repeat(10)}sesame${'y'.repeat(10)}`;
  for (let most = 0; most <= text.length; most += 1) {
    const isWithin = most > 10 && most < 16;
    expect(truncateText(text, most, secrets)).toBe(text.slice(0, isWithin ? 10 : most));
  }
});

test('all occurrences of a secret are redacted', () => {
  const word = fc.string({ unit: 'grapheme', minLength: 3, maxLength: 12 }).filter((one) => /^\S+$/.test(one));
  checkProperty(
    fc.property(
      word,
      fc.array(fc.constantFrom('-', '+', '='), { maxLength: 30 }),
      fc.nat(60),
      (secret, marks, most) => {
        fc.pre(!/[-+=]/.test(secret));
        const secrets = listSecrets(new Map([['name', secret]]));
        const text = marks.map((mark) => (mark === '+' ? secret : mark)).join('');
        expect(redactSecrets(text, secrets)).toBe(
          marks.map((mark) => (mark === '+' ? '[value of name]' : mark)).join(''),
        );
        const reported = redactSecrets(truncateText(text, most, secrets), secrets);
        expect(reported).toMatch(/^(\[value of name\]|-|=)*$/);
      },
    ),
  );
});

test('a secret that begins with another secret is redacted as a whole', () => {
  const secrets = listSecrets(
    new Map([
      ['short', 'sesame'],
      ['long', 'sesame-street'],
    ]),
  );
  expect(redactSecrets('key=sesame-street', secrets)).toBe('key=[value of long]');
});

test('a secret that is a word of a message is marked there', () => {
  const secrets = listSecrets(new Map([['bearerAuth', 'wrong']]));
  expect(redactSecrets('missing or wrong token', secrets)).toBe('missing or [value of bearerAuth] token');
});

test('a short secret is redacted only as a whole word', () => {
  const secrets = listSecrets(new Map([['bearer', 'tok']]));
  expect(redactSecrets('no token, not tok; Bearer tok', secrets)).toBe(
    'no token, not [value of bearer]; Bearer [value of bearer]',
  );
});
