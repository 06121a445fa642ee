// Permissions of administration roles: the seeded callers, then every role, on each operation.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Membership } from '../../src/identity/records.ts';
import type { MockServer } from '../../src/index.ts';
import {
  APP,
  mockServerWith,
  ORGANIZATION,
  openMockServerWith,
  PROJECT,
  PROJECT_GRANT,
  USER,
} from '../support/identity-records.ts';
import { type SendOptions, send as sendRequest, type TestResponse } from '../support/mock-server.ts';
import { rejection } from '../support/rejection.ts';
import { sharedMockServer } from '../support/shared-mock-server.ts';

const { gearShop, wool, parcelTracking } = PROJECT;
const { parcelsToMurmeltal } = PROJECT_GRANT;

const IDPS = ['POST', '/management/v1/policies/login/idps/_search', {}] as const;
const PROJECTS = ['POST', '/management/v1/projects/_search', {}] as const;
const GRANTS = ['POST', '/management/v1/users/grants/_search', {}] as const;
const read = (projectId: string, appId: string) =>
  ['GET', `/management/v1/projects/${projectId}/apps/${appId}`, undefined] as const;
const rename = (projectId: string, appId: string) =>
  ['PUT', `/management/v1/projects/${projectId}/apps/${appId}`, { name: 'another name' }] as const;
const grant = (projectId: string, projectGrantId = '') =>
  ['POST', `/management/v1/users/${USER.bartlomiej}/grants`, { projectId, projectGrantId }] as const;
const READ = read(gearShop, APP.storefront);
const READ_OTHER = read(wool, APP.woolStorefront);
const RENAME = rename(gearShop, APP.storefront);
const RENAME_OTHER = rename(wool, APP.woolStorefront);
const GRANT = grant(gearShop);
const GRANT_OTHER = grant(wool);

type Request = readonly [method: string, path: string, body: object | undefined];
const send = (mockServer: MockServer, [method, path, body]: Request, requested: SendOptions): Promise<TestResponse> =>
  sendRequest(mockServer, method, path, { body, ...requested });

const OK = { status: 200 };
const NO_PERMISSION = { status: 403, body: rejection(7, 'No matching permissions found', 'AUTH-5mWD2') };
const NOT_THIS_PROJECT = { status: 403, body: rejection(7, 'No matching permissions found', 'AUTH-3jknH') };
const NO_GRANT_HERE = { status: 403, body: rejection(7, 'User has no permissions on this project', 'EVENT-Shu7e') };
const NO_MEMBERSHIP = { status: 404, body: rejection(5, 'membership not found', 'AUTHZ-cdgFk') };
const REJECTED = { status: 401, body: rejection(16, 'Errors.Token.Invalid', 'AUTH-7fs1e') };

describe('on objects of Murmeltal Outdoor', () => {
  const shared = sharedMockServer();
  const headers = { 'x-service-orgid': ORGANIZATION.murmeltal };

  test.each([
    ['token-owner', [OK]],
    ['token-viewer', [OK, OK, OK, OK, OK, NO_PERMISSION, NO_PERMISSION, NO_PERMISSION, NO_PERMISSION]],
    ['token-project-owner', [OK, OK, OK, NOT_THIS_PROJECT, OK, OK, NOT_THIS_PROJECT, OK, NO_GRANT_HERE]],
    ['token-machine', [OK, OK, NO_PERMISSION, NO_PERMISSION, OK, NO_PERMISSION, NO_PERMISSION, OK, OK]],
    ['token-iam', [OK]],
    ['token-other-org', [NO_MEMBERSHIP]],
    ['token-granted-org', [NO_MEMBERSHIP]],
    ['token-no-role', [NO_MEMBERSHIP]],
    ['token-expired', [REJECTED]],
  ])('%s has the permissions of its memberships', async (token, expected) => {
    const requests = [IDPS, PROJECTS, READ, READ_OTHER, GRANTS, RENAME, RENAME_OTHER, GRANT, GRANT_OTHER];
    for (const [index, request] of requests.entries()) {
      // One result for all requests, or one for each.
      const one = expected[index] ?? expected[0] ?? {};
      expect(await send(shared(), request, { token, headers }), request.slice(0, 2).join(' ')).toMatchObject(one);
    }
  });

  test('a project owner gets 403 for a project that does not exist', async () => {
    const response = await send(shared(), rename('1', '1'), { token: 'token-project-owner', headers });
    expect(response).toMatchObject(NOT_THIS_PROJECT);
  });

  test('a project owner has no membership in another organization', async () => {
    const token = 'token-project-owner';
    const response = await send(shared(), PROJECTS, { token, headers: { 'x-service-orgid': ORGANIZATION.brisefjord } });
    expect(response).toMatchObject(NO_MEMBERSHIP);
  });
});

/** Whether a role has policy.read, project.read, project.app.read, project.app.write, user.grant.read, user.grant.write. */
const ROLES = [
  ['IAM_OWNER', 'yes', 'yes', 'yes', 'yes', 'yes', 'yes'],
  ['IAM_ORG_MANAGER', 'yes', 'yes', 'yes', 'yes', 'yes', 'yes'],
  ['IAM_OWNER_VIEWER', 'yes', 'yes', 'yes', 'no', 'yes', 'no'],
  ['IAM_USER_MANAGER', 'no', 'yes', 'yes', 'no', 'yes', 'yes'],
  ['IAM_LOGIN_CLIENT', 'yes', 'yes', 'yes', 'no', 'yes', 'yes'],
  ['ORG_OWNER', 'yes', 'yes', 'yes', 'yes', 'yes', 'yes'],
  ['ORG_OWNER_VIEWER', 'yes', 'yes', 'yes', 'no', 'yes', 'no'],
  ['ORG_USER_MANAGER', 'yes', 'yes', 'no', 'no', 'yes', 'yes'],
  ['ORG_USER_PERMISSION_EDITOR', 'yes', 'yes', 'yes', 'no', 'yes', 'yes'],
  ['ORG_PROJECT_PERMISSION_EDITOR', 'yes', 'yes', 'yes', 'no', 'yes', 'yes'],
  ['ORG_SETTINGS_MANAGER', 'yes', 'no', 'no', 'no', 'no', 'no'],
  ['ORG_USER_SELF_MANAGER', 'yes', 'no', 'no', 'no', 'no', 'no'],
  ['ORG_PROJECT_CREATOR', 'yes', 'yes', 'no', 'no', 'no', 'no'],
  ['SELF_MANAGEMENT_GLOBAL', 'yes', 'no', 'no', 'no', 'no', 'no'],
  ['PROJECT_OWNER', 'yes', 'yes', 'yes', 'yes', 'yes', 'yes'],
  ['PROJECT_OWNER_GLOBAL', 'yes', 'yes', 'yes', 'yes', 'yes', 'yes'],
  ['PROJECT_OWNER_VIEWER', 'yes', 'yes', 'yes', 'no', 'yes', 'no'],
  ['PROJECT_OWNER_VIEWER_GLOBAL', 'yes', 'yes', 'yes', 'no', 'yes', 'no'],
  ['PROJECT_GRANT_OWNER', 'yes', 'yes', 'no', 'no', 'yes', 'yes'],
  ['PROJECT_GRANT_OWNER_VIEWER', 'yes', 'yes', 'no', 'no', 'yes', 'no'],
  ['ORG_NEVER_HEARD_OF', 'no', 'no', 'no', 'no', 'no', 'no'],
] as const;

function membershipOf(role: string): Omit<Membership, 'id' | 'userId' | 'roles'> {
  if (role.startsWith('IAM_')) return { level: 'INSTANCE' };
  if (role.startsWith('PROJECT_GRANT_')) return { level: 'PROJECT_GRANT', projectGrantId: parcelsToMurmeltal };
  if (role.startsWith('PROJECT_')) return { level: 'PROJECT', projectId: gearShop };
  return { level: 'ORGANIZATION', organizationId: ORGANIZATION.murmeltal };
}

describe('the role', () => {
  let mockServer: MockServer;
  beforeAll(async () => {
    mockServer = await openMockServerWith(({ users, memberships, tokens }) => {
      const machine = users.find((user) => user.machine);
      if (!machine) throw new Error('no user to copy');
      for (const [role] of ROLES) {
        users.push({ ...machine, id: role, userName: role });
        memberships.push({ id: role, userId: role, roles: [role], ...membershipOf(role) });
        tokens.push({ id: `token-${role}`, userId: role });
      }
    });
  });
  beforeEach(() => mockServer.reset());
  afterAll(() => mockServer.close());

  test.each(ROLES)(
    '%s: policy.read %s, project.read %s, project.app.read %s and write %s, user.grant.read %s and write %s',
    async (...row) => {
      const [role, ...allowed] = row;
      const ownGrant = role.startsWith('PROJECT_GRANT_') ? grant(parcelTracking, parcelsToMurmeltal) : GRANT;
      for (const [index, request] of [IDPS, PROJECTS, READ, RENAME, GRANTS, ownGrant].entries()) {
        const expected = allowed[index] === 'yes' ? OK : NO_PERMISSION;
        expect(await send(mockServer, request, { token: `token-${role}` }), request[1]).toMatchObject(expected);
      }
    },
  );

  test('ORG_PROJECT_CREATOR lists only projects that it created, here none', async () => {
    const { body } = await send(mockServer, PROJECTS, { token: 'token-ORG_PROJECT_CREATOR' });
    expect(body).toMatchObject({ details: { totalResult: '0' }, result: [] });
  });

  test('ORG_PROJECT_CREATOR does not restrict another role', async () => {
    const several = await mockServerWith(({ memberships }) => {
      const userId = USER.theo;
      const roles = ['ORG_PROJECT_CREATOR'];
      memberships.push({ id: 'also', userId, level: 'ORGANIZATION', organizationId: ORGANIZATION.murmeltal, roles });
    });
    expect((await send(several, PROJECTS, { token: 'token-viewer' })).body.details.totalResult).toBe('7');
  });

  test('PROJECT_GRANT_OWNER adds user grants through its own project grant only', async () => {
    expect(await send(mockServer, GRANT, { token: 'token-PROJECT_GRANT_OWNER' })).toMatchObject(NO_GRANT_HERE);
  });

  test('of each membership adds its permissions', async () => {
    const several = await mockServerWith(({ memberships }) => {
      const userId = USER.theo;
      memberships.push({ id: 'also', userId, level: 'PROJECT', projectId: gearShop, roles: ['PROJECT_OWNER'] });
    });
    const token = 'token-viewer';
    expect(await send(several, RENAME, { token })).toMatchObject(OK);
    expect(await send(several, RENAME_OTHER, { token })).toMatchObject(NOT_THIS_PROJECT);
    expect((await send(several, PROJECTS, { token })).body.details.totalResult).toBe('7');
  });
});
