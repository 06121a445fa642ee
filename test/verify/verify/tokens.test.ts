// The token cache: requests and renewals.

import { expect, test } from 'vitest';
import { createTokens } from '../../../src/verify/oauth/tokens.ts';
import { VirtualTime } from '../../support/virtual-time.ts';

function tokens(lifetime?: number, refuses: (turn: number) => boolean = () => false) {
  const time = new VirtualTime();
  const requested: string[] = [];
  const fetch = async (scopes: readonly string[]) => {
    requested.push(scopes.join(' '));
    const token = `token-${requested.length}`;
    if (refuses(requested.length)) throw new Error('no');
    return { token, lifetime };
  };
  return { time, requested, ...createTokens(fetch, time) };
}

test('concurrent requests for the same scopes share one token', async () => {
  const { requested, for: token } = tokens();
  expect(await Promise.all([token(['a', 'b']), token(['b', 'a']), token(['a', 'b', 'a'])])).toEqual(
    Array(3).fill('token-1'),
  );
  expect(await token(['a'])).toBe('token-2');
  expect(requested).toEqual(['a b', 'a']);
});

test.each([
  [3600_000, 3570_000],
  [10_000, 8000],
])('a token with a lifetime of %d ms is renewed after %d ms, once', async (lifetime, until) => {
  const { time, requested, for: token } = tokens(lifetime);
  await token([]);
  time.pass(until - 1);
  expect(await token([])).toBe('token-1');
  time.pass(1);
  expect(await Promise.all([token([]), token([]), token([])])).toEqual(Array(3).fill('token-2'));
  expect(requested).toHaveLength(2);
});

test('a token without a lifetime is not renewed', async () => {
  const { time, for: token } = tokens();
  await token([]);
  time.pass(1e10);
  expect(await token([])).toBe('token-1');
});

test('a rejected token that was accepted before is renewed once', async () => {
  const { requested, for: token, instead, wasKnown } = tokens();
  const first = await token([]);
  wasKnown([], first, true);
  expect(await Promise.all([instead([], first), instead([], first)])).toEqual(['token-2', 'token-2']);
  expect(await instead([], first)).toBe('token-2');
  expect(requested).toHaveLength(2);
});

test('a token that was never accepted is not renewed', async () => {
  const { for: token, instead } = tokens();
  expect(await instead([], await token([]))).toBeUndefined();
});

test('after a useless renewal, there is a pause', async () => {
  const { time, for: token, instead, wasKnown } = tokens();
  const first = await token([]);
  wasKnown([], first, true);
  const second = (await instead([], first)) ?? '';
  wasKnown([], second, false);
  wasKnown([], second, true);
  expect(await instead([], second)).toBeUndefined();
  time.pass(30_000);
  expect(await instead([], second)).toBe('token-3');
});

test('a failed token request is repeated the next time', async () => {
  const { for: token } = tokens(undefined, (turn) => turn === 1);
  await expect(token([])).rejects.toThrow('no');
  expect(await token([])).toBe('token-2');
});
