// Extraction of credentials from common headers.

import { expect, test } from 'vitest';
import type { SecuritySchemeObject } from '../../../src/openapi/objects.ts';
import { extractCredentials } from '../../../src/verify/credentials.ts';

const schemes = new Map<string, SecuritySchemeObject | undefined>(
  Object.entries({
    token: { type: 'http', scheme: 'Bearer' },
    login: { type: 'oauth2', flows: {} },
    openid: { type: 'openIdConnect', openIdConnectUrl: 'https://login.example' },
    password: { type: 'http', scheme: 'basic' },
    digest: { type: 'http', scheme: 'digest' },
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    inQuery: { type: 'apiKey', in: 'query', name: 'X-Key' },
    raw: { type: 'apiKey', in: 'header', name: 'Authorization' },
    certificate: { type: 'mutualTLS' },
    unknown: undefined,
  } as Record<string, SecuritySchemeObject | undefined>),
);

test.each<[object, object]>([
  [{ authorization: 'Bearer abc' }, { token: 'abc', login: 'abc', openid: 'abc', raw: 'Bearer abc' }],
  [{ Authorization: 'bearer  abc ' }, { token: 'abc', login: 'abc', openid: 'abc', raw: 'bearer  abc' }],
  [{ Authorization: 'Basic bWU6Y29sb246cw==' }, { password: 'me:colon:s', raw: 'Basic bWU6Y29sb246cw==' }],
  [{ Authorization: 'Digest username="x"' }, { raw: 'Digest username="x"' }],
  [{ 'x-key': '7' }, { key: '7' }],
  [{ 'X-Tenant': '7' }, {}],
])('headers %j have the credentials %j', (headers, credentials) => {
  expect(Object.fromEntries(extractCredentials(headers as Record<string, string>, schemes))).toEqual(credentials);
});
