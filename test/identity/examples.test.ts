// The examples of the document are what the server returns.

import { describe, expect, test } from 'vitest';
import { identity, identityApi } from '../../src/identity/api.ts';
import { createMockServer } from '../../src/index.ts';
import { APP, ORGANIZATION, PROJECT, USER } from '../support/identity-records.ts';
import { identityMockServer, type SendOptions, send } from '../support/mock-server.ts';

type Examples = Readonly<Record<string, { readonly value: unknown }>>;
type Body = { readonly content?: { readonly 'application/json': { readonly examples?: Examples } } };
interface Operation {
  readonly operationId: string;
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}
interface IdentityDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Body>> };
}

/** The response examples, by operation and status or by the name of a shared response; `request` is the status of requests. */
async function servedExamples(api: typeof identity): Promise<ReadonlyMap<string, unknown>> {
  const server = await createMockServer({ apis: [api] });
  const { paths, components } = (await send(server, 'GET', '/openapi.json')).body as IdentityDocument;
  await server.close();
  const examples = new Map<string, unknown>();
  const collect = (place: string, body: Body | undefined) => {
    for (const [name, { value }] of Object.entries(body?.content?.['application/json'].examples ?? {}))
      examples.set(`${place} ${name}`, value);
  };
  for (const { parameters: _, ...item } of Object.values(paths))
    for (const { operationId, requestBody, responses } of Object.values(item)) {
      collect(`${operationId} request`, requestBody);
      for (const [status, response] of Object.entries(responses)) collect(`${operationId} ${status}`, response);
    }
  for (const [name, response] of Object.entries(components.responses)) collect(name, response);
  return examples;
}

const REFERENCE = identityApi({ reference: true });
const usual = await servedExamples(identity);
const ofReference = await servedExamples(REFERENCE);

const requested = (operationId: string, name: string): SendOptions => ({
  body: usual.get(`${operationId} request ${name}`),
});

const IDPS = ['POST', '/management/v1/policies/login/idps/_search'] as const;
const SEARCH = ['POST', '/management/v1/projects/_search'] as const;
const appPath = (app: string, project: string = PROJECT.gearShop) => `/management/v1/projects/${project}/apps/${app}`;
const RENAME = ['PUT', appPath(APP.storefront)] as const;
const GRANTS = ['POST', '/management/v1/users/grants/_search'] as const;
const GRANT = ['POST', `/management/v1/users/${USER.theo}/grants`] as const;
const GRANT_UNKNOWN = ['POST', '/management/v1/users/1/grants'] as const;
const GRANT_AGAIN = ['POST', `/management/v1/users/${USER.ximena}/grants`] as const;
const rename = { name: 'Gear Shop Web' };
const grant = { projectId: PROJECT.gearShop, roleKeys: ['catalogue'] };
const UNKNOWN_ORGANIZATION: SendOptions = { headers: { 'x-service-orgid': '1' } };
const NO_MEMBERSHIP: SendOptions = { headers: { 'x-service-orgid': ORGANIZATION.oese } };

/** The name of each response example, with the request that returns it. */
const EARNED: readonly [string, readonly [string, string], SendOptions][] = [
  ['listLoginPolicyIdps 200 all', IDPS, requested('listLoginPolicyIdps', 'all')],
  ['listLoginPolicyIdps 200 firstOldest', IDPS, requested('listLoginPolicyIdps', 'firstOldest')],
  ['listLoginPolicyIdps 200 instanceDefault', IDPS, { body: {}, token: 'token-other-org' }],
  ['searchProjects 200 byName', SEARCH, requested('searchProjects', 'byName')],
  ['searchProjects 200 none', SEARCH, requested('searchProjects', 'none')],
  ['getAppById 200 api', ['GET', appPath(APP.shopApi)], {}],
  ['getAppById 400 longId', ['GET', appPath('x'.repeat(201))], {}],
  ['getAppById 404 unknownApp', ['GET', appPath('1')], {}],
  ['getAppById 404 otherOrganization', ['GET', appPath(APP.trackAndTrace, PROJECT.parcelTracking)], {}],
  ['getAppById 404 noMembership', ['GET', appPath('1')], NO_MEMBERSHIP],
  ['updateApp 200 rename', RENAME, requested('updateApp', 'rename')],
  ['updateApp 400 emptyName', RENAME, { body: { name: '' } }],
  ['updateApp 400 noChanges', RENAME, { body: { name: 'Storefront' } }],
  ['updateApp 404 unknownApp', ['PUT', appPath('1')], { body: rename }],
  ['updateApp 404 noMembership', RENAME, { body: rename, ...NO_MEMBERSHIP }],
  ['updateApp 409 nameTaken', RENAME, { body: { name: 'shop api' } }],
  ['listUserGrants 200 byUser', GRANTS, requested('listUserGrants', 'byUser')],
  ['addUserGrant 200 ownProject', GRANT, requested('addUserGrant', 'ownProject')],
  ['addUserGrant 200 grantedProject', GRANT, requested('addUserGrant', 'grantedProject')],
  ['addUserGrant 400 emptyProjectId', GRANT, { body: { projectId: '' } }],
  ['addUserGrant 400 unknownUser', GRANT_UNKNOWN, { body: grant }],
  ['addUserGrant 400 projectNotFound', GRANT, { body: { projectId: '1' } }],
  ['addUserGrant 400 projectGrantNotFound', GRANT, { body: { ...grant, projectGrantId: '1' } }],
  ['addUserGrant 400 unknownRole', GRANT, { body: { ...grant, roleKeys: ['captain'] } }],
  ['addUserGrant 403 unknownOrganization', GRANT, { body: grant, ...UNKNOWN_ORGANIZATION }],
  ['addUserGrant 403 noPermission', GRANT, { body: grant, token: 'token-viewer' }],
  ['addUserGrant 403 otherProject', GRANT, { body: { projectId: '1' }, token: 'token-project-owner' }],
  ['addUserGrant 409 alreadyExists', GRANT_AGAIN, { body: grant }],
  ['InvalidArgument limitExceeded', SEARCH, { body: { query: { limit: 1001 } } }],
  ['InvalidArgument wrongType', SEARCH, { body: { query: { asc: 'yes' } } }],
  ['Unauthenticated missing', SEARCH, { body: {}, token: undefined }],
  ['Unauthenticated malformed', SEARCH, { body: {}, token: undefined, headers: { authorization: 'Basic x' } }],
  ['Unauthenticated invalid', SEARCH, { body: {}, token: 'token-expired' }],
  ['PermissionDenied unknownOrganization', SEARCH, { body: {}, ...UNKNOWN_ORGANIZATION }],
  ['PermissionDenied noPermission', RENAME, { body: rename, token: 'token-viewer' }],
  ['PermissionDeniedOnProject unknownOrganization', RENAME, { body: rename, ...UNKNOWN_ORGANIZATION }],
  ['PermissionDeniedOnProject noPermission', RENAME, { body: rename, token: 'token-viewer' }],
  ['PermissionDeniedOnProject otherProject', ['GET', appPath('1', '1')], { token: 'token-project-owner' }],
  ['MembershipNotFound noMembership', SEARCH, { body: {}, token: 'token-no-role' }],
  ['PayloadTooLarge tooLarge', SEARCH, { body: ' '.repeat(4_194_305) }],
  ['UnsupportedMediaType unsupported', SEARCH, { body: '<x/>', headers: { 'content-type': 'application/xml' } }],
];

/** An id of a record that did not exist before. */
const NEW_ID = /^\d{18}$/;

/** Examples without a counterpart in the reference implementation, which responds differently. */
const NOT_EARNED = ['addUserGrant 400 projectNotFound', 'UnsupportedMediaType unsupported'];

describe.each([
  ['the document', identity, usual, EARNED],
  ['the document of the reference', REFERENCE, ofReference, EARNED.filter(([place]) => !NOT_EARNED.includes(place))],
] as const)('%s', (_, api, examples, earned) => {
  test('has only examples that a request of this test returns', () => {
    const responses = [...examples.keys()].filter(
      (place) => !place.includes(' request ') && place !== 'Unexpected internal',
    );
    expect(responses.sort()).toEqual(earned.map(([place]) => place).sort());
  });

  test.each(earned)('has the example %s that the server returns', async (place, [method, path], requested) => {
    const { status, body } = await send(await identityMockServer({ apis: [api] }), method, path, requested);
    const promised = examples.get(place) as Record<string, unknown>;
    expect(body).toEqual(
      'userGrantId' in promised ? { ...promised, userGrantId: expect.stringMatching(NEW_ID) } : promised,
    );
    const [, declared = ''] = place.split(' ');
    if (/^\d/.test(declared)) expect(status).toBe(Number(declared));
  });
});
