// Route groups: the first match handles a request.

import { expect, test } from 'vitest';
import { createRouteGroups, type RouteGroup } from '../../../src/server/pipeline/route-groups.ts';
import type { WireRequest, WireResponse } from '../../../src/server/pipeline/wire.ts';

const sending = (target: string, headers: WireRequest['headers'] = {}, method = 'GET'): WireRequest => ({
  method,
  target,
  headers,
  body: new Uint8Array(),
  local: true,
});

const text = (body: string): WireResponse => ({ status: 200, headers: {}, body });

/** Matches paths below a root, and returns the request in its response. */
const below = (root: string, more: Partial<RouteGroup> = {}): RouteGroup => ({
  matches: (_, path) => path.startsWith(root),
  handle: ({ target, base = '' }) => text(`${root}: ${base}|${target}`),
  ...more,
});

const everything = below('');

test.each([
  ['/a/b?c', '/a: |/a/b?c'],
  ['/ab', ': |/ab'],
  ['/a/', '/a/: |/a/'],
  ['/_sandbox/blue/a/b?c', '/a/: /_sandbox/blue|/a/b?c'],
  ['/.well-known/a/_sandbox/blue', ': /_sandbox/blue|/.well-known/a'],
  ['/_sandbox/', ': |/_sandbox/'],
])('the first route group that matches %s handles it', async (target, responded) => {
  const order = target.startsWith('/a/b') ? [below('/a'), below('/a/')] : [below('/a/'), below('/a/')];
  const { handle: response } = createRouteGroups([...order, everything], () => {}).find(sending(target));
  expect((await response(sending(target))).body).toBe(responded);
});

test('an exception of a route group is reported, and its text is not sent', async () => {
  const thrown: unknown[] = [];
  const broken = below('/a', {
    handle: () => {
      throw new Error('secret');
    },
  });
  const mounts = createRouteGroups([broken, everything], (error) => void thrown.push(error));
  const { status, body } = await mounts.find(sending('/a')).handle(sending('/a'));
  expect([status, JSON.parse(String(body)).message]).toEqual([
    500,
    expect.stringMatching(/^An internal error occurred;/),
  ]);
  expect(thrown).toEqual([new Error('secret')]);
});

test('only route groups with cors allow requests of other origins', async () => {
  const mounts = createRouteGroups([below('/open', { cors: () => true }), below('/closed'), everything], () => {});
  const preflight = { origin: 'https://app.test', 'access-control-request-method': 'PUT' };
  const allowed = async (target: string, headers: WireRequest['headers'], method: string) => {
    const request = sending(target, headers, method);
    return (await mounts.find(request).handle(request)).headers['access-control-allow-origin'];
  };
  expect(await allowed('/open', preflight, 'OPTIONS')).toBe('https://app.test');
  expect(await allowed('/open', { origin: 'https://app.test' }, 'GET')).toBe('https://app.test');
  expect(await allowed('/closed', preflight, 'OPTIONS')).toBeUndefined();
  expect(await allowed('/closed', { origin: 'https://app.test' }, 'GET')).toBeUndefined();
});

test('a route group defines its body limit', () => {
  const mounts = createRouteGroups([below('/a', { bodyLimit: 10 }), everything], () => {});
  expect([mounts.find(sending('/a')).bodyLimit, mounts.find(sending('/b')).bodyLimit]).toEqual([10, undefined]);
});
