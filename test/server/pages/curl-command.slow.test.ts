// The example request as a curl command, ready to paste into a shell.

import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONTINUED, curlCommand } from '../../../src/server/pages/curl-command.ts';

const BASE = 'http://127.0.0.1:8080';

/** The arguments that a shell parses, without running the command. */
function wordsOf(line: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${line}\n`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

describe('a curl command', () => {
  test('has method, URL, token and body', () => {
    expect(
      curlCommand(BASE, { method: 'POST', path: '/pets', token: 'token-keeper', body: { name: "D'Artagnan" } }),
    ).toBe(
      `curl -X POST ${BASE}/pets -H 'Authorization: Bearer token-keeper' -H 'Content-Type: application/json' ` +
        `-d '{"name":"D'\\''Artagnan"}'`,
    );
  });

  test('has no header for a missing token or body', () => {
    expect(curlCommand(BASE, { method: 'GET', path: '/pets', token: '', body: undefined })).toBe(`curl ${BASE}/pets`);
  });

  test('has an option for each field of a form', () => {
    const body = { name: 'Rex', note: 'a b&c', 'a b': '1', tags: ['x', 'y'], at: { city: 'Wien', '@': 1 }, none: null };
    const request = { method: 'POST', path: '/pets', token: '', body };
    expect(curlCommand('', { ...request, bodyAs: 'form' })).toBe(
      "curl -X POST /pets -d name=Rex --data-urlencode 'note=a b&c' -d a%20b=1 -d tags=x -d tags=y -d 'at[city]=Wien' -d 'at[%40]=1'",
    );
    const photo = new File([], 'photo', { type: 'image/png' });
    expect(curlCommand('', { ...request, body: { name: '@home', size: 7, photo }, bodyAs: 'multipart' })).toBe(
      "curl -X POST /pets --form-string name=@home -F size=7 -F 'photo=@/dev/null;filename=photo;type=image/png'",
    );
  });

  test('does not expand brackets in a path', () => {
    expect(wordsOf(curlCommand(BASE, { method: 'GET', path: '/pets?[a]', token: '', body: undefined }))).toContain(
      '-g',
    );
  });

  test.each([' ', CONTINUED])('is parsed correctly by a shell, with %j between the options', (between) => {
    const text = fc.string({ unit: fc.oneof(fc.constantFrom(...`'"\\$\`!;&|<> \n*{}[]~#`), fc.string({ size: '=' })) });
    const shown = text.filter((one) => !one.includes('\0') && one.isWellFormed());
    fc.assert(
      fc.property(shown, shown, shown.filter(Boolean), (method, path, token) => {
        const body = { path, token };
        const [first = '', ...others] = wordsOf(curlCommand(BASE, { method, path, token, body }, between));
        expect(first === '-g' ? others : [first, ...others]).toEqual([
          ...['-X', method, BASE + path],
          ...['-H', `Authorization: Bearer ${token}`],
          ...['-H', 'Content-Type: application/json', '-d', JSON.stringify(body)],
        ]);
      }),
      { numRuns: 50, examples: [['-g', '/pets', 'token']] },
    );
  });
});
