// Requests for what is not there are told what would have matched.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPathSuggester } from '../../../src/openapi/lookup/path-suggester.ts';
import { inferred } from '../../support/inferred.ts';
import { petsStandIn } from '../../support/pets/stand-in.ts';
import { checkProperty } from '../../support/runs.ts';
import { ask } from '../../support/stand-in.ts';

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

describe('a request for a path that is not there is told of', () => {
  test.each([
    ['a slash too many', 'GET', '/api/v2/userGrants/', '/api/v2/userGrants'],
    ['a segment with a mistake', 'GET', '/api/v2/userGrant', '/api/v2/userGrants'],
    ['a segment with a mistake in the middle', 'GET', '/api/v2/userGrnats/7/roles', '/api/v2/userGrants/7/roles'],
    ['another case', 'GET', '/api/v2/usergrants/7/Roles', '/api/v2/userGrants/7/roles'],
    ['another case, and a slash too many', 'GET', '/api/v2/USERGRANTS/', '/api/v2/userGrants'],
    ['a case in front of a value', 'GET', '/api/v2/userGrants/7/Report.PDF', '/api/v2/userGrants/7/report.PDF'],
    ['another base path', 'GET', '/api/v1/userGrants/7/roles', '/api/v2/userGrants/7/roles'],
    ['one value where there are to be two', 'GET', '/api/v2/sums/7', '/api/v2/sums/{from}..{to}'],
    ['another base path than its own', 'POST', '/api/v2/tokens', '/login/tokens'],
    ['a base path of others', 'GET', '/rest/userGrants', '/api/v2/userGrants'],
    ['the methods that it has', 'GET', '/api/v2/userGrants/7/owner', '/api/v2/userGrants/7/owners (POST)'],
  ])('%s', async (_, method, path, meant) => {
    const asked = await inferred(PATHS);
    const { status, body } = await asked(method, path);
    expect([status, body.detail]).toEqual([404, `path ${path} not found in Things; similar: ${meant}`]);
  });

  test('those beside it, where no segment is near', async () => {
    const asked = await inferred(PATHS);
    const { body } = await asked('GET', '/api/v2/userGrants/7/zzz');
    expect(body.detail).toBe(
      'path /api/v2/userGrants/7/zzz not found in Things; similar: /api/v2/userGrants/7/roles, /api/v2/userGrants/7/owners (POST), /api/v2/userGrants/7/report.{format}',
    );
  });

  test.each(['/api', '/elsewhere', '/elsewhere/7/roles/9', `/${'a/'.repeat(500)}`, `/${'a'.repeat(5000)}`])(
    'nothing where it is like none: %.20s',
    async (path) => {
      const asked = await inferred(PATHS);
      const { status, body } = await asked('GET', path);
      expect([status, body.detail]).toEqual([404, `path ${path} not found in Things`]);
    },
  );

  test('the control API likewise; and the journal has it', async () => {
    const standIn = await petsStandIn();
    expect((await ask(standIn, 'POST', '/_understudy/rest')).body.detail).toContain('similar: /_understudy/reset');
    await ask(standIn, 'GET', '/pet');
    const { body } = await ask(standIn, 'GET', '/_understudy/requests');
    expect(body.exchanges.at(-1).reason).toBe('path /pet not found in Pets; similar: /pets');
  });
});

test.each([
  ['PUT', '/api/v2/userGrants', 'GET, HEAD, POST, OPTIONS; PUT exists on /userGrants/{grantId}'],
  ['POST', '/api/v2/userGrants/7', 'PUT, DELETE, OPTIONS; POST exists on /userGrants'],
  ['PATCH', '/api/v2/userGrants/7', 'PUT, DELETE, OPTIONS'],
])('%s to %s is told where that method is', async (method, path, has) => {
  const { status, body } = await (await inferred(PATHS))(method, path);
  expect(status).toBe(405);
  expect(body.detail).toBe(`${method} is not allowed on ${path}; allowed: ${has}`);
});

test('no path is near that differs in two segments, whatever is asked for', () => {
  const near = createPathSuggester(() => ['/one/{id}/two/three', '/one/{id}/two/four']);
  expect(near('/one/7/too/thre')).toEqual([]);
  expect(near('/ONE/7/two/thre')).toEqual(['/one/7/two/three']);
  checkProperty(
    fc.property(fc.string({ unit: fc.constantFrom(...'/one{}two?#%7') }), (path) => {
      expect(near(`/${path}`).length).toBeLessThanOrEqual(3);
    }),
  );
});
