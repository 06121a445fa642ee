// listUserGrants: filters, and properties of the results.

import { describe, expect, test } from 'vitest';
import { mockServerWith, ORGANIZATION, PROJECT, PROJECT_GRANT, USER } from '../support/identity-records.ts';
import { NOW_TOLD, send, type TestResponse } from '../support/mock-server.ts';
import { sharedMockServer } from '../support/shared-mock-server.ts';

const shared = sharedMockServer();
const PATH = '/management/v1/users/grants/_search';
const oldestFirst = { asc: true };

/** Each grant as its user and its first role. */
const namesIn = ({ body }: TestResponse): string[] =>
  body.result.map(({ userName, roleKeys }: { userName: string; roleKeys: string[] }) => `${userName} ${roleKeys[0]}`);

const search = (queries: readonly object[], query: object = oldestFirst, token = 'token-owner') =>
  send(shared(), 'POST', PATH, { body: { query, queries }, token });

const OWN = [
  'ximena.ibanez pricing',
  'theo.cretenoud observer',
  'zeynep.taskiran forecaster',
  'chihiro.hasunuma warden',
  'bartlomiej.sliwa observer',
  'chihiro.hasunuma dispatcher',
];

describe('listUserGrants', () => {
  test('lists the grants of the organization, newest first', async () => {
    const response = await send(shared(), 'POST', PATH, { body: {} });
    expect(response.status).toBe(200);
    expect(namesIn(response)).toEqual(OWN.toReversed());
    expect(response.body.details).toMatchObject({ totalResult: '6', viewTimestamp: NOW_TOLD });
  });

  test('returns every property of a grant on a project of another organization', async () => {
    const { body } = await search([{ projectIdQuery: { projectId: PROJECT.parcelTracking } }]);
    expect(body.result).toEqual([
      {
        id: '272125781390414537',
        details: {
          sequence: '1',
          creationDate: '2024-06-18T07:26:45.357588Z',
          changeDate: '2024-06-18T07:26:45.357588Z',
          resourceOwner: ORGANIZATION.murmeltal,
        },
        roleKeys: ['dispatcher'],
        state: 'USER_GRANT_STATE_ACTIVE',
        userId: USER.chihiro,
        userName: 'chihiro.hasunuma',
        firstName: '千尋',
        lastName: '蓮沼',
        email: 'chihiro.hasunuma@murmeltal.example',
        displayName: '蓮沼 千尋',
        orgId: ORGANIZATION.murmeltal,
        orgName: 'Murmeltal Outdoor',
        orgDomain: 'murmeltal.example',
        projectId: PROJECT.parcelTracking,
        projectName: 'Parcel Tracking',
        projectGrantId: PROJECT_GRANT.parcelsToMurmeltal,
        avatarUrl: '',
        preferredLoginName: 'chihiro.hasunuma@murmeltal.example',
        userType: 'TYPE_HUMAN',
        grantedOrgId: ORGANIZATION.murmeltal,
        grantedOrgName: 'Murmeltal Outdoor',
        grantedOrgDomain: 'murmeltal.example',
      },
    ]);
  });

  test('returns a machine user without personal names, and the organization of a user of another one', async () => {
    const mockServer = await mockServerWith(({ users, userGrants }) => {
      const machine = users.find((user) => user.machine && user.resourceOwner === ORGANIZATION.murmeltal);
      const [grant] = userGrants;
      if (!machine || !grant) throw new Error('no records to copy');
      const newer = { ...grant, creationDate: '2026-01-01T00:00:00Z' };
      userGrants.push({ ...newer, id: '2', userId: machine.id }, { ...newer, id: '3', userId: USER.eskil });
    });
    const { body } = await send(mockServer, 'POST', PATH, { body: { query: { limit: 2 } } });
    expect(body.result).toMatchObject([
      { id: '3', orgId: ORGANIZATION.murmeltal, grantedOrgId: ORGANIZATION.brisefjord },
      { id: '2', userType: 'TYPE_MACHINE', firstName: '', lastName: '', email: '', displayName: '' },
    ]);
  });

  test('returns the state of an inactive grant', async () => {
    const { body } = await search([{ userIdQuery: { userId: USER.eskil } }], {}, 'token-other-org');
    expect(body.result).toMatchObject([{ state: 'USER_GRANT_STATE_INACTIVE' }]);
  });

  test('finds a grant that was just added', async () => {
    const grant = { projectId: PROJECT.gearShop, roleKeys: ['catalogue', 'support'] };
    const added = await send(shared(), 'POST', `/management/v1/users/${USER.theo}/grants`, { body: grant });
    const { body } = await search([{ userIdQuery: { userId: USER.theo } }], { limit: 1 });
    expect(body).toMatchObject({
      details: { totalResult: '2', processedSequence: '1' },
      result: [{ id: added.body.userGrantId, ...grant, details: { sequence: '1', changeDate: NOW_TOLD } }],
    });
  });

  const CONTAINS = 'TEXT_QUERY_METHOD_CONTAINS';
  const IGNORE_CASE = 'TEXT_QUERY_METHOD_EQUALS_IGNORE_CASE';

  test.each<[object[], string[]]>([
    [[{ projectIdQuery: { projectId: PROJECT.gearShop } }], OWN.slice(0, 1)],
    [[{ projectIdQuery: {} }], []],
    [[{ userIdQuery: { userId: USER.chihiro } }], [OWN[3] ?? '', OWN[5] ?? '']],
    [[{ projectGrantIdQuery: { projectGrantId: PROJECT_GRANT.parcelsToMurmeltal } }], OWN.slice(5)],
    [[{ projectGrantIdQuery: {} }], OWN.slice(0, 5)],
    [[{ roleKeyQuery: { roleKey: 'sales' } }], OWN.slice(0, 1)],
    // Whole keys only, for any method.
    [[{ roleKeyQuery: { roleKey: 'sale', method: CONTAINS } }], []],
    [[{ userNameQuery: { userName: 'THEO.CRETENOUD', method: IGNORE_CASE } }], OWN.slice(1, 2)],
    [[{ firstNameQuery: { firstName: 'Ximena' } }], OWN.slice(0, 1)],
    [[{ lastNameQuery: { lastName: 'Taşkıran' } }], OWN.slice(2, 3)],
    [[{ emailQuery: { email: 'sliwa@', method: CONTAINS } }], OWN.slice(4, 5)],
    [[{ displayNameQuery: { displayName: 'théo cretenoud', method: IGNORE_CASE } }], OWN.slice(1, 2)],
    [[{ orgNameQuery: { orgName: 'Murmeltal Outdoor' } }], OWN],
    [[{ orgDomainQuery: { orgDomain: 'brisefjord.example' } }], []],
    [[{ projectNameQuery: { projectName: 'parcel tracking', method: IGNORE_CASE } }], OWN.slice(5)],
    [[{ userTypeQuery: { type: 'TYPE_HUMAN' } }], OWN],
    [[{ userTypeQuery: { type: 'TYPE_MACHINE' } }], []],
    [[{ userTypeQuery: {} }], []],
    [[{ userIdQuery: { userId: USER.chihiro } }, { roleKeyQuery: { roleKey: 'warden' } }], OWN.slice(3, 4)],
    [[{ userIdQuery: { userId: USER.chihiro } }, { userIdQuery: { userId: USER.theo } }], []],
  ])('finds by %j', async (queries, expected) => {
    expect(namesIn(await search(queries))).toEqual(expected);
  });

  test('lists grants of other organizations on own projects with the withGranted query, for any value', async () => {
    const both = [...OWN, 'khue.dang mender'];
    for (const withGrantedQuery of [{}, { withGranted: true }, { withGranted: false }])
      expect(namesIn(await search([{ withGrantedQuery }]))).toEqual(both);
    expect(namesIn(await search([{ withGrantedQuery: {} }, { roleKeyQuery: { roleKey: 'mender' } }]))).toEqual([
      'khue.dang mender',
    ]);
  });

  test('returns the requested page, and the total of all pages', async () => {
    const response = await search([], { asc: true, offset: '1', limit: 2 });
    expect(namesIn(response)).toEqual(OWN.slice(1, 3));
    expect(response.body.details.totalResult).toBe('6');
  });

  test.each([
    [[{}], 'invalid UserGrantQuery.Query: value is required'],
    [[{ userIdQuery: {}, emailQuery: {} }], 'body /queries/0 must have exactly one of projectIdQuery, userIdQuery'],
    [
      [{ emailQuery: { email: 'x'.repeat(201) } }],
      'invalid UserGrantQuery.EmailQuery: embedded message failed validation | caused by: ' +
        'invalid UserGrantEmailQuery.Email: value length must be at most 200 runes',
    ],
  ])('rejects the queries %j', async (queries, message) => {
    const response = await search(queries);
    expect(response).toMatchObject({ status: 400, body: { code: 3, message: expect.stringContaining(message) } });
  });
});
