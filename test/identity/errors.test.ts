// Unknown operations, unreadable bodies and internal errors: status, headers and the common error body.

import { describe, expect, test } from 'vitest';
import { identity } from '../../src/identity/api.ts';
import { APP, PROJECT, USER } from '../support/identity-records.ts';
import { identityMockServer, send } from '../support/mock-server.ts';
import { sharedMockServer } from '../support/shared-mock-server.ts';

const shared = sharedMockServer();

const SEARCH = '/management/v1/projects/_search';
const RENAME = `/management/v1/projects/${PROJECT.gearShop}/apps/${APP.storefront}`;
const OPERATIONS = [
  ['POST', '/management/v1/policies/login/idps/_search', 'POST'],
  ['POST', SEARCH, 'POST'],
  ['PUT', RENAME, 'GET, HEAD, PUT'],
  ['POST', '/management/v1/users/grants/_search', 'POST'],
  ['POST', `/management/v1/users/${USER.theo}/grants`, 'POST'],
] as const;

describe('404', () => {
  test.each([
    '/management/v1',
    '/management/v1/',
    '/management/v1/projects',
    `${SEARCH}/`,
    `/management/v1//projects/_search`,
    '/management/v2/projects/_search',
    '/Management/v1/projects/_search',
    '/management/v1/projects//apps/1',
    '/management/v1/users//grants',
    `${RENAME}/more`,
    '/%2e%2e/management/v1/nothing',
    '/__proto__',
  ])('for %s', async (path) => {
    const response = await send(shared(), 'PUT', path, { body: {} });
    expect(response).toMatchObject({ status: 404, body: { code: 5, message: 'Not Found', details: [] } });
  });
});

describe.each(OPERATIONS)('%s %s', (method, path, allowed) => {
  test.each(
    ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PURGE'].filter(
      (other) => !allowed.split(', ').includes(other),
    ),
  )('rejects %s with 405 and Allow', async (other) => {
    const { status, headers, body } = await send(shared(), other, path);
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe(allowed);
    expect(body).toEqual({ code: 12, message: 'Method Not Allowed', details: [] });
  });

  test.each([
    'application/xml',
    'text/html',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/jsonp',
    '',
    'json',
  ])('rejects %j with 415', async (type) => {
    const response = await send(shared(), method, path, { body: '{}', headers: { 'content-type': type } });
    expect(response).toMatchObject({ status: 415, body: { code: 3, details: [] } });
    expect(response.headers.get('content-type')).toBe('application/json');
  });

  test('rejects a compressed body with 415', async () => {
    const response = await send(shared(), method, path, { body: '{}', headers: { 'content-encoding': 'gzip' } });
    expect(response).toMatchObject({ status: 415, body: { code: 3 } });
  });

  test('rejects a body above the limit with 413', async () => {
    const mockServer = await identityMockServer({ bodyLimit: 100 });
    const within = await send(mockServer, method, path, { body: `{${' '.repeat(98)}}` });
    expect(within.status).not.toBe(413);
    const above = await send(mockServer, method, path, { body: `{${' '.repeat(99)}}` });
    expect(above).toMatchObject({ status: 413, body: { code: 8, details: [] } });
    expect(above.body.message).toContain('100');
  });

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json;x="y"',
    'text/plain',
    'Text/Plain;charset=UTF-8',
  ])('reads %s as JSON', async (type) => {
    const headers = { 'content-type': type };
    const response = await send(shared(), method, path, { body: 'x', headers });
    expect(response.body.message).toContain('not valid JSON');
    const read = await send(shared(), method, path, { body: '{"projectId":"1","name":"x"}', headers });
    expect(read.status).not.toBe(415);
    expect(read.body.message ?? '').not.toMatch(/JSON|length must be/);
  });

  test('reads a body without Content-Type as JSON', async () => {
    const request = new Request(`http://localhost${path}`, {
      method,
      headers: { authorization: 'Bearer token-owner' },
      body: Buffer.from('x'),
    });
    expect(request.headers.get('content-type')).toBe(null);
    const { code, message } = (await (await shared().fetch(request)).json()) as { code: number; message: string };
    expect([code, message]).toEqual([3, expect.stringContaining('not valid JSON')]);
  });

  test.each(['text/html', 'application/xml', '*/*', 'application/json;q=0'])(
    'responds in JSON to Accept: %s',
    async (accept) => {
      const { headers, body } = await send(shared(), method, path, { body: {}, headers: { accept } });
      expect(headers.get('content-type')).toBe('application/json');
      expect(body).toBeTypeOf('object');
    },
  );

  test.each([
    ['a response', 'token-iam'],
    ['an error', 'nobody'],
  ])('sends %s with headers that prevent caching', async (_, token) => {
    const { headers } = await send(shared(), method, path, { body: {}, token });
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      pragma: 'no-cache',
      expires: expect.any(String),
      'x-robots-tag': 'none',
      vary: 'Origin',
    });
  });
});

describe('a bug in a handler', () => {
  const broken = (searchProjects: typeof identity.handlers.searchProjects) => {
    const reported: unknown[] = [];
    const api = { ...identity, handlers: { ...identity.handlers, searchProjects } };
    return {
      reported,
      settings: { apis: [api] as const, onError: (thrown: unknown) => void reported.push(thrown) },
    };
  };

  test('is an internal error that hides the thrown error', async () => {
    const secret = new Error('the password is hunter2');
    const { reported, settings } = broken(() => {
      throw secret;
    });
    const response = await send(await identityMockServer(settings), 'POST', SEARCH, { body: {} });
    expect(response).toMatchObject({ status: 500, body: { code: 13, message: 'An internal error occurred' } });
    expect(reported).toEqual([secret]);
  });

  test('that violates the document is an internal error that names the violation', async () => {
    const { reported, settings } = broken(() => ({ details: { viewTimestamp: 'yesterday' } }));
    const { status, body } = await send(await identityMockServer(settings), 'POST', SEARCH, { body: {} });
    expect(status).toBe(500);
    expect(body).toMatchObject({ code: 13, message: expect.stringContaining('/details/viewTimestamp') });
    expect(reported).toHaveLength(1);
  });
});
