// Redaction of known tokens in texts of all kinds.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KnownSecrets } from '../../../src/server/pipeline/security/known-secrets.ts';
import { checkProperty } from '../../support/runs.ts';

const TOKEN = 'tok-7f3A_9.z~Q';
const LEFT_OUT = '[redacted]';

function knowing(...secrets: string[]): KnownSecrets {
  const known = new KnownSecrets();
  for (const secret of secrets) known.add(secret);
  return known;
}

describe('a token is redacted', () => {
  test.each([
    ['alone', TOKEN, LEFT_OUT],
    ['in JSON', `{"a":"${TOKEN}","b":["x ${TOKEN} y"]}`, `{"a":"${LEFT_OUT}","b":["x ${LEFT_OUT} y"]}`],
    [
      'after an escape sequence of JSON',
      `{"log":"a\\n${TOKEN}\\t\\u0041${TOKEN}"}`,
      `{"log":"a\\n${LEFT_OUT}\\t\\u0041${LEFT_OUT}"}`,
    ],
    ['as a property name', `{"${TOKEN}":1}`, `{"${LEFT_OUT}":1}`],
    [
      'in a URL',
      `/a/${TOKEN}/b?c=${TOKEN}&d=%20${TOKEN}#${TOKEN}`,
      `/a/${LEFT_OUT}/b?c=${LEFT_OUT}&d=%20${LEFT_OUT}#${LEFT_OUT}`,
    ],
    ['after a scheme', `Bearer ${TOKEN}`, `Bearer ${LEFT_OUT}`],
    ['at the end of a sentence', `It is ${TOKEN}...`, `It is ${LEFT_OUT}...`],
    ['between punctuation', `<a>${TOKEN}</a>;${TOKEN},(${TOKEN})`, `<a>${LEFT_OUT}</a>;${LEFT_OUT},(${LEFT_OUT})`],
  ])('%s', (_, text, shown) => {
    expect(knowing('other-token-1', TOKEN).redact(text)).toBe(shown);
  });

  test('a token with characters that end a word is redacted in parts', () => {
    const known = knowing('abcdefghijklmnop1234+QRSTUVWXYZ/9876543210abcdef==');
    expect(known.redact('"abcdefghijklmnop1234+QRSTUVWXYZ/9876543210abcdef=="')).toBe(
      '"[redacted]+QRSTUVWXYZ/[redacted]=="',
    );
  });

  test.each([
    ['a part of it', TOKEN, TOKEN.slice(0, -1)],
    ['a longer one', TOKEN, `${TOKEN}x`],
    ['a short one', 'abc-123', 'abc-123'],
    ['a possible word', 'password', '{"password":"password"}'],
    ['a short part of a password', 'one two three4', 'one two three4'],
    ['nothing', '', ''],
  ])('%s is not redacted', (_, secret, text) => {
    expect(knowing(secret).redact(text)).toBe(text);
  });

  test('a token is redacted in any context, and nothing else is changed', () => {
    const around = fc.string({
      unit: fc.constantFrom('"', ' ', '{', ':', '/', '\\n', '%41', '&', 'short', '\u00e4', '<'),
    });
    checkProperty(
      fc.property(around, around, fc.stringMatching(/^[\w~-]{8,40}$/), (before, behind, secret) => {
        fc.pre(!/^[a-z]{1,19}$/i.test(secret) && !/(short|n)$/.test(before) && !behind.startsWith('short'));
        const known = knowing(secret);
        expect(known.redact(`${before}${secret}${behind}`)).toBe(`${before}${LEFT_OUT}${behind}`);
        expect(knowing(`${secret}0`).redact(`${before}${secret}${behind}`)).toBe(`${before}${secret}${behind}`);
      }),
    );
  });
});

test('the newest thousand are known, and none is stored in clear', () => {
  const known = new KnownSecrets();
  for (let count = 0; count < 1500; count += 1) known.add(`secret-${count}`);
  const { version } = known;
  known.add('secret-1400');
  expect(known.version).toBe(version);
  expect(known.redact('secret-499 secret-500 secret-1499')).toBe('secret-499 [redacted] [redacted]');
});

test('the work grows with the text, not with the tokens or their contents', () => {
  const known = knowing(...Array.from({ length: 1000 }, (_, count) => `${'a'.repeat(4000)}${count}`));
  const texts = [
    'a'.repeat(1_000_000),
    `${'a'.repeat(4000)} `.repeat(250),
    '\\'.repeat(1_000_000),
    '%'.repeat(1_000_000),
    `${'.'.repeat(1_000_000)}a`,
  ];
  for (const text of texts) expect(known.redact(text)).toBe(text);
});
