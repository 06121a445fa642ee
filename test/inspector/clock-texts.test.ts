// The time in the Clock tab, and curl commands with a token.

import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Clock } from '../../src/client/client.ts';
import { distanceWords, paceWords, timeAt } from '../../src/inspector/clock/running.ts';
import { curlOf } from '../../src/inspector/parts/curl.ts';

const clock = (more: Partial<Clock> = {}): Clock => ({
  sandbox: 'main',
  now: '2027-01-01T00:00:00.000Z',
  frozen: false,
  speed: 1,
  machine: false,
  ...more,
});
const later = (milliseconds: number, more?: Partial<Clock>) =>
  new Date(timeAt({ clock: clock(more), at: 500 }, 500 + milliseconds)).toISOString();

describe('the time', () => {
  test('runs at the speed of the sandbox', () => {
    expect([later(1500), later(1500, { speed: 60 }), later(1500, { frozen: true, speed: 60 })]).toEqual([
      '2027-01-01T00:00:01.500Z',
      '2027-01-01T00:01:30.000Z',
      '2027-01-01T00:00:00.000Z',
    ]);
  });

  test.each<[Partial<Clock>, string]>([
    [{ frozen: true, speed: 5 }, 'Frozen'],
    [{ machine: true }, 'System time'],
    [{}, 'Running from the time that was set'],
    [{ speed: 10 }, 'Running 10 times as fast'],
    [{ speed: 0.5 }, 'Running at 0.5 of normal speed'],
  ])('has a state as text: %j', (more, words) => {
    expect(paceWords(clock(more))).toBe(words);
  });

  test.each([
    [0, undefined],
    [400, undefined],
    [1000, '1 s ahead'],
    [-90_000, '1 min 30 s behind'],
    [7_200_000, '2 h ahead'],
    [90_061_000, '1 d 1 h ahead'],
  ])('is %i ms from system time: %s', (distance, words) => {
    expect(distanceWords(1e12 + distance, 1e12)).toBe(words);
  });
});

describe('a curl command with a token', () => {
  test('is one line', () => {
    expect(curlOf('http://localhost:8080', 'main', 'abc')).toBe(
      "curl 'http://localhost:8080/' -H 'Authorization: Bearer abc'",
    );
    expect(curlOf('http://localhost:8080', 'blue', 'abc', { method: 'POST', path: '/pets/_search' })).toBe(
      "curl -X POST 'http://localhost:8080/pets/_search' -H 'x-understudy-sandbox: blue' -H 'Authorization: Bearer abc' -H 'Content-Type: application/json' -d '{}'",
    );
  });

  test('is parsed correctly by a shell for any path', () => {
    const parts = fc.array(
      fc.string({ minLength: 1 }).filter((text) => !text.includes('\0')),
      { minLength: 1, maxLength: 3 },
    );
    // One shell reads all lines: to start one takes longer than to read a thousand.
    const paths = fc.sample(parts, 50).map((some) => `/${some.join("'")}`);
    const lines = paths.map((path) => curlOf('http://localhost', 'main', 't', { method: 'GET', path }));
    const script = `curl() { printf '%s\\0' "$1"; }\n${lines.join('\n')}`;
    const addresses = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
    expect(addresses).toEqual(paths.map((path) => `http://localhost${path}`));
  });
});
