// Requests for unknown paths: the error suggests similar paths.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPathSuggester } from '../../../src/openapi/lookup/path-suggester.ts';
import { inferred } from '../../support/inferred.ts';
import { send } from '../../support/mock-server.ts';
import { petsMockServer } from '../../support/pets/mock-server.ts';
import { checkProperty } from '../../support/runs.ts';

const operation = (id: string) => `{ operationId: ${id}, responses: { '200': { description: Done. } } }`;
const PATHS = `
servers: [{ url: /api/v2 }]
paths:
  /userGrants:
    get: ${operation('listGrants')}
    post: ${operation('addGrant')}
  /userGrants/{grantId}:
    put: ${operation('putGrant')}
    delete: ${operation('removeGrant')}
  /userGrants/{grantId}/roles: { get: ${operation('listRoles')} }
  /userGrants/{grantId}/owners: { post: ${operation('addOwner')} }
  /userGrants/{grantId}/report.{format}: { get: ${operation('report')} }
  /sums/{from}..{to}: { get: ${operation('sums')} }
  /tokens:
    servers: [{ url: /login }]
    post: ${operation('addToken')}
`;

describe('the error for an unknown path suggests', () => {
  test.each([
    ['a path without the extra slash', 'GET', '/api/v2/userGrants/', '/api/v2/userGrants'],
    ['a segment with a typo', 'GET', '/api/v2/userGrant', '/api/v2/userGrants'],
    ['a segment with a typo in the middle', 'GET', '/api/v2/userGrnats/7/roles', '/api/v2/userGrants/7/roles'],
    ['another case', 'GET', '/api/v2/usergrants/7/Roles', '/api/v2/userGrants/7/roles'],
    ['another case, without the extra slash', 'GET', '/api/v2/USERGRANTS/', '/api/v2/userGrants'],
    ['another case before a value', 'GET', '/api/v2/userGrants/7/Report.PDF', '/api/v2/userGrants/7/report.PDF'],
    ['the declared base path', 'GET', '/api/v1/userGrants/7/roles', '/api/v2/userGrants/7/roles'],
    ['two values instead of one', 'GET', '/api/v2/sums/7', '/api/v2/sums/{from}..{to}'],
    ['the base path of that path', 'POST', '/api/v2/tokens', '/login/tokens'],
    ['its base path instead of that of another API', 'GET', '/rest/userGrants', '/api/v2/userGrants'],
    ['its methods', 'GET', '/api/v2/userGrants/7/owner', '/api/v2/userGrants/7/owners (POST)'],
  ])('%s', async (_, method, path, meant) => {
    const requested = await inferred(PATHS);
    const { status, body } = await requested(method, path);
    expect([status, body.detail]).toEqual([404, `path ${path} not found in Things; similar: ${meant}`]);
  });

  test('paths next to it, if no segment is similar', async () => {
    const requested = await inferred(PATHS);
    const { body } = await requested('GET', '/api/v2/userGrants/7/zzz');
    expect(body.detail).toBe(
      'path /api/v2/userGrants/7/zzz not found in Things; similar: /api/v2/userGrants/7/roles, /api/v2/userGrants/7/owners (POST), /api/v2/userGrants/7/report.{format}',
    );
  });

  test.each(['/api', '/elsewhere', '/elsewhere/7/roles/9', `/${'a/'.repeat(500)}`, `/${'a'.repeat(5000)}`])(
    'nothing if no path is similar: %.20s',
    async (path) => {
      const requested = await inferred(PATHS);
      const { status, body } = await requested('GET', path);
      expect([status, body.detail]).toEqual([404, `path ${path} not found in Things`]);
    },
  );

  test('paths of the control API likewise; and it is in the request log', async () => {
    const mockServer = await petsMockServer();
    expect((await send(mockServer, 'POST', '/_understudy/rest')).body.message).toContain('similar: /_understudy/reset');
    await send(mockServer, 'GET', '/pet');
    const { body } = await send(mockServer, 'GET', '/_understudy/requests');
    expect(body.exchanges.at(-1).reason).toBe('path /pet not found in Pets; similar: /pets');
  });
});

test.each([
  ['PUT', '/api/v2/userGrants', 'GET, HEAD, POST, OPTIONS; PUT exists on /userGrants/{grantId}'],
  ['POST', '/api/v2/userGrants/7', 'PUT, DELETE, OPTIONS; POST exists on /userGrants'],
  ['PATCH', '/api/v2/userGrants/7', 'PUT, DELETE, OPTIONS'],
])('%s to %s gets a hint to the path with that method', async (method, path, has) => {
  const { status, body } = await (await inferred(PATHS))(method, path);
  expect(status).toBe(405);
  expect(body.detail).toBe(`${method} is not allowed on ${path}; allowed: ${has}`);
});

test('a path that differs in two segments is not suggested, for any method', () => {
  const near = createPathSuggester(() => ['/one/{id}/two/three', '/one/{id}/two/four']);
  expect(near('/one/7/too/thre')).toEqual([]);
  expect(near('/ONE/7/two/thre')).toEqual(['/one/7/two/three']);
  checkProperty(
    fc.property(fc.string({ unit: fc.constantFrom(...'/one{}two?#%7') }), (path) => {
      expect(near(`/${path}`).length).toBeLessThanOrEqual(3);
    }),
  );
});
