// Claims of a user in tokens, by scope.

import { expect, test } from 'vitest';
import { login } from '../../../src/identity/login/login.ts';
import type { Records, User } from '../../../src/identity/records.ts';
import type { View } from '../../../src/index.ts';
import { readFixture } from '../../../src/store/fixture.ts';
import { memoryLog } from '../../../src/store/log/memory-log.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { CLIENT } from '../../server/oidc/clients.ts';
import { type AllRecords, ORGANIZATION, PROJECT, PROJECT_GRANT, USER } from '../../support/identity-records.ts';

const fixture = await readFixture(new URL('../../../fixtures/identity/', import.meta.url).pathname);
const records: View<Records> = (await openStore<Records>(fixture.records, memoryLog())).collections;

/** The seeded records after `change`. */
async function recordsWith(change: (records: AllRecords) => void): Promise<View<Records>> {
  const changed = structuredClone(fixture.records) as unknown as AllRecords;
  change(changed);
  return (await openStore<Records>(changed, memoryLog())).collections;
}

const { murmeltal, brisefjord } = ORGANIZATION;
const PREFIX = 'urn:zitadel:iam:';
const roles = (...keys: string[]) => Object.fromEntries(keys.map((key) => [key, { [murmeltal]: 'murmeltal.example' }]));

/** The claims with the names of the reference implementation, without their common prefix. */
function message(userId: string, clientId: string | undefined, ...scopes: string[]): Record<string, unknown> {
  return bodyOf(records, userId, clientId, ...scopes);
}

function bodyOf(
  records: View<Records>,
  userId: string,
  clientId: string | undefined,
  ...scopes: string[]
): Record<string, unknown> {
  const client = clientId === undefined ? undefined : login.client(records, clientId);
  const claims = Object.entries(login.assertions(records, userId, client, new Set(scopes), 'userinfo'));
  const own = claims.filter(([name]) => name.startsWith(PREFIX));
  const documented = Object.fromEntries(claims.filter(([name]) => name.startsWith('urn:service:iam:')));
  // Each claim also exists under the name of the document.
  expect(own.map(([name, value]) => [name.replace('zitadel', 'service'), value])).toEqual(Object.entries(documented));
  return Object.fromEntries(own.map(([name, value]) => [name.slice(PREFIX.length), value]));
}

/** A scope with the name of the reference implementation. */
const scope = (name: string) => PREFIX + name;

test.each<[string, string, string | undefined, string[], Record<string, unknown>]>([
  [
    'roles, if the project asserts them',
    USER.ximena,
    CLIENT.storefront,
    ['openid'],
    {
      [`org:project:${PROJECT.gearShop}:roles`]: roles('pricing', 'sales'),
      'org:project:roles': roles('pricing', 'sales'),
    },
  ],
  ['nothing, if the project does not assert them', USER.ximena, CLIENT.summitCam, ['openid'], {}],
  ['nothing, without roles', USER.marlene, CLIENT.storefront, ['openid'], {}],
  ['nothing, without a client', USER.ximena, undefined, ['openid'], {}],
  [
    'roles on projects in the audience, if all are requested',
    USER.ximena,
    CLIENT.summitCam,
    [scope('org:projects:roles'), scope(`org:project:id:${PROJECT.gearShop}:aud`)],
    { [`org:project:${PROJECT.gearShop}:roles`]: roles('pricing', 'sales') },
  ],
  [
    'only the roles that scopes name, whatever the project asserts',
    USER.ximena,
    CLIENT.storefront,
    [scope('org:project:role:sales'), scope('org:project:role:catalogue')],
    { [`org:project:${PROJECT.gearShop}:roles`]: roles('sales'), 'org:project:roles': roles('sales') },
  ],
  ['nothing, if a scope names another role', USER.ximena, CLIENT.storefront, [scope('org:project:role:catalogue')], {}],
  [
    'the roles that scopes name on projects in the audience too',
    USER.ximena,
    CLIENT.summitCam,
    [scope('org:project:role:sales'), scope(`org:project:id:${PROJECT.gearShop}:aud`)],
    { [`org:project:${PROJECT.gearShop}:roles`]: roles('sales') },
  ],
  ['nothing for all roles without an audience', USER.bartlomiej, CLIENT.summitCam, [scope('org:projects:roles')], {}],
  [
    'the roles on the own project for all roles with any audience, that of the API too',
    USER.bartlomiej,
    CLIENT.summitCam,
    [scope('org:projects:roles'), scope('org:project:id:zitadel:aud')],
    { 'org:project:263861622399830884:roles': roles('observer'), 'org:project:roles': roles('observer') },
  ],
  [
    'nothing on projects in the audience, if no roles are requested',
    USER.ximena,
    CLIENT.summitCam,
    [scope(`org:project:id:${PROJECT.gearShop}:aud`)],
    {},
  ],
  [
    'on other projects only roles with a key of the own one, if that asserts its roles',
    USER.chihiro,
    CLIENT.bookingWeb,
    [scope('org:projects:roles'), scope(`org:project:id:${PROJECT.parcelTracking}:aud`)],
    {
      [`org:project:${PROJECT.hutBooking}:roles`]: roles('warden'),
      'org:project:roles': roles('warden'),
    },
  ],
  [
    'nothing of projects that are not in the audience',
    USER.ximena,
    CLIENT.summitCam,
    [scope('org:projects:roles')],
    {},
  ],
  [
    'roles that organizations gave on a granted project',
    USER.chihiro,
    CLIENT.trackAndTrace,
    ['openid'],
    {
      [`org:project:${PROJECT.parcelTracking}:roles`]: roles('dispatcher'),
      'org:project:roles': roles('dispatcher'),
    },
  ],
  [
    'roles of some organizations only, if those are requested',
    USER.chihiro,
    CLIENT.trackAndTrace,
    [scope(`org:roles:id:${brisefjord}`)],
    {},
  ],
  [
    'the organization of the user',
    USER.marlene,
    undefined,
    [scope('user:resourceowner')],
    {
      'user:resourceowner:id': murmeltal,
      'user:resourceowner:name': 'Murmeltal Outdoor',
      'user:resourceowner:primary_domain': 'murmeltal.example',
    },
  ],
  [
    'the organization to which the login was limited',
    USER.marlene,
    undefined,
    [scope(`org:id:${murmeltal}`)],
    {
      'user:resourceowner:id': murmeltal,
      'user:resourceowner:name': 'Murmeltal Outdoor',
      'user:resourceowner:primary_domain': 'murmeltal.example',
      'org:id': murmeltal,
    },
  ],
  [
    'the domain to which the login was limited',
    USER.marlene,
    undefined,
    [scope('org:domain:primary:murmeltal.example')],
    { 'org:domain:primary': 'murmeltal.example' },
  ],
])('tokens contain %s', (_, userId, clientId, scopes, claims) => {
  expect(message(userId, clientId, ...scopes)).toEqual(claims);
});

test.each<[string, string[], object]>([
  ['all roles on the project of the caller, without a scope', ['openid'], roles('pricing', 'sales')],
  ['only the roles that scopes name', [scope('org:project:role:sales')], roles('sales')],
])('an introspection returns %s', async (_, scopes, reported) => {
  const silent = await recordsWith(({ projects }) => {
    projects.forEach((project, index) => {
      projects[index] = { ...project, projectRoleAssertion: false };
    });
  });
  const sending = login.client(silent, CLIENT.shopApi);
  const elsewhere = [scope('org:projects:roles'), scope(`org:project:id:${PROJECT.hutBooking}:aud`)];
  const claims = login.assertions(silent, USER.ximena, sending, new Set([...scopes, ...elsewhere]), 'introspection');
  expect(Object.entries(claims).filter(([name]) => name.startsWith(PREFIX))).toEqual([
    [`${PREFIX}org:project:${PROJECT.gearShop}:roles`, reported],
    [`${PREFIX}org:project:roles`, reported],
  ]);
  expect(login.assertions(silent, USER.ximena, sending, new Set(scopes), 'introspection')).toEqual(claims);
});

test('tokens contain no roles of a deactivated grant', async () => {
  const deactivated = await recordsWith(({ userGrants }) => {
    userGrants.forEach((grant, index) => {
      userGrants[index] = { ...grant, state: 'USER_GRANT_STATE_INACTIVE' };
    });
  });
  expect(bodyOf(records, USER.ximena, CLIENT.storefront)).not.toEqual({});
  expect(bodyOf(deactivated, USER.ximena, CLIENT.storefront)).toEqual({});
});

/** Records in which the project grant of Parcel Tracking to Murmeltal is inactive. */
const withoutLoan = () =>
  recordsWith(({ projectGrants }) => {
    projectGrants.forEach((grant, index) => {
      if (grant.id === PROJECT_GRANT.parcelsToMurmeltal)
        projectGrants[index] = { ...grant, state: 'PROJECT_GRANT_STATE_INACTIVE' };
    });
  });

test('tokens contain no roles through a deactivated project grant', async () => {
  expect(bodyOf(records, USER.chihiro, CLIENT.trackAndTrace)).not.toEqual({});
  expect(bodyOf(await withoutLoan(), USER.chihiro, CLIENT.trackAndTrace)).toEqual({});
});

test('a deactivated project grant does not satisfy hasProjectCheck', async () => {
  const rejection = (view: View<Records>) => {
    const client = login.client(view, CLIENT.trackAndTrace);
    return client && login.rejection(view, USER.chihiro, client);
  };
  expect(rejection(records)).toBeUndefined();
  expect(rejection(await withoutLoan())).toContain('hasProjectCheck');
});

test('a deactivated application, or one of a deactivated project, is no login client', async () => {
  const deactivated = await recordsWith(({ apps, projects }) => {
    apps.forEach((app, index) => {
      if (app.oidc?.clientId === CLIENT.summitCam) apps[index] = { ...app, state: 'APP_STATE_INACTIVE' };
    });
    projects.forEach((project, index) => {
      if (project.id === PROJECT.gearShop) projects[index] = { ...project, state: 'PROJECT_STATE_INACTIVE' };
    });
  });
  expect(login.client(deactivated, CLIENT.summitCam)).toBeUndefined();
  expect(login.client(deactivated, CLIENT.storefront)).toBeUndefined();
  expect(login.client(deactivated, CLIENT.bookingWeb)).toBeDefined();
});

test.each<[string[], Record<string, unknown>]>([
  [['openid'], {}],
  [
    ['profile'],
    {
      name: '蓮沼 千尋',
      given_name: '千尋',
      family_name: '蓮沼',
      locale: 'ja',
      preferred_username: 'chihiro.hasunuma@murmeltal.example',
      updated_at: expect.any(Number),
    },
  ],
  [['email'], { email: 'chihiro.hasunuma@murmeltal.example', email_verified: true }],
  [['phone', 'address'], {}],
])('userinfo returns the standard claims of the scopes %j', (scopes, claims) => {
  expect(login.claims(records, USER.chihiro, undefined, new Set(scopes), 'userinfo')).toEqual(claims);
});

test('a machine user has a name, and no family name', () => {
  const claims = login.claims(records, '276046069547141988', undefined, new Set(['profile', 'email']), 'userinfo');
  expect(claims).toEqual({
    name: 'Gate Reader 3',
    preferred_username: 'gate-reader-3@brisefjord.example',
    updated_at: expect.any(Number),
  });
});

test.each<[string[], string[]]>([
  [[], []],
  [['urn:service:iam:org:project:id:service:aud'], ['service']],
  [['urn:zitadel:iam:org:project:id:zitadel:aud'], ['service']],
  [
    ['urn:service:iam:org:project:id:zitadel:aud', 'urn:zitadel:iam:org:project:id:1:aud'],
    ['service', '1'],
  ],
  [['urn:other:iam:org:project:id:service:aud', 'org:project:id:service:aud'], []],
  [['urn:zitadel:iam:org:project:id:257810824104530633:aud'], []],
])('with the scopes %j, the audience is all applications of the project, the project, and %j', (scopes, audience) => {
  const { storefront, shopApi, backOffice } = CLIENT;
  const own = [storefront, shopApi, backOffice, PROJECT.gearShop];
  expect(login.audience(records, login.client(records, storefront), new Set(scopes))).toEqual([...own, ...audience]);
});

test('without a client, the audience consists of scopes only', () => {
  const scopes = new Set(['openid', 'urn:zitadel:iam:org:project:id:1:aud']);
  expect(login.audience(records, undefined, scopes)).toEqual(['1']);
});

test.each([
  ['urn:service:iam:org:project:id:service:aud', true],
  ['urn:zitadel:iam:org:project:role:warden', true],
  ['urn:zitadel:iam:org:projects:roles', true],
  ['urn:zitadel:iam:user:metadata', true],
  ['urn:zitadel:iam:org:id:', false],
  ['urn:zitadel:iam:org', false],
  ['urn:other:iam:org:projects:roles', false],
  ['openid', false],
])('%s is a scope of the identity API: %s', (name, isOne) => {
  expect(login.isScope?.(name)).toBe(isOne);
});

test('an ambiguous login name identifies no user', async () => {
  const users = fixture.records.users ?? [];
  const twin = { ...users[0], id: 'twin', resourceOwner: brisefjord };
  const { collections } = await openStore<Records>({ ...fixture.records, users: [...users, twin] }, memoryLog());
  expect(login.userNamed(collections, 'zeynep.taskiran')).toBeUndefined();
  expect(login.userNamed(collections, 'zeynep.taskiran@brisefjord.example')?.id).toBe('twin');
  expect(login.userNamed(collections, 'zeynep.taskiran@murmeltal.example')?.id).toBe('249662167438068580');
});

test.each(['OIDC_AUTH_METHOD_TYPE_BASIC', 'API_AUTH_METHOD_TYPE_BASIC', 'OIDC_AUTH_METHOD_TYPE_POST'])(
  'every seeded application with the method %s has a secret',
  (method) => {
    const apps = [...records.apps.values()].flatMap(({ oidc, api }) => oidc ?? api ?? []);
    const confidential = apps.filter(({ authMethodType }) => authMethodType === method);
    expect(confidential.length).toBeGreaterThan(0);
    expect(confidential.every(({ clientSecret }) => clientSecret !== undefined)).toBe(true);
  },
);

test.each<[string | undefined, string, object]>([
  ['+41 79 123 45 67', 'phone', { phone_number: '+41 79 123 45 67', phone_number_verified: true }],
  ['+41 79 123 45 67', 'profile', expect.not.objectContaining({ phone_number: expect.anything() })],
  [undefined, 'phone', {}],
])('the phone number %j with the scope %s yields %j', async (phone, requested, reported) => {
  const users = (fixture.records.users as User[]).map((user) =>
    user.human ? { ...user, human: { ...user.human, ...(phone !== undefined && { phone }) } } : user,
  );
  const store = await openStore<Records>({ ...fixture.records, users }, memoryLog());
  expect(login.claims(store.collections, USER.chihiro, undefined, new Set([requested]), 'userinfo')).toEqual(reported);
});
