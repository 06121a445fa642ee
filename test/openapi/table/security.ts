// Security schemes: accepted and rejected callers.

import type { SecuritySchemeObject } from '../../../src/openapi/objects.ts';
import { documentOf, operation, type Row, row } from './row.ts';

const SCHEMES: Readonly<Record<string, SecuritySchemeObject>> = {
  key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  query: { type: 'apiKey', in: 'query', name: 'api_key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
  basic: { type: 'http', scheme: 'basic' },
  bearer: { type: 'http', scheme: 'bearer' },
  oauth: {
    type: 'oauth2',
    flows: { clientCredentials: { tokenUrl: 'https://x.test/token', scopes: { read: 'Read.' } } },
  },
  openid: { type: 'openIdConnect', openIdConnectUrl: 'https://x.test/.well-known/openid-configuration' },
};

/** A document with `GET /a` and these security requirements. */
const withSecurity = (...security: readonly Readonly<Record<string, readonly string[]>>[]) =>
  documentOf({ '/a': { get: operation({ security }) } }, { components: { securitySchemes: SCHEMES } });
const get = (headers: Readonly<Record<string, string>>, line = 'GET /a') => ({ line, headers });
const IN = { status: 204 };
const OUT = { status: 401 };
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

export const security: readonly Row[] = [
  row('no security', withSecurity(), 'GET /a', IN),
  row('a key in a header', withSecurity({ key: [] }), get({ 'x-api-key': 'k' }), IN),
  row('a missing key in a header', withSecurity({ key: [] }), 'GET /a', OUT),
  row('an empty key in a header', withSecurity({ key: [] }), get({ 'x-api-key': '' }), OUT),
  row('a key in the query', withSecurity({ query: [] }), 'GET /a?api_key=k', IN),
  row('a missing key in the query', withSecurity({ query: [] }), 'GET /a?other=k', OUT),
  row('a key in a cookie', withSecurity({ cookie: [] }), get({ cookie: 'a=1; session=k' }), IN),
  row('a missing key in a cookie', withSecurity({ cookie: [] }), get({ cookie: 'a=1' }), OUT),
  row('user name and password', withSecurity({ basic: [] }), get({ authorization: basic('me:secret') }), IN),
  row('missing user name and password', withSecurity({ basic: [] }), 'GET /a', OUT),
  row('a bearer token', withSecurity({ bearer: [] }), get({ authorization: 'Bearer t' }), IN),
  row('a bearer token in lower case', withSecurity({ bearer: [] }), get({ authorization: 'bearer t' }), IN),
  row('a missing bearer token', withSecurity({ bearer: [] }), 'GET /a', OUT),
  row(
    'user name and password instead of a token',
    withSecurity({ bearer: [] }),
    get({ authorization: basic('me:secret') }),
    OUT,
  ),
  row('a token of OAuth 2.0', withSecurity({ oauth: ['read'] }), get({ authorization: 'Bearer t' }), IN),
  row('a missing token of OAuth 2.0', withSecurity({ oauth: ['read'] }), 'GET /a', OUT),
  row('a token of OpenID Connect', withSecurity({ openid: [] }), get({ authorization: 'Bearer t' }), IN),
  row('one of two schemes', withSecurity({ key: [] }, { bearer: [] }), get({ authorization: 'Bearer t' }), IN),
  row('none of two schemes', withSecurity({ key: [] }, { bearer: [] }), 'GET /a', OUT),
  row(
    'both of two schemes',
    withSecurity({ key: [], bearer: [] }),
    get({ authorization: 'Bearer t', 'x-api-key': 'k' }),
    IN,
  ),
  row('one where both are required', withSecurity({ key: [], bearer: [] }), get({ authorization: 'Bearer t' }), OUT),
  row('an optional scheme', withSecurity({ key: [] }, {}), 'GET /a', IN),
  row(
    'security of the document',
    {
      ...documentOf({ '/a': { get: operation() } }, { components: { securitySchemes: SCHEMES } }),
      security: [{ key: [] }],
    },
    'GET /a',
    OUT,
  ),
  row(
    'an operation that overrides the security of the document',
    {
      ...documentOf({ '/a': { get: operation({ security: [] }) } }, { components: { securitySchemes: SCHEMES } }),
      security: [{ key: [] }],
    },
    'GET /a',
    IN,
  ),
  row(
    'an unknown caller and a wrong parameter',
    documentOf(
      {
        '/a': {
          get: operation({
            security: [{ key: [] }],
            parameters: [{ name: 'p', in: 'query', required: true, schema: { type: 'integer' } }],
          }),
        },
      },
      { components: { securitySchemes: SCHEMES } },
    ),
    'GET /a?p=x',
    OUT,
  ),
];
