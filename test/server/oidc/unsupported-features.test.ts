// Features that clients may try and the issuer does not support.

import * as openid from 'openid-client';
import { expect, test } from 'vitest';
import { USER } from '../../support/identity-records.ts';
import { identityMockServer, send } from '../../support/mock-server.ts';
import { sharedMockServer } from '../../support/shared-mock-server.ts';
import { authorization, CLIENT, clientOf, logIn } from './clients.ts';
import { ISSUER, Visitor } from './visitor.ts';

const shared = sharedMockServer();

test('pushed requests and DPoP are not announced', async () => {
  const metadata: Record<string, unknown> = {
    ...(await clientOf(shared(), CLIENT.summitCam)).serverMetadata(),
  };
  expect(Object.keys(metadata).filter((name) => /pushed|dpop|require_signed/.test(name))).toEqual([]);
  expect(metadata).toMatchObject({ request_uri_parameter_supported: false, claims_parameter_supported: false });
});

test.each<[string, string, Record<string, string>, string]>([
  ['a pushed request', '/oauth/v2/par', {}, 'Pushed authorization requests and request_uri are not supported'],
  ['DPoP for a token request', '/oauth/v2/token', { dpop: 'eyJ.eyJ.x' }, 'DPoP is not supported'],
  ['a DPoP-bound token', '/oidc/v1/userinfo', { dpop: 'eyJ.eyJ.x' }, 'DPoP is not supported'],
])('%s is rejected with a clear error', async (_, path, headers, sentence) => {
  const body = new URLSearchParams({ client_id: CLIENT.summitCam });
  const response = await shared().fetch(new Request(ISSUER + path, { method: 'POST', body, headers }));
  expect(response.status).toBe(path.endsWith('par') ? 404 : 400);
  expect(await response.json()).toEqual({
    error: 'invalid_request',
    error_description: expect.stringContaining(sentence),
  });
});

test('a request_uri, pushed or to be fetched, is rejected with a clear error', async () => {
  const config = await clientOf(shared(), CLIENT.summitCam);
  for (const request_uri of ['urn:ietf:params:oauth:request_uri:x', 'https://elsewhere.test/request.jwt']) {
    const { url } = await authorization(config, 'openid', { request_uri });
    const { response } = await new Visitor(shared()).go(url);
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('request_uri are not supported'),
    ]);
  }
});

test('parameters without effect are accepted with a warning', async () => {
  const mockServer = await identityMockServer();
  const config = await clientOf(mockServer, CLIENT.summitCam);
  const idle = { acr_values: 'high', claims: '{}', ui_locales: 'de' };
  expect((await logIn(config, new Visitor(mockServer), USER.marlene, 'openid odd', idle)).claims()?.sub).toBe(
    USER.marlene,
  );
  const { body } = await send(mockServer, 'GET', '/_understudy/requests');
  const warned = body.exchanges.filter(({ warnings }: { warnings: string[] }) => warnings.length > 0);
  expect(warned.map(({ warnings }: { warnings: string[] }) => warnings)).toEqual([
    [
      'unknown scope odd was ignored',
      'parameter acr_values is not supported and was ignored',
      'parameter claims is not supported and was ignored',
      'parameter ui_locales is not supported and was ignored',
    ],
  ]);
  const quiet = await openid.fetchUserInfo(
    config,
    (await logIn(config, new Visitor(mockServer), USER.marlene)).access_token,
    USER.marlene,
  );
  expect(quiet.sub).toBe(USER.marlene);
});
