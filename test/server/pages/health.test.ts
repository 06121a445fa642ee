// Health endpoints for monitoring.

import { expect, test } from 'vitest';
import { createHealthProbes } from '../../../src/server/pages/pages.ts';
import { send } from '../../support/mock-server.ts';
import { sharedMockServer } from '../../support/shared-mock-server.ts';

const mockServer = sharedMockServer();

test.each([
  ['/healthz', 'application/json', { status: 'SERVING' }],
  ['/debug/healthz', 'text/plain; charset=utf-8', 'ok'],
])('%s works without a token, and is never cached', async (path, type, body) => {
  const response = await send(mockServer(), 'GET', path, { token: undefined });
  expect([response.status, response.headers.get('content-type'), response.body]).toEqual([200, type, body]);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const known = { 'if-none-match': '*' };
  expect((await send(mockServer(), 'GET', path, { token: undefined, headers: known })).status).toBe(200);
  expect((await send(mockServer(), 'HEAD', path, { token: undefined })).status).toBe(200);
  expect((await send(mockServer(), 'POST', path, { token: undefined })).status).toBe(405);
});

test('a path of a document is not hidden by a health endpoint', () => {
  const { matches: owns } = createHealthProbes((path) => path === '/healthz');
  const get = { method: 'GET', target: '', headers: {}, local: true };
  expect(['/healthz', '/debug/healthz', '/'].map((path) => owns(get, path))).toEqual([false, true, false]);
});
