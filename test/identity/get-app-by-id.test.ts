// getAppById: an application of each type, and what an update has changed.

import { expect, test } from 'vitest';
import { APP, ORGANIZATION, PROJECT } from '../support/identity-records.ts';
import { NOW_TOLD, send } from '../support/mock-server.ts';
import { rejection } from '../support/rejection.ts';
import { sharedMockServer } from '../support/shared-mock-server.ts';

const shared = sharedMockServer();
const { gearShop, peaks, parcelTracking } = PROJECT;
const pathOf = (projectId: string, appId: string) => `/management/v1/projects/${projectId}/apps/${appId}`;
const get = (projectId: string, appId: string, token = 'token-owner') =>
  send(shared(), 'GET', pathOf(projectId, appId), { token });

test('returns every known property of an application that logs users in', async () => {
  const { status, body } = await get(gearShop, APP.storefront);
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      app: {
        id: APP.storefront,
        details: {
          sequence: '7',
          creationDate: '2024-03-12T08:50:50.434419Z',
          changeDate: '2024-03-12T08:50:50.435108Z',
          resourceOwner: ORGANIZATION.murmeltal,
        },
        state: 'APP_STATE_ACTIVE',
        name: 'Storefront',
        oidcConfig: {
          redirectUris: ['http://localhost:3000/auth/callback', 'https://shop.murmeltal.example/auth/callback'],
          responseTypes: ['OIDC_RESPONSE_TYPE_CODE'],
          grantTypes: ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE', 'OIDC_GRANT_TYPE_REFRESH_TOKEN'],
          appType: 'OIDC_APP_TYPE_USER_AGENT',
          clientId: '257928641298631524',
          authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE',
          postLogoutRedirectUris: ['http://localhost:3000/', 'https://shop.murmeltal.example/'],
          version: 'OIDC_VERSION_1_0',
          devMode: true,
          accessTokenType: 'OIDC_TOKEN_TYPE_JWT',
          accessTokenRoleAssertion: true,
          idTokenRoleAssertion: true,
          idTokenUserinfoAssertion: false,
          additionalOrigins: [],
          allowedOrigins: ['http://localhost:3000', 'https://shop.murmeltal.example'],
          backChannelLogoutUri: '',
        },
      },
    },
  });
});

test.each([
  [
    'an API',
    APP.shopApi,
    { apiConfig: { clientId: '257931294229465956', authMethodType: 'API_AUTH_METHOD_TYPE_BASIC' } },
  ],
  [
    'an application with SAML',
    '274168547226178249',
    { samlConfig: { metadataUrl: 'https://suppliers.murmeltal.example/saml/metadata' } },
  ],
])('returns the configuration of %s, and of no other type', async (_, appId, config) => {
  const { id, details, state, name, ...shown } = (await get(gearShop, appId)).body.app;
  expect(shown).toEqual(config);
});

test('returns no secret', async () => {
  const { body } = await get(PROJECT.wool, APP.woolStorefront);
  expect(body.app.oidcConfig.clientId).toBe('285500792381705060');
  expect(JSON.stringify(body)).not.toContain('secret');
});

test('returns what an update has changed', async () => {
  const update = { body: { name: 'Shop Window' } };
  expect((await send(shared(), 'PUT', pathOf(gearShop, APP.storefront), update)).status).toBe(200);
  expect((await get(gearShop, APP.storefront)).body.app).toMatchObject({
    name: 'Shop Window',
    details: { sequence: '15', creationDate: '2024-03-12T08:50:50.434419Z', changeDate: NOW_TOLD },
  });
});

test('returns an application of a deactivated project', async () => {
  expect((await get(peaks, APP.summitStamp)).status).toBe(200);
});

const MISSING = rejection(5, 'Errors.App.NotExisting', 'QUERY-pCP8P');

test.each([
  ['an unknown application', gearShop, '1', MISSING],
  ['an unknown project', '1', APP.storefront, MISSING],
  ['an application of another project', gearShop, APP.summitStamp, MISSING],
  ['an unknown application of another organization', parcelTracking, '1', MISSING],
  [
    'an application of another organization',
    parcelTracking,
    APP.trackAndTrace,
    rejection(5, 'Application not found', 'MANAG-SFf2a'),
  ],
])('rejects %s with 404', async (_, projectId, appId, body) => {
  expect(await get(projectId, appId)).toMatchObject({ status: 404, body });
});
