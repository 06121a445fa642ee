// listLoginPolicyIdps: selection of the login policy, and its links.

import { expect, test } from 'vitest';
import { mockServerWith, ORGANIZATION } from '../support/identity-records.ts';
import { NOW_TOLD, send } from '../support/mock-server.ts';
import { sharedMockServer } from '../support/shared-mock-server.ts';

const shared = sharedMockServer();
const PATH = '/management/v1/policies/login/idps/_search';

test("lists the links of the organization's own login policy, newest first", async () => {
  const { status, body } = await send(shared(), 'POST', PATH, { body: {} });
  expect(status).toBe(200);
  expect(body).toEqual({
    details: { totalResult: '4', processedSequence: '94', viewTimestamp: NOW_TOLD },
    result: [
      { idpId: '258819496351894372', idpName: 'Code Forge', idpType: ['IDP_TYPE_UNSPECIFIED'] },
      { idpId: '250706557656894308', idpName: 'Mail Account', idpType: ['IDP_TYPE_UNSPECIFIED'] },
      { idpId: '261995775343481545', idpName: 'Hut Kiosk Badge', idpType: ['IDP_TYPE_JWT'] },
      { idpId: '261841062635506532', idpName: 'Alpine Club Login', idpType: ['IDP_TYPE_OIDC'] },
    ],
  });
});

test('lists the links of the instance for an organization without a login policy', async () => {
  const { body } = await send(shared(), 'POST', PATH, { body: {}, token: 'token-other-org' });
  expect(body.details.totalResult).toBe('3');
  expect(body.result).toEqual([
    { idpId: '322724198197777097', idpName: 'Mountain Guides Pass', idpType: ['IDP_TYPE_OIDC'] },
    { idpId: '258819496351894372', idpName: 'Code Forge', idpType: ['IDP_TYPE_UNSPECIFIED'] },
    { idpId: '250706557656894308', idpName: 'Mail Account', idpType: ['IDP_TYPE_UNSPECIFIED'] },
  ]);
});

test('lists no links for an organization with an empty login policy', async () => {
  const mockServer = await mockServerWith(({ loginPolicies }) => {
    const date = '2025-08-01T10:00:00Z';
    loginPolicies.push({ id: ORGANIZATION.oese, idps: [], sequence: 5, creationDate: date, changeDate: date });
  });
  const { status, body } = await send(mockServer, 'POST', PATH, { body: {}, token: 'token-granted-org' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ details: { totalResult: '0' }, result: [] });
});

test('lists no links without any login policy', async () => {
  const mockServer = await mockServerWith(({ loginPolicies }) => void loginPolicies.splice(0));
  const { status, body } = await send(mockServer, 'POST', PATH, { body: {} });
  expect(status).toBe(200);
  expect(body.details).toMatchObject({ totalResult: '0', processedSequence: '0' });
  expect(body.result).toEqual([]);
});

test('sorts links of the same age by provider id', async () => {
  const ids = ['258819496351894372', '322724198197777097', '250706557656894308', '261995775343481545'];
  const mockServer = await mockServerWith(({ loginPolicies }) => {
    loginPolicies.forEach((policy, index) => {
      const idps = ids.map((idpId) => ({ idpId, creationDate: '2025-08-01T10:00:00Z' }));
      loginPolicies[index] = { ...policy, idps };
    });
  });
  const shown = async (asc: boolean) => {
    const { body } = await send(mockServer, 'POST', PATH, { body: { query: { asc } } });
    return body.result.map(({ idpId }: { idpId: string }) => idpId);
  };
  expect(await shown(true)).toEqual(ids.toSorted());
  expect(await shown(false)).toEqual(ids.toSorted().reverse());
});

test('lists the link of a deactivated provider', async () => {
  const mockServer = await mockServerWith(({ identityProviders }) => {
    identityProviders.forEach((provider, index) => {
      identityProviders[index] = { ...provider, state: 'IDP_STATE_INACTIVE' };
    });
  });
  const { body } = await send(mockServer, 'POST', PATH, { body: {} });
  expect(body).toMatchObject({ details: { totalResult: '4' }, result: [{ idpName: 'Code Forge' }, {}, {}, {}] });
});

test.each([
  ['OIDC', 'IDP_TYPE_OIDC'],
  ['JWT', 'IDP_TYPE_JWT'],
  ['LDAP', 'IDP_TYPE_UNSPECIFIED'],
  ['OAUTH', 'IDP_TYPE_UNSPECIFIED'],
  ['AZURE_AD', 'IDP_TYPE_UNSPECIFIED'],
  ['GITHUB', 'IDP_TYPE_UNSPECIFIED'],
  ['GITLAB', 'IDP_TYPE_UNSPECIFIED'],
  ['GOOGLE', 'IDP_TYPE_UNSPECIFIED'],
  ['APPLE', 'IDP_TYPE_UNSPECIFIED'],
  ['SAML', 'IDP_TYPE_UNSPECIFIED'],
] as const)('reports a provider of the kind %s as %s', async (kind, type) => {
  const mockServer = await mockServerWith(({ identityProviders }) => {
    identityProviders.forEach((provider, index) => {
      identityProviders[index] = { ...provider, type: `PROVIDER_TYPE_${kind}` };
    });
  });
  const { body } = await send(mockServer, 'POST', PATH, { body: { query: { limit: 1 } } });
  expect(body.result[0].idpType).toEqual([type]);
});
