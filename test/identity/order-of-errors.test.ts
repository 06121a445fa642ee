// The order of checks: the first error is returned, in the order that the document describes.

import { readFileSync } from 'node:fs';
import { create, toBinary } from '@bufbuild/protobuf';
import { UpdateAppRequestSchema } from '@zitadel/proto/zitadel/management_pb.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { call, callRaw, type Wire } from '../support/call.ts';
import { APP, ORGANIZATION, PROJECT, USER } from '../support/identity-records.ts';
import { type SendOptions, send } from '../support/mock-server.ts';
import { sharedMockServer } from '../support/shared-mock-server.ts';

const shared = sharedMockServer();
const SERVICE = '/identity.management.v1.ManagementService';
const SEARCH = '/management/v1/projects/_search';
const LONG = 'x'.repeat(201);

test('fixing each error leads to the next one', async () => {
  const unknownApp = `/management/v1/projects/${PROJECT.wool}/apps/1`;
  const request = {
    method: 'DELETE',
    path: `${unknownApp}/none`,
    token: undefined as string | undefined,
    body: '{"name":',
  };
  const headers: Record<string, string> = { 'content-type': 'application/xml', 'x-service-orgid': '1' };
  const statuses: number[] = [];
  const rejected = async () => {
    const { method, path, token, body } = request;
    const response = await send(shared(), method, path, { token, headers, body });
    statuses.push(response.status);
    return `${response.status} ${response.body.message ?? ''}`;
  };

  expect(await rejected()).toBe('404 Not Found');
  request.path = unknownApp;
  expect(await rejected()).toBe('405 Method Not Allowed');
  request.method = 'PUT';
  expect(await rejected()).toMatch(/^415 /);
  headers['content-type'] = 'application/json';
  expect(await rejected()).toBe('401 auth header missing');
  headers.authorization = 'bearer nobody';
  expect(await rejected()).toBe('401 invalid auth header (AUTH-toLo1)');
  delete headers.authorization;
  request.token = 'token-expired';
  expect(await rejected()).toBe('401 Errors.Token.Invalid (AUTH-7fs1e)');
  request.token = 'token-other-org';
  expect(await rejected()).toMatch(/^400 the body is not valid JSON/);
  request.body = '{"name":5}';
  expect(await rejected()).toMatch(/^400 body \/name must be a string/);
  request.body = '{"name":""}';
  expect(await rejected()).toBe("403 Organisation doesn't exist (AUTH-Bs7Ds)");
  headers['x-service-orgid'] = ORGANIZATION.murmeltal;
  expect(await rejected()).toBe('404 membership not found (AUTHZ-cdgFk)');
  request.token = 'token-viewer';
  expect(await rejected()).toBe('403 No matching permissions found (AUTH-5mWD2)');
  request.token = 'token-project-owner';
  expect(await rejected()).toBe('403 No matching permissions found (AUTH-3jknH)');
  request.token = 'token-owner';
  expect(await rejected()).toMatch(/^400 invalid UpdateAppRequest\.Name: /);
  request.body = '{"name":"Storefront"}';
  expect(await rejected()).toBe("404 Application doesn't exist (COMMAND-28di9)");
  request.path = `/management/v1/projects/${PROJECT.wool}/apps/${APP.woolStorefront}`;
  expect(await rejected()).toBe('400 No changes (COMMAND-2m8vx)');
  request.body = '{"name":"Wool Store"}';
  expect(await rejected()).toBe('200 ');

  const remaining = describedOrder();
  for (const status of statuses.slice(0, -1)) {
    while (remaining.length > 0 && !remaining[0]?.includes(status)) remaining.shift();
    expect(remaining, `${status} of ${statuses} in the order of the document`).not.toEqual([]);
  }
});

/** The statuses of each step in the description of the API. */
function describedOrder(): number[][] {
  const { info } = parse(readFileSync(new URL('../../spec/identity.yaml', import.meta.url), 'utf8'));
  const [, order = ''] = /\*\*Order of checks\.\*\*(.*)/s.exec(info.description) ?? [];
  return [...order.matchAll(/\((\d[\d, ]*)\)/g)].map(([, list = '']) => list.split(', ').map(Number));
}

const apps = (projectId: string) => `/management/v1/projects/${projectId}/apps/1`;
const grants = `/management/v1/users/${USER.theo}/grants`;
const nobody: SendOptions = { token: undefined };
const viewer: SendOptions = { token: 'token-viewer' };

describe('without a token', () => {
  test.each([
    ['malformed JSON', 'POST', SEARCH, '{', 401],
    ['a key twice', 'POST', SEARCH, '{"query":{},"query":{}}', 401],
    ['a wrong type', 'POST', grants, '{"projectId":5}', 401],
    ['a body that is no object', 'POST', SEARCH, '[]', 401],
    ['both members of a query', 'POST', SEARCH, '{"queries":[{"nameQuery":{},"projectResourceOwnerQuery":{}}]}', 401],
    ['an unknown enum name', 'POST', SEARCH, '{"queries":[{"nameQuery":{"method":"LIKE"}}]}', 401],
    ['percent-encoding that does not decode', 'PUT', apps('%zz'), '{"name":"x"}', 400],
    ['an unknown path', 'POST', '/management/v1/nothing', '{', 404],
    ['another method', 'DELETE', SEARCH, '{', 405],
    ['a name out of bounds', 'PUT', apps('1'), '{"name":""}', 401],
    ['an id in the path that is too long', 'PUT', apps(LONG), '{"name":"x"}', 401],
    ['an id in the path that is too long, without a body', 'GET', apps(LONG), undefined, 401],
    ['an empty body', 'PUT', apps('1'), '', 401],
    ['a body that is too long', 'POST', SEARCH, 'x'.repeat(5_000_000), 401],
  ])('%s gets %5$i', async (_, method, path, body, status) => {
    expect((await send(shared(), method, path, { ...nobody, body })).status).toBe(status);
  });

  test.each<Wire>(['grpc', 'grpc-web', 'grpc-web-text', 'connect'])(
    'the message of a call over %s is not parsed',
    async (wire) => {
      const nothing = { authorization: 'Bearer nobody' };
      const responded = await callRaw(shared(), wire, `${SERVICE}/ListProjects`, new Uint8Array([1, 2, 3]), nothing);
      expect(responded).toMatchObject({ status: 16, text: 'Errors.Token.Invalid (AUTH-7fs1e)' });
    },
  );
});

test('a project id in a gRPC message is checked like one in the path', async () => {
  const rename = (projectId: string, authorization: string) => {
    const message = create(UpdateAppRequestSchema, { projectId, appId: '1', name: '' });
    return call(shared(), 'grpc', `${SERVICE}/UpdateApp`, toBinary(UpdateAppRequestSchema, message), { authorization });
  };
  expect(await rename(PROJECT.wool, 'Bearer token-project-owner')).toMatchObject({
    status: 7,
    text: 'No matching permissions found (AUTH-3jknH)',
  });
  expect(await rename(PROJECT.wool, 'Bearer token-owner')).toMatchObject({ status: 3 });
});

describe('without the permission', () => {
  test.each([
    ['malformed JSON', 'PUT', apps('1'), '{', 400],
    ['a wrong type', 'POST', grants, '{"roleKeys":"sales"}', 400],
    ['a name out of bounds', 'PUT', apps('1'), '{"name":""}', 403],
    ['an id in the path that is too long', 'PUT', apps(LONG), '{"name":"x"}', 403],
    ['an empty projectId', 'POST', grants, '{"projectId":""}', 403],
    ['an unknown user', 'POST', '/management/v1/users/1/grants', '{"projectId":"1"}', 403],
  ])('%s gets %5$i', async (_, method, path, body, status) => {
    expect((await send(shared(), method, path, { ...viewer, body })).status).toBe(status);
  });
});
