// Requests as curl commands: a shell sends the same request.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCurl } from '../../../src/verify/report/curl.ts';
import { listSecrets } from '../../../src/verify/report/secrets.ts';
import type { SerializedRequest } from '../../../src/verify/requests/serialize-request.ts';
import { checkProperty } from '../../support/runs.ts';

const NONE = listSecrets(new Map());
const sent = { path: '', query: '', cookie: '' } as unknown as SerializedRequest['rawParameters'];
const call = (method: string, body?: string | Buffer, headers: SerializedRequest['headers'] = []): SerializedRequest =>
  ({
    method,
    target: '/notes',
    headers,
    body: body === undefined ? undefined : Buffer.from(body),
    rawParameters: sent,
  }) as SerializedRequest;

test.each<[what: string, call: SerializedRequest, command: string]>([
  ['a GET', call('GET'), 'curl -g http://localhost/notes'],
  ['a GET with a body', call('GET', '{}'), "curl -g -X GET http://localhost/notes --data-raw '{}'"],
  ['a HEAD', call('HEAD'), 'curl -g -I http://localhost/notes'],
  ['a body', call('POST', "it's"), "curl -g -X POST http://localhost/notes --data-raw 'it'\\''s'"],
  ['an empty body', call('POST', ''), "curl -g -X POST http://localhost/notes --data-raw ''"],
  ['lines and tabs', call('POST', 'a\n\tb'), "curl -g -X POST http://localhost/notes --data-raw 'a\n\tb'"],
  ['an empty header', call('GET', undefined, [['x-one', '']]), "curl -g http://localhost/notes -H 'x-one;'"],
  ['a header', call('GET', undefined, [['x-one', 'a b']]), "curl -g http://localhost/notes -H 'x-one: a b'"],
])('formats %s (%#)', (_, given, command) => {
  expect(formatCurl(given, 'http://localhost', NONE)).toBe(command);
});

test.each<[what: string, call: SerializedRequest, end: string]>([
  ['header', call('GET', undefined, [['x-api-key', '[redacted]']]), '/notes -H "x-api-key: $X_API_KEY"'],
  [
    'scheme',
    call('GET', undefined, [['authorization', 'Bearer [redacted]']]),
    '-H "authorization: Bearer $AUTHORIZATION"',
  ],
  ['parameter', { ...call('GET'), target: '/a?b=$1&key=[redacted]&c=2' }, '"http://localhost/a?b=\\$1&key=$KEY&c=2"'],
  [
    'property',
    call('PUT', '{"a":1,"user.pin": "[redacted]"}'),
    '--data-raw "{\\"a\\":1,\\"user.pin\\": \\"$USER_PIN\\"}"',
  ],
  ['property named like a variable of the shell', call('PUT', 'pwd=[redacted]'), '--data-raw "pwd=$SECRET"'],
  ['part of a text', call('PUT', 'see [redacted], or [redacted]'), '--data-raw "see $SECRET, or $SECRET"'],
])('a redacted %s is a variable that the shell expands', (_, given, end) => {
  const command = formatCurl(given, 'http://localhost', NONE);
  expect(command.replaceAll(/\$\{(\w+)\}/g, '$$$1')).toContain(end);
});

describe('a body', () => {
  test('of up to 4096 bytes is in the command, of a larger one its size', () => {
    const [whole, long] = [4096, 4097].map((size) =>
      formatCurl(call('POST', 'x'.repeat(size)), 'http://localhost', NONE),
    );
    expect(whole).toBe(`curl -g -X POST http://localhost/notes --data-raw ${'x'.repeat(4096)}`);
    expect(long).toBe('curl -g -X POST http://localhost/notes  # with a body of 4097 bytes');
  });

  test('is measured in bytes, not in characters', () => {
    expect(formatCurl(call('POST', 'ü'.repeat(2049)), 'http://localhost', NONE)).toMatch(
      / {2}# with a body of 4098 bytes$/,
    );
  });

  test.each([
    ['has control sequences of terminals', '\u001b[2J'],
    ['has NUL, which no shell word can have', 'a\0b'],
    ['has a carriage return', 'a\rb'],
    ['has C1 control characters', '\u009b2J'],
    ['is not UTF-8', Buffer.from([0xff, 0xfe])],
  ])('that %s is omitted, with its size in a comment', (_, body) => {
    const size = Buffer.from(body).length;
    expect(formatCurl(call('POST', body), 'http://localhost', NONE)).toBe(
      `curl -g -X POST http://localhost/notes  # with a body of ${size} bytes`,
    );
  });
});

test('a shell passes the sent words, and secrets from variables', async () => {
  const word = fc.string({ unit: fc.constantFrom(...`ab'"$\`\\! \n\t;&|<>(){}*?~#äß😀`), maxLength: 12 });
  const secrets = listSecrets(new Map([['key', 'sesame']]));
  const variable = /\$\{?(\w+)/.exec(formatCurl(call('POST', 'sesame'), 'http://localhost', secrets))?.[1] ?? '';
  const pieces = fc.array(fc.oneof(word, fc.constant('sesame')), { maxLength: 4 });
  await checkProperty(
    fc.asyncProperty(pieces, async (drawn) => {
      const text = drawn.join('');
      const command = formatCurl(call('POST', text), 'http://localhost', secrets);
      expect(command).not.toContain('sesame');
      const script = command.replace(/^curl /, `printf '%s\\0' `);
      const { stdout } = await promisify(execFile)('sh', ['-c', script], { env: { [variable]: 'sesame' } });
      expect(stdout.split('\0')).toEqual(['-g', '-X', 'POST', 'http://localhost/notes', '--data-raw', text, '']);
    }),
    { numRuns: 40 },
  );
});
