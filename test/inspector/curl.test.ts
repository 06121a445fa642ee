// curl commands for recorded requests, parsed by a real shell.

import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Curl, curlCommand } from '../../src/inspector/requests/curl.ts';

const GET: Curl = {
  origin: 'http://127.0.0.1:8080',
  sandbox: 'main',
  method: 'GET',
  target: '/pets',
  headers: {},
  body: undefined,
  hasToken: false,
};

/** The arguments that a shell gives to curl. */
function argumentsIn(command: string): readonly string[] {
  const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\n${command}`;
  const said = execFileSync('sh', ['-c', script], { encoding: 'utf8', env: { TOKEN: 'secret token' } });
  return said.split('\0').slice(0, -1);
}

describe('a command for an exchange', () => {
  test.each<[what: string, asked: Partial<Curl>, args: readonly string[]]>([
    ['asks as plainly as it can', {}, ['http://127.0.0.1:8080/pets']],
    ['names the sandbox', { sandbox: 'blue' }, ['http://127.0.0.1:8080/pets', '-H', 'x-understudy-sandbox: blue']],
    [
      'takes the token from a variable',
      { hasToken: true },
      ['http://127.0.0.1:8080/pets', '-H', 'Authorization: Bearer secret token'],
    ],
    ['wants no body of HEAD', { method: 'HEAD' }, ['-I', 'http://127.0.0.1:8080/pets']],
    ['reads no patterns in an address', { target: '/pets?a[0]={x}' }, ['-g', 'http://127.0.0.1:8080/pets?a[0]={x}']],
    ['evaluates nothing', { target: '/pets/$(id)`id`\'\\"!*;&|' }, ['http://127.0.0.1:8080/pets/$(id)`id`\'\\"!*;&|']],
    [
      'reads no file, though a body begins as if it did',
      { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '@/etc/passwd' },
      ['-X', 'POST', 'http://127.0.0.1:8080/pets', '-H', 'content-type: text/plain', '--data-raw', '@/etc/passwd'],
    ],
  ])('%s', (_, asked, args) => {
    expect(argumentsIn(curlCommand({ ...GET, ...asked }))).toEqual(args);
  });

  test('sends any body as it was', () => {
    const body = fc.string({ unit: fc.constantFrom(...'\'"\\$`!{}[]<>&|;#~* \n\tä') }).filter((text) => text !== '');
    // One shell reads all commands; each ends with its body.
    const texts = fc.sample(body, 100);
    const commands = texts.map((text) => curlCommand({ ...GET, method: 'PUT', body: text }));
    const lengths = argumentsIn(commands[0] ?? '').length;
    const all = argumentsIn(commands.join('\n'));
    expect(all.filter((_, at) => at % lengths === lengths - 1)).toEqual(texts);
  });
});
