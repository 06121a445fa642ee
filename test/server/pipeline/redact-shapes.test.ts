// Redaction of secrets with a known format in any text; other values are unchanged.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactShapes } from '../../../src/server/pipeline/security/redact-shapes.ts';
import { redactTarget } from '../../../src/server/pipeline/security/redact-text.ts';
import { TOKEN_SHAPES, WEBHOOK_SHAPES } from '../../../src/server/pipeline/security/secret-shapes.ts';
import { checkProperty } from '../../support/runs.ts';

const GONE = '[redacted]';
const B64 = Buffer.from('{"sub":"ada","iat":1}').toString('base64url');
const letters = (length: number) => 'aB3dE5gH7jK9'.repeat(40).slice(0, length);
const hex = (length: number) => '0a1b2c3d4e5f6789'.repeat(20).slice(0, length);
const capitals = (length: number) => 'AB2CD3EF4GH5'.repeat(10).slice(0, length);

/** Concatenated here, so that secret scanners do not report this file. */
const TOKENS: readonly (readonly [issuer: string, token: string])[] = [
  ['a signed JWT', `eyJ${B64}.${B64}.${letters(43)}`],
  ['an encrypted JWT', `eyJ${B64}..${letters(16)}.${letters(30)}.${letters(22)}`.replace('..', `.${letters(12)}.`)],
  ['GitHub', `gh${'p_'}${letters(36)}`],
  ['GitHub, of an app', `gh${'s_'}${letters(36)}`],
  ['GitHub, fine-grained', `github${'_pat_'}${letters(22)}_${letters(59)}`],
  ['GitLab', `gl${'pat-'}${letters(20)}`],
  ['Slack', `xo${'xb-'}123456789012-123456789012-${letters(24)}`],
  ['AWS', `AK${'IA'}${capitals(16)}`],
  ['Google, a key', `AI${'za'}${letters(35)}`],
  ['Google, OAuth', `ya${'29.'}${letters(60)}`],
  ['Azure', `${letters(3)}8Q~${letters(34)}`],
  ['Stripe', `sk${'_live_'}${letters(24)}`],
  ['Stripe, a webhook', `wh${'sec_'}${letters(32)}`],
  ['npm', `npm${'_'}${letters(36)}`],
  ['PyPI', `pypi${'-AgE'}${letters(80)}`],
  ['RubyGems', `rubygems${'_'}${hex(48)}`],
  ['SendGrid', `SG${'.'}${letters(22)}.${letters(43)}`],
  ['Telegram', `123456789:AA${letters(33)}`],
  ['OpenAI', `sk${'-proj-'}${letters(48)}`],
  ['Anthropic', `sk${'-ant-'}api03-${letters(40)}`],
  ['Hugging Face', `hf${'_'}${'abcdEFGH'.repeat(5).slice(0, 34)}`],
  ['DigitalOcean', `dop${'_v1_'}${hex(64)}`],
  ['Shopify', `shp${'at_'}${hex(32)}`],
  ['Square', `sq0${'atp-'}${letters(22)}`],
  ['Atlassian', `ATA${'TT3'}${letters(60)}`],
  ['Databricks', `dap${'i'}${hex(32)}`],
  ['Linear', `lin${'_api_'}${letters(40)}`],
  ['Notion', `ntn${'_'}${letters(46)}`],
  ['Vault', `hv${'s.'}${letters(90)}`],
  ['Terraform', `${letters(14)}.atlas${'v1.'}${letters(64)}`],
  ['Grafana', `gl${'sa_'}${letters(32)}_${hex(8)}`],
  ['New Relic', `NR${'AK-'}${capitals(27)}`],
  ['Docker', `dckr${'_pat_'}${letters(27)}`],
  ['Supabase', `sb${'p_'}${hex(40)}`],
  ['Postman', `PM${'AK-'}${hex(24)}-${hex(34)}`],
  ['Mailgun', `key${'-'}${hex(32)}`],
  ['Mailchimp', `${hex(32)}-us12`],
  ['CAS', `ST-17-${letters(30)}`],
  ['age', `AGE-SECRET-KEY${'-1'}${capitals(58)}`],
];

test.each(TOKENS)('a token of %s is redacted, whatever surrounds it', (_, token) => {
  expect(redactShapes(token)).toBe(GONE);
  expect(redactShapes(`{"log":"it was\\n${token}\\t","x":1}`)).toBe(`{"log":"it was\\n${GONE}\\t","x":1}`);
  expect(redactShapes(`/a/${token}?q=%20${token}&b=1`)).toBe(`/a/${GONE}?q=%20${GONE}&b=1`);
});

test('every token of the table has an example here, and names its source', () => {
  const unmatched = TOKEN_SHAPES.filter(({ pattern }) => !TOKENS.some(([, token]) => pattern.test(token)));
  expect(unmatched.map(({ issuer }) => issuer)).toEqual([]);
  for (const { source } of [...TOKEN_SHAPES, ...WEBHOOK_SHAPES]) expect(source).toMatch(/^(https:\/\/|RFC \d)/);
});

test.each<[what: string, text: string, shown: string]>([
  ['the password of a URL', 'see https://ada:hush-hush@example.com/x', `see https://ada:${GONE}@example.com/x`],
  ['with an @ in it', 'postgres://ada:hu@sh@db/pets', `postgres://ada:${GONE}@db/pets`],
  ['in JSON with escaped slashes', '{"u":"redis:\\/\\/:hush@h:6379\\/0"}', `{"u":"redis:\\/\\/:${GONE}@h:6379\\/0"}`],
  [
    'in a URL in a URL',
    '?db=postgres%3A%2F%2Fada%3Ahush%40db%2Fpets',
    `?db=postgres%3A%2F%2Fada%3A${GONE}%40db%2Fpets`,
  ],
  ['of MySQL for Go', '"ada:hush@tcp(db:3306)/pets"', `"ada:${GONE}@tcp(db:3306)/pets"`],
  ['of Oracle', 'jdbc:oracle:thin:ada/hush@//db:1521/x', `jdbc:oracle:thin:ada/${GONE}@//db:1521/x`],
  ['a token instead of a user', 'https://0a1b2c3d4e5f67890a1b@git.example/x', `https://${GONE}@git.example/x`],
  ['of a connection string', 'Server=db;User Id=sa;Password=hu!sh;X=1', `Server=db;User Id=sa;Password=${GONE};X=1`],
  ['in quotes', 'Server=db;Password="a;b";X=1', `Server=db;Password="${GONE}";X=1`],
  ['in quotes in JSON', '{"c":"Password=\\"a;b\\";X=1"}', `{"c":"Password=\\"${GONE}\\";X=1"}`],
  ['that looks like a variable', 'Server=db;Password=$ecret;X={a', `Server=db;Password=${GONE};X={a`],
  ['with a full stop', 'host=db password=my.horse', `host=db password=${GONE}`],
  ['of libpq', 'host=db password=hush user=ada', `host=db password=${GONE} user=ada`],
  ['of Azure Storage', 'AccountName=a;AccountKey=q+w/e==;X=1', `AccountName=a;AccountKey=${GONE};X=1`],
  ['of JDBC', 'jdbc:postgresql://db/x?user=a&password=hush', `jdbc:postgresql://db/x?user=a&password=${GONE}`],
  [
    'a signature',
    'https://s3/x?X-Amz-Date=1&X-Amz-Signature=ab12',
    `https://s3/x?X-Amz-Date=1&X-Amz-Signature=${GONE}`,
  ],
  [
    'of a shared access',
    '{"u":"https://b/x?sv=1\\u0026sig=a%2Bb\\u0026se=2"}',
    `{"u":"https://b/x?sv=1\\u0026sig=${GONE}\\u0026se=2"}`,
  ],
  [
    'in a fragment',
    'https://app/cb#access_token=abc&expires_in=60',
    `https://app/cb#access_token=${GONE}&expires_in=60`,
  ],
  [
    'of a URL in a query',
    '/x?next=https%3A%2F%2Fa%3Fsig%3Dab%26b%3D1',
    `/x?next=https%3A%2F%2Fa%3Fsig%3D${GONE}%26b%3D1`,
  ],
  ['the code of a login', 'https://app/cb?code=ab12&state=xyz', `https://app/cb?code=${GONE}&state=xyz`],
  ['a session in a path', '/x;jsessionid=ab12?y=1', `/x;jsessionid=${GONE}?y=1`],
  ['what follows Bearer', 'curl -H "Authorization: Bearer ab12cd34"', `curl -H "Authorization: Bearer ${GONE}"`],
  ['what follows Basic', 'sent Basic YWRhOmh1c2g=', `sent Basic ${GONE}`],
  [
    'in JSON in JSON',
    JSON.stringify({ b: '{"password": "hu\\"sh\\\\","a":1}' }),
    JSON.stringify({ b: `{"password": "${GONE}","a":1}` }),
  ],
  [
    'a private JSON Web Key',
    `{"kty":"EC","x":"${letters(43)}","d":"${letters(43)}"}`,
    `{"kty":"EC","x":"${letters(43)}","d":"${GONE}"}`,
  ],
  ['of a log in JSON', '{"log":"x\\npassword=hush\\ny"}', `{"log":"x\\npassword=${GONE}\\ny"}`],
])('%s is redacted, once', (_, text, shown) => {
  expect(redactShapes(text)).toBe(shown);
  expect(redactShapes(shown)).toBe(shown);
});

test.each([
  ['Slack', `https://hooks.slack.com/services/T0AB12CD3/B0AB12CD3/${letters(24)}`],
  ['Discord', `https://discord.com/api/webhooks/123456789012345678/${letters(68)}`],
  ['Teams', `https://a.webhook.office.com/webhookb2/${hex(36)}@${hex(36)}/IncomingWebhook/${hex(32)}/${hex(36)}`],
  ['Zapier', 'https://hooks.zapier.com/hooks/catch/123456/ab12cd3/'],
])('a webhook URL of %s is redacted, also in JSON with escaped slashes', (_, url) => {
  const host = url.slice(0, url.indexOf('/', 8));
  expect(redactShapes(`to ${url}`)).toMatch(new RegExp(`^to ${host}.*/\\[redacted\\]/?$`));
  expect(redactShapes(url)).not.toMatch(/aB3dE5|2c3d4e|ab12cd3/);
  expect(redactShapes(url.replaceAll('/', '\\/'))).not.toMatch(/aB3dE5|2c3d4e|ab12cd3/);
});

describe('a private key is redacted', () => {
  const begin = `-----BEGIN RSA ${'PRIVATE'} KEY-----`;
  const end = `-----END RSA ${'PRIVATE'} KEY-----`;
  test.each([
    ['in lines', `a\n${begin}\nMIIE\nabc=\n${end}\nb`, `a\n${GONE}\nb`],
    ['in JSON', `{"k":"${begin}\\nMIIE\\n${end}\\n","b":1}`, `{"k":"${GONE}\\n","b":1}`],
    ['without an end', `{"k":"${begin}\\nMIIE\\n","b":1}`, `{"k":"${GONE}","b":1}`],
    ['before a quote', `{"k":"${begin}MIIE\\"x","b":1}`, `{"k":"${GONE}\\"x","b":1}`],
    ['of PGP', `-----BEGIN PGP ${'PRIVATE'} KEY BLOCK-----\nx\n-----END PGP ${'PRIVATE'} KEY BLOCK-----`, GONE],
    ['in a URL', `k=${begin.replaceAll(' ', '%20')}%0AMIIE%0A${end.replaceAll(' ', '%20')}&b=1`, `k=${GONE}&b=1`],
  ])('%s', (_, text, shown) => expect(redactShapes(text)).toBe(shown));
});

const IMAGE = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 7919) % 251)).toString('base64');

test.each([
  ['a UUID', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
  ['a digest', 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  ['a commit', '016ff2504e04f8941d39a0c0305e82c3301abcde'],
  ['an ETag', 'W/"6d82cbb050ddc7fa9cbb659014546e59"'],
  ['an ObjectId and a ULID', '507f1f77bcf86cd799439011 01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ['an image', `data:image/png;base64,${IMAGE}`],
  ['an image without its type', IMAGE],
  ['a time', '2026-01-02T03:04:05.678+01:00'],
  ['an address of mail', 'write to ada.lovelace@example.com, mailto:ada@example.com'],
  ['a URL', 'https://example.com:8080/pets?tag=a&page=2&sort=-name#top'],
  ['a URL with an address of mail', 'http://localhost:8080/users?email=ada@example.com'],
  ['a public key', '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----'],
  ['a public key of Stripe', 'pk_live_aB3dE5gH7jK9aB3dE5gH7jK9'],
  ['an ARN', 'arn:aws:iam::123456789012:role/x'],
  ['a public JSON Web Key', `{"kty":"EC","x":"${letters(43)}","y":"${letters(43)}"}`],
  ['a slug', 'sk-bratislava-old-town-hotel-deluxe-room and sk-nocturne'],
  ['an IBAN, a phone, an IPv6', 'CH9300762011623852957 +41 44 668 18 00 2001:db8::1:ffff'],
  ['a page', '/pets?pageToken=abc123def456&next_page_token=x1&limit=5'],
  ['a country', '/countries?code=CH&lang=de'],
  ['an error code', '?error=invalid_request&code=404&state=failed'],
  ['no value', 'password=null&token=undefined&secret=false'],
  ['a placeholder', `curl -H "Authorization: Bearer $TOKEN" -u token=\${TOKEN} password={password}`],
  ['code of JavaScript', 'const x={token:a.b};f(password=t.value);'],
  ['sentences', 'Basic authentication is needed; a bearer presentation, the token is not told'],
  ['a challenge', 'Bearer resource_metadata="https://example.com/x", error="invalid_token"'],
  ['a version', '1.2.3-beta.4+build.5 v20.19.0'],
  ['text in many languages', 'Grüezi, 東京 — schlüssel=wert, ключ'],
])('%s is unchanged', (_, text) => {
  expect(redactShapes(text)).toBe(text);
  const json = JSON.stringify({ a: text });
  expect(redactShapes(json)).toBe(json);
});

test('a secret in the path of a target is redacted too', () => {
  expect(redactTarget(`/repos/gh${'p_'}${letters(36)}/x;jsessionid=ab12?a=1&sig=xyz&code=ab&state=1`, new Set())).toBe(
    `/repos/${GONE}/x;jsessionid=${GONE}?a=1&sig=${GONE}&code=${GONE}&state=1`,
  );
});

test('JSON stays valid JSON', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(...TOKENS.map(([, token]) => token), `-----BEGIN ${'PRIVATE'} KEY-----`, '-----END X-----'),
    fc.constantFrom(
      '"password":"',
      '{"token":"a\\"}',
      '"kty"',
      '"d":"aaaaaaaaaaaaaaaaaaaa"',
      'password=',
      'https://a:',
      'b@c',
      '"',
      '\\',
      '%3Dtoken%3D',
      'Bearer abcdef123',
      '\n',
      '\u2028',
      "'",
    ),
  );
  const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
  checkProperty(
    fc.property(fc.array(fc.dictionary(text, text), { maxLength: 3 }), (value) => {
      expect(JSON.parse(redactShapes(JSON.stringify(value)))).toHaveLength(value.length);
    }),
  );
});

test('the time for any text grows linearly with its length', () => {
  const starts = [
    ...TOKENS.map(([, token]) => token.slice(0, 6)),
    ...[
      'eyJaaaaaaaaaaa.',
      '-eyJ',
      `-----BEGIN ${'PRIVATE'} KEY-----`,
      'PRIVATE KEY',
      '://',
      '://a:',
      ':thin:a/',
      'Bearer ',
    ],
    ...[
      'password=',
      'password="',
      'a%3D',
      '%25253D',
      '%3A%2F%2F',
      '%3A%2F%2Fa%3A',
      '/services/T0AB12CD3/',
      '/webhooks/',
      '\\"token\\":\\"',
      '\\\\\\"token\\\\\\":\\\\\\"',
      '"kty""d":"',
    ],
    ...['a', '-', '.', '=', '%', '\\', '\\n', '"', '[', '{"', ' ', '@', ':', '/', 'x:y@tcp', '$', ';'],
  ];
  for (const start of starts)
    for (const behind of ['', 'a'.repeat(300)]) {
      const text = `${start}${behind}`.repeat(Math.ceil(150_000 / (start.length + behind.length)));
      expect(typeof redactShapes(text)).toBe('string');
    }
});
