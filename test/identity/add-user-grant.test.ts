// addUserGrant: accepted and rejected grants, and the order of checks.

import { describe, expect, test } from 'vitest';
import { mockServerWith, ORGANIZATION, PROJECT, PROJECT_GRANT, recordsOf, USER } from '../support/identity-records.ts';
import { NOW_TOLD, send, type TestResponse } from '../support/mock-server.ts';
import { rejection } from '../support/rejection.ts';
import { sharedMockServer } from '../support/shared-mock-server.ts';

const shared = sharedMockServer();

/** `token` acts for its own organization. */
const grant = (userId: string, body: object, token = 'token-owner'): Promise<TestResponse> =>
  send(shared(), 'POST', `/management/v1/users/${userId}/grants`, { body, token });

const { murmeltal, brisefjord, oese } = ORGANIZATION;
const { gearShop, hutBooking, parcelTracking, crewRoster, repairs, peaks } = PROJECT;
const { parcelsToMurmeltal, parcelsToOese, hutsToBrisefjord, repairsToOese } = PROJECT_GRANT;

describe('a user grant', () => {
  test('is stored as its first event; the response has no changeDate', async () => {
    const { status, body } = await grant(USER.theo, { projectId: gearShop, roleKeys: ['catalogue', 'support'] });
    expect(status).toBe(200);
    expect(body).toEqual({
      userGrantId: expect.stringMatching(/^\d{18}$/),
      details: { sequence: '1', creationDate: NOW_TOLD, resourceOwner: murmeltal },
    });
    const { userGrants } = await recordsOf(shared());
    expect(userGrants.at(-1)).toEqual({
      id: body.userGrantId,
      resourceOwner: murmeltal,
      userId: USER.theo,
      projectId: gearShop,
      projectGrantId: '',
      roleKeys: ['catalogue', 'support'],
      state: 'USER_GRANT_STATE_ACTIVE',
      sequence: 1,
      creationDate: NOW_TOLD,
      changeDate: NOW_TOLD,
    });
  });

  test.each([
    ['without roles', USER.theo, { projectId: gearShop }, 'token-owner', murmeltal],
    ['with an empty list of roles', USER.theo, { projectId: gearShop, roleKeys: [] }, 'token-owner', murmeltal],
    ['with a role twice', USER.theo, { projectId: gearShop, roleKeys: ['sales', 'sales'] }, 'token-owner', murmeltal],
    ['with an empty projectGrantId', USER.theo, { projectId: gearShop, projectGrantId: '' }, 'token-owner', murmeltal],
    ['to a user of another organization', USER.eskil, { projectId: gearShop }, 'token-owner', murmeltal],
    ['to a deactivated user', USER.eskil, { projectId: hutBooking, roleKeys: ['guest'] }, 'token-owner', murmeltal],
    ['to a locked user', USER.bartlomiej, { projectId: gearShop }, 'token-owner', murmeltal],
    ['on a deactivated project', USER.theo, { projectId: peaks, roleKeys: ['climber'] }, 'token-owner', murmeltal],
    ['by a caller with user.grant.write only', USER.theo, { projectId: hutBooking }, 'token-machine', murmeltal],
    [
      'by the owner of the project',
      USER.theo,
      { projectId: gearShop, roleKeys: ['sales'] },
      'token-project-owner',
      murmeltal,
    ],
    [
      'on a granted project',
      USER.theo,
      { projectId: parcelTracking, projectGrantId: parcelsToMurmeltal, roleKeys: ['sender', 'dispatcher'] },
      'token-owner',
      murmeltal,
    ],
    [
      'by another organization on the same project',
      USER.theo,
      { projectId: parcelTracking, projectGrantId: parcelsToOese, roleKeys: ['sender'] },
      'token-granted-org',
      oese,
    ],
    [
      'through a deactivated project grant',
      USER.theo,
      { projectId: hutBooking, projectGrantId: hutsToBrisefjord, roleKeys: ['guest'] },
      'token-other-org',
      brisefjord,
    ],
    [
      'by the owner of a project that is granted to others too',
      USER.theo,
      { projectId: parcelTracking },
      'token-other-org',
      brisefjord,
    ],
  ])('can be added %s', async (_, userId, body, token, resourceOwner) => {
    const response = await grant(userId, body, token);
    expect(response).toMatchObject({ status: 200, body: { details: { sequence: '1', resourceOwner } } });
    expect((await recordsOf(shared())).userGrants.at(-1)).toMatchObject({ userId, roleKeys: [], ...body });
  });

  test('exists once for each organization, user, project and project grant', async () => {
    const own = { projectId: parcelTracking };
    const lent = { projectId: parcelTracking, projectGrantId: parcelsToMurmeltal };
    expect((await grant(USER.theo, own, 'token-other-org')).status).toBe(200);
    expect((await grant(USER.theo, lent)).status).toBe(200);
    expect((await grant(USER.ximena, lent)).status).toBe(200);
    expect((await grant(USER.theo, { projectId: gearShop })).status).toBe(200);
    expect((await grant(USER.theo, lent)).status).toBe(409);
    expect((await grant(USER.theo, own, 'token-other-org')).status).toBe(409);
  });

  test('can be added again through another project grant of the same project', async () => {
    const mockServer = await mockServerWith(({ projectGrants }) => {
      const lent = projectGrants.find(({ id }) => id === parcelsToMurmeltal);
      if (lent) projectGrants.push({ ...lent, id: 'lent-again' });
    });
    const path = `/management/v1/users/${USER.chihiro}/grants`;
    const throughGrant = (projectGrantId: string) =>
      send(mockServer, 'POST', path, { body: { projectId: parcelTracking, projectGrantId } });
    expect((await throughGrant(parcelsToMurmeltal)).status).toBe(409);
    expect((await throughGrant('lent-again')).status).toBe(200);
    expect((await throughGrant('lent-again')).status).toBe(409);
  });

  test('is added once for many simultaneous requests', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => grant(USER.theo, { projectId: gearShop })));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  });
});

describe('rejects', () => {
  const notAllowed = rejection(7, 'User has no permissions on this project', 'EVENT-Shu7e');
  const noUser = rejection(9, 'User could not be found', 'COMMAND-4f8sg');
  const noProject = rejection(9, 'Project not found', 'COMMAND-3n77S');
  const noGrant = rejection(9, 'Grant not found', 'COMMAND-4m9ff');
  const noRole = rejection(9, 'Errors.Project.Role.NotFound', 'COMMAND-mm9F4');
  const exists = rejection(6, 'User grant already exists', 'V3-DKcYh');
  const [owner, projectOwner] = ['token-owner', 'token-project-owner'];
  const [chihiro, theo] = [USER.chihiro, USER.theo];

  test.each([
    ['an unknown user', 400, noUser, '1', { projectId: gearShop }, owner],
    ['an id from JavaScript', 400, noUser, '__proto__', { projectId: gearShop }, owner],
    ['an unknown project', 400, noProject, theo, { projectId: '1' }, owner],
    ['a project from JavaScript', 400, noProject, theo, { projectId: 'constructor' }, owner],
    [
      'an unknown project with a project grant',
      400,
      noGrant,
      theo,
      { projectId: '1', projectGrantId: parcelsToMurmeltal },
      owner,
    ],
    ['a granted project without its project grant', 400, noProject, theo, { projectId: parcelTracking }, owner],
    ['an unknown project grant', 400, noGrant, theo, { projectId: parcelTracking, projectGrantId: '1' }, owner],
    [
      'a project grant of another project',
      400,
      noGrant,
      theo,
      { projectId: hutBooking, projectGrantId: parcelsToMurmeltal },
      owner,
    ],
    [
      'a project grant to another organization',
      400,
      noGrant,
      theo,
      { projectId: parcelTracking, projectGrantId: parcelsToOese },
      owner,
    ],
    [
      'a project grant of the own project to another',
      400,
      noGrant,
      theo,
      { projectId: repairs, projectGrantId: repairsToOese },
      owner,
    ],
    ['an unknown role', 400, noRole, theo, { projectId: gearShop, roleKeys: ['sales', 'nobody'] }, owner],
    ['a role of another project', 400, noRole, theo, { projectId: gearShop, roleKeys: ['warden'] }, owner],
    ['a role in other letter case', 400, noRole, theo, { projectId: gearShop, roleKeys: ['Sales'] }, owner],
    ['an empty role', 400, noRole, theo, { projectId: gearShop, roleKeys: [''] }, owner],
    [
      'a role of the project that the project grant does not have',
      400,
      noRole,
      theo,
      { projectId: parcelTracking, projectGrantId: parcelsToMurmeltal, roleKeys: ['operator'] },
      owner,
    ],
    ['a second grant', 409, exists, chihiro, { projectId: hutBooking, roleKeys: ['warden'] }, owner],
    ['a second grant with other roles', 409, exists, chihiro, { projectId: hutBooking, roleKeys: ['guest'] }, owner],
    ['a second grant without roles', 409, exists, chihiro, { projectId: hutBooking }, owner],
    [
      'a second grant of the same project grant',
      409,
      exists,
      chihiro,
      { projectId: parcelTracking, projectGrantId: parcelsToMurmeltal },
      owner,
    ],
    [
      'an unknown project grant sent by a project owner',
      400,
      noGrant,
      theo,
      { projectId: gearShop, projectGrantId: parcelsToMurmeltal },
      projectOwner,
    ],
    [
      'a second grant next to a deactivated one',
      409,
      exists,
      USER.eskil,
      { projectId: crewRoster, roleKeys: ['planner'] },
      'token-other-org',
    ],
    ["another project than the caller's", 403, notAllowed, theo, { projectId: hutBooking }, projectOwner],
    // The order of checks.
    ['permission before the user', 403, notAllowed, '1', { projectId: hutBooking }, projectOwner],
    ['permission before the project', 403, notAllowed, theo, { projectId: '1' }, projectOwner],
    ['the user before the project', 400, noUser, '1', { projectId: '1' }, owner],
    ['the user before the role', 400, noUser, '1', { projectId: gearShop, roleKeys: ['nobody'] }, owner],
    ['the project before the role', 400, noProject, theo, { projectId: '1', roleKeys: ['nobody'] }, owner],
    ['the role before the second grant', 400, noRole, chihiro, { projectId: hutBooking, roleKeys: ['nobody'] }, owner],
  ])('%s', async (_, status, body, userId, requested, token) => {
    const before = await recordsOf(shared());
    expect(await grant(userId, requested, token)).toMatchObject({ status, body });
    expect(await recordsOf(shared())).toEqual(before);
  });
});
