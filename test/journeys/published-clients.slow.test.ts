// Published clients of the reference implementation against the mock server: gRPC over HTTP/2, and gRPC-Web.

import { Code, ConnectError } from '@connectrpc/connect';
import { createServerTransport } from '@zitadel/client/node';
import { createManagementServiceClient } from '@zitadel/client/v1';
import { createClientTransport } from '@zitadel/client/web';
import { APIAuthMethodType, AppState, OIDCAppType } from '@zitadel/proto/zitadel/app_pb.js';
import { IDPType } from '@zitadel/proto/zitadel/idp_pb.js';
import { ErrorDetailSchema } from '@zitadel/proto/zitadel/message_pb.js';
import { TextQueryMethod } from '@zitadel/proto/zitadel/object_pb.js';
import { PrivateLabelingSetting, ProjectState } from '@zitadel/proto/zitadel/project_pb.js';
import { Type, UserGrantState } from '@zitadel/proto/zitadel/user_pb.js';
import { describe, expect, test } from 'vitest';
import { APP, ORGANIZATION, PROJECT, PROJECT_GRANT, recordsOf, USER } from '../support/identity-records.ts';
import { listening } from '../support/listening.ts';
import { NOW } from '../support/mock-server.ts';

const { gearShop, hutBooking, parcelTracking } = PROJECT;
const SECONDS = BigInt(NOW.getTime() / 1000);

const TRANSPORTS = [
  ['gRPC', createServerTransport],
  ['gRPC-Web', createClientTransport],
] as const;

type Client = ReturnType<typeof createManagementServiceClient>;

describe.each(TRANSPORTS)('a published client over %s', (_, createTransport) => {
  async function connected() {
    const { url, mockServer, thrown } = await listening();
    const clientOf = (token: string, headers: Record<string, string> = {}) =>
      createManagementServiceClient(
        createTransport(token, {
          baseUrl: url,
          interceptors: [
            (next) => (request) => {
              for (const [name, value] of Object.entries(headers)) request.header.set(name, value);
              return next(request);
            },
          ],
        }),
      );
    return { mockServer, thrown, clientOf, owner: clientOf('token-owner') };
  }

  test('lists the linked identity providers, each with a single type', async () => {
    const { owner } = await connected();
    const { details, result } = await owner.listLoginPolicyIDPs({ query: { asc: true, limit: 2, offset: 0n } });
    expect(details).toMatchObject({ totalResult: 4n, viewTimestamp: { seconds: SECONDS, nanos: 0 } });
    expect(result).toMatchObject([
      { idpId: '261841062635506532', idpName: 'Alpine Club Login', idpType: IDPType.IDP_TYPE_OIDC },
      { idpId: '261995775343481545', idpName: 'Hut Kiosk Badge', idpType: IDPType.IDP_TYPE_JWT },
    ]);
  });

  test('searches projects, with every field of one', async () => {
    const { owner } = await connected();
    const { details, result } = await owner.listProjects({
      query: { asc: true },
      queries: [
        {
          query: {
            case: 'nameQuery',
            value: { name: 'GEAR', method: TextQueryMethod.STARTS_WITH_IGNORE_CASE },
          },
        },
        { query: { case: 'projectResourceOwnerQuery', value: { resourceOwner: ORGANIZATION.murmeltal } } },
      ],
    });
    expect(details?.totalResult).toBe(2n);
    expect(result[0]).toMatchObject({
      id: gearShop,
      name: 'Gear Shop',
      details: {
        sequence: 14n,
        creationDate: { seconds: BigInt(Date.parse('2024-03-11T13:20:25Z') / 1000), nanos: 915_798_000 },
        resourceOwner: ORGANIZATION.murmeltal,
      },
      state: ProjectState.ACTIVE,
      projectRoleAssertion: true,
      projectRoleCheck: true,
      hasProjectCheck: false,
      privateLabelingSetting: PrivateLabelingSetting.UNSPECIFIED,
    });
  });

  test('renames an application, and finds it renamed over REST', async () => {
    const { owner, mockServer } = await connected();
    const { details } = await owner.updateApp({ projectId: gearShop, appId: APP.storefront, name: 'Schaufenster' });
    expect(details).toMatchObject({
      sequence: 15n,
      changeDate: { seconds: SECONDS },
      resourceOwner: ORGANIZATION.murmeltal,
    });
    expect(details?.creationDate).toBeUndefined();
    const { apps } = await recordsOf(mockServer);
    expect(apps.find(({ id }) => id === APP.storefront)).toMatchObject({ name: 'Schaufenster' });
  });

  test('adds a user grant, on a granted project as well', async () => {
    const { owner, mockServer } = await connected();
    const own = await owner.addUserGrant({
      userId: USER.theo,
      projectId: gearShop,
      roleKeys: ['catalogue', 'support'],
    });
    expect(own).toMatchObject({
      userGrantId: expect.stringMatching(/^\d{18}$/),
      details: { sequence: 1n, creationDate: { seconds: SECONDS } },
    });
    const projectGrantId = PROJECT_GRANT.parcelsToMurmeltal;
    await owner.addUserGrant({ userId: USER.theo, projectId: parcelTracking, projectGrantId, roleKeys: ['sender'] });
    const { userGrants } = await recordsOf(mockServer);
    expect(userGrants.find(({ id }) => id === own.userGrantId)).toMatchObject({ roleKeys: ['catalogue', 'support'] });
  });

  test('gets an application, with the configuration of its type and the name that an update gave it', async () => {
    const { owner } = await connected();
    const { app } = await owner.getAppByID({ projectId: gearShop, appId: APP.shopApi });
    expect(app).toMatchObject({
      name: 'Shop API',
      state: AppState.ACTIVE,
      details: { sequence: 9n, resourceOwner: ORGANIZATION.murmeltal },
      config: {
        case: 'apiConfig',
        value: { clientId: '257931294229465956', authMethodType: APIAuthMethodType.API_AUTH_METHOD_TYPE_BASIC },
      },
    });
    await owner.updateApp({ projectId: gearShop, appId: APP.storefront, name: 'Schaufenster' });
    const updated = await owner.getAppByID({ projectId: gearShop, appId: APP.storefront });
    expect(updated.app).toMatchObject({
      name: 'Schaufenster',
      details: { sequence: 15n, changeDate: { seconds: SECONDS } },
      config: { case: 'oidcConfig', value: { appType: OIDCAppType.OIDC_APP_TYPE_USER_AGENT, devMode: true } },
    });
  });

  test('finds an added user grant', async () => {
    const { owner } = await connected();
    const { userGrantId } = await owner.addUserGrant({ userId: USER.theo, projectId: gearShop, roleKeys: ['support'] });
    const { details, result } = await owner.listUserGrants({
      query: { limit: 1 },
      queries: [
        { query: { case: 'userIdQuery', value: { userId: USER.theo } } },
        { query: { case: 'emailQuery', value: { email: 'THEO', method: TextQueryMethod.STARTS_WITH_IGNORE_CASE } } },
      ],
    });
    expect(details?.totalResult).toBe(2n);
    expect(result).toMatchObject([
      {
        id: userGrantId,
        roleKeys: ['support'],
        state: UserGrantState.ACTIVE,
        displayName: 'Théo Cretenoud',
        projectName: 'Gear Shop',
        userType: Type.HUMAN,
        grantedOrgId: ORGANIZATION.murmeltal,
      },
    ]);
  });

  test('acts for another organization by the metadata x-zitadel-orgid', async () => {
    const { clientOf } = await connected();
    const abroad = clientOf('token-iam', { 'x-zitadel-orgid': ORGANIZATION.brisefjord });
    const { result } = await abroad.listProjects({});
    expect(result.map(({ id }) => id)).toContain(parcelTracking);
  });

  test('gets the health of the API', async () => {
    const { clientOf } = await connected();
    await expect(clientOf('no token needed').healthz({})).resolves.toMatchObject({});
  });

  const rename =
    (name: string, appId: string = APP.storefront, projectId: string = gearShop) =>
    (client: Client) =>
      client.updateApp({ projectId, appId, name });
  const grant =
    (values: { userId?: string; projectId?: string; projectGrantId?: string; roleKeys?: string[] }) =>
    (client: Client) =>
      client.addUserGrant({ userId: USER.theo, projectId: gearShop, ...values });

  test.each<[string, string, Record<string, string>, (client: Client) => Promise<unknown>, Code, string, string?]>([
    [
      'an unknown token',
      'nonsense',
      {},
      (c) => c.listProjects({}),
      Code.Unauthenticated,
      'Errors.Token.Invalid',
      'AUTH-7fs1e',
    ],
    [
      'a malformed token',
      'Bearer x',
      {},
      (c) => c.listLoginPolicyIDPs({}),
      Code.Unauthenticated,
      'invalid auth header',
      'AUTH-toLo1',
    ],
    [
      'an expired token',
      'token-expired',
      {},
      rename('New'),
      Code.Unauthenticated,
      'Errors.Token.Invalid',
      'AUTH-7fs1e',
    ],
    [
      'an unknown organization',
      'token-owner',
      { 'x-zitadel-orgid': '1' },
      grant({}),
      Code.PermissionDenied,
      "Organisation doesn't exist",
      'AUTH-Bs7Ds',
    ],
    [
      'no membership',
      'token-owner',
      { 'x-zitadel-orgid': ORGANIZATION.oese },
      (c) => c.listProjects({}),
      Code.NotFound,
      'membership not found',
      'AUTHZ-cdgFk',
    ],
    [
      'no permission',
      'token-viewer',
      {},
      rename('New'),
      Code.PermissionDenied,
      'No matching permissions found',
      'AUTH-5mWD2',
    ],
    [
      'no permission on the project',
      'token-project-owner',
      {},
      rename('New', APP.woolStorefront, hutBooking),
      Code.PermissionDenied,
      'No matching permissions found',
      'AUTH-3jknH',
    ],
    [
      'a limit above the maximum',
      'token-owner',
      {},
      (c) => c.listProjects({ query: { limit: 1001 } }),
      Code.InvalidArgument,
      'Limit exceeded',
      'QUERY-4M0fs',
    ],
    [
      'an unknown application',
      'token-owner',
      {},
      rename('New', '1'),
      Code.NotFound,
      "Application doesn't exist",
      'COMMAND-28di9',
    ],
    [
      'a read of an unknown application',
      'token-owner',
      {},
      (c) => c.getAppByID({ projectId: gearShop, appId: '1' }),
      Code.NotFound,
      'Errors.App.NotExisting',
      'QUERY-pCP8P',
    ],
    [
      'an application of another organization',
      'token-owner',
      {},
      (c) => c.getAppByID({ projectId: parcelTracking, appId: APP.trackAndTrace }),
      Code.NotFound,
      'Application not found',
      'MANAG-SFf2a',
    ],
    [
      'the current name',
      'token-owner',
      {},
      rename('Storefront'),
      Code.FailedPrecondition,
      'No changes',
      'COMMAND-2m8vx',
    ],
    [
      'a name that is taken',
      'token-owner',
      {},
      rename('shop api'),
      Code.AlreadyExists,
      'Application already exists',
      'V3-DKcYh',
    ],
    [
      'an unknown user',
      'token-owner',
      {},
      grant({ userId: '1' }),
      Code.FailedPrecondition,
      'User could not be found',
      'COMMAND-4f8sg',
    ],
    [
      'an unknown project',
      'token-owner',
      {},
      grant({ projectId: '1' }),
      Code.FailedPrecondition,
      'Project not found',
      'COMMAND-3n77S',
    ],
    [
      'an unknown project grant',
      'token-owner',
      {},
      grant({ projectId: parcelTracking, projectGrantId: '1' }),
      Code.FailedPrecondition,
      'Grant not found',
      'COMMAND-4m9ff',
    ],
    [
      'an unknown role',
      'token-owner',
      {},
      grant({ roleKeys: ['nobody'] }),
      Code.FailedPrecondition,
      'Errors.Project.Role.NotFound',
      'COMMAND-mm9F4',
    ],
  ])(
    'gets an error for %s, with the identifier as a detail',
    async (_case, token, headers, call, code, message, id = '') => {
      const { clientOf } = await connected();
      const error = await rejectionOf(call(clientOf(token, headers)));
      expect(error).toMatchObject({ code, rawMessage: `${message} (${id})` });
      expect(error.findDetails(ErrorDetailSchema)).toMatchObject([{ id, message }]);
    },
  );

  test.each<[string, (client: Client) => Promise<unknown>, string]>([
    [
      'an empty name',
      rename(''),
      'invalid UpdateAppRequest.Name: value length must be between 1 and 200 runes, inclusive',
    ],
    [
      'an empty id',
      rename('New', ''),
      'invalid UpdateAppRequest.AppId: value length must be between 1 and 200 runes, inclusive',
    ],
    [
      'an empty id of an application to read',
      (client) => client.getAppByID({ projectId: gearShop }),
      'invalid GetAppByIDRequest.AppId: value length must be between 1 and 200 runes, inclusive',
    ],
    [
      'an empty query of user grants',
      (client) => client.listUserGrants({ queries: [{}] }),
      'invalid ListUserGrantRequest.Queries[0]: embedded message failed validation | caused by: invalid UserGrantQuery.Query: value is required',
    ],
    [
      'an absent project',
      grant({ projectId: '' }),
      'invalid AddUserGrantRequest.ProjectId: value length must be between 1 and 200 runes, inclusive',
    ],
    [
      'an absent user',
      grant({ userId: '' }),
      'invalid AddUserGrantRequest.UserId: value length must be between 1 and 200 runes, inclusive',
    ],
    [
      'an empty query',
      (client) => client.listProjects({ queries: [{}] }),
      'invalid ListProjectsRequest.Queries[0]: embedded message failed validation | caused by: invalid ProjectQuery.Query: value is required',
    ],
    [
      'an unknown method of comparison',
      (client) =>
        client.listProjects({ queries: [{ query: { case: 'nameQuery', value: { method: 99 as TextQueryMethod } } }] }),
      'invalid ListProjectsRequest.Queries[0]: embedded message failed validation | caused by: invalid ProjectQuery.NameQuery: ' +
        'embedded message failed validation | caused by: invalid ProjectNameQuery.Method: value must be one of the defined enum values',
    ],
  ])('gets an error for %s, with the field as a detail', async (_case, call, message) => {
    const { owner } = await connected();
    const error = await rejectionOf(call(owner));
    expect(error).toMatchObject({ code: Code.InvalidArgument, rawMessage: message });
    expect(error.details).toMatchObject([{ type: 'google.rpc.BadRequest' }]);
  });

  test('gets an error for an existing grant', async () => {
    const { owner } = await connected();
    await grant({})(owner);
    const error = await rejectionOf(grant({})(owner));
    expect(error).toMatchObject({ code: Code.AlreadyExists, rawMessage: 'User grant already exists (V3-DKcYh)' });
  });

  test('gets Unimplemented for an unknown operation', async () => {
    const { owner, thrown } = await connected();
    const error = await rejectionOf(owner.addProject({ name: 'New' }));
    expect(error.code).toBe(Code.Unimplemented);
    expect(thrown).toEqual([]);
  });
});

async function rejectionOf(call: Promise<unknown>): Promise<ConnectError> {
  const thrown = await call.then(
    (response) => ({ response }),
    (error: unknown) => error,
  );
  if (thrown instanceof ConnectError) return thrown;
  throw new Error('the call did not fail', { cause: thrown });
}
