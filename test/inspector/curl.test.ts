// curl commands for recorded requests, parsed by a real shell.

import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Curl, curlCommand } from '../../src/inspector/parts/curl.ts';

const GET: Curl = {
  origin: 'http://127.0.0.1:8080',
  sandbox: 'main',
  method: 'GET',
  target: '/pets',
  headers: {},
  body: undefined,
  hasToken: false,
};

const VARIABLES = { TOKEN: 'secret token', X_API_KEY: 'key', COOKIE: 'crumb', SECRET: 'other' };

/** The arguments that a shell passes to curl. */
function argumentsIn(command: string): readonly string[] {
  const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\n${command}`;
  const message = execFileSync('sh', ['-c', script], { encoding: 'utf8', env: VARIABLES });
  return message.split('\0').slice(0, -1);
}

describe('a curl command for a request', () => {
  test.each<[what: string, asked: Partial<Curl>, args: readonly string[]]>([
    ['is short for a simple request', {}, ['http://127.0.0.1:8080/pets']],
    ['selects the sandbox', { sandbox: 'blue' }, ['http://127.0.0.1:8080/pets', '-H', 'x-understudy-sandbox: blue']],
    [
      'reads the token from a variable',
      { hasToken: true },
      ['http://127.0.0.1:8080/pets', '-H', 'Authorization: Bearer secret token'],
    ],
    [
      'reads redacted headers, parameters and properties from variables',
      {
        method: 'POST',
        target: '/pets?key=[redacted]&a=$b',
        headers: { 'x-api-key': '[redacted]', cookie: 'a!=[redacted]' },
        body: '{"password":"[redacted]"}',
      },
      [
        ...['-g', '-X', 'POST', 'http://127.0.0.1:8080/pets?key=other&a=$b'],
        ...['-H', 'x-api-key: key', '-H', 'cookie: a!=crumb', '--data-raw', '{"password":"other"}'],
      ],
    ],
    ['expects no body of HEAD', { method: 'HEAD' }, ['-I', 'http://127.0.0.1:8080/pets']],
    ['disables URL patterns', { target: '/pets?a[0]={x}' }, ['-g', 'http://127.0.0.1:8080/pets?a[0]={x}']],
    [
      'is not expanded by the shell',
      { target: '/pets/$(id)`id`\'\\"!*;&|' },
      ['http://127.0.0.1:8080/pets/$(id)`id`\'\\"!*;&|'],
    ],
    [
      'does not read a file for a body that starts with @',
      { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '@/etc/passwd' },
      ['-X', 'POST', 'http://127.0.0.1:8080/pets', '-H', 'content-type: text/plain', '--data-raw', '@/etc/passwd'],
    ],
  ])('%s', (_, requested, args) => {
    expect(argumentsIn(curlCommand({ ...GET, ...requested }))).toEqual(args);
  });

  test('sends any body unchanged', () => {
    const body = fc.string({ unit: fc.constantFrom(...'\'"\\$`!{}[]<>&|;#~* \n\tä') }).filter((text) => text !== '');
    // One shell reads all commands; each ends with its body.
    const texts = fc.sample(body, 100);
    const commands = texts.map((text) => curlCommand({ ...GET, method: 'PUT', body: text }));
    const lengths = argumentsIn(commands[0] ?? '').length;
    const all = argumentsIn(commands.join('\n'));
    expect(all.filter((_, at) => at % lengths === lengths - 1)).toEqual(texts);
  });
});
