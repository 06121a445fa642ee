// Clients of the issuer: openid-client, for the seeded applications.

import * as openid from 'openid-client';
import type { MockServer } from '../../../src/index.ts';
import { ISSUER, type Visitor } from './visitor.ts';

/** The seeded applications with a login, by their client ids. */
export const CLIENT = {
  /** A single-page application of a project without checks. Opaque tokens. */
  summitCam: '264062497181469540',
  /** A single-page application of a project that requires a role. JWTs. */
  storefront: '257928641298631524',
  /** With a secret. Opaque tokens. */
  backOffice: '259989519246363492',
  /** With a secret, of a project without checks. JWTs. */
  bookingWeb: '254050008888857289',
  /** An API of the project of Storefront and Back Office. */
  shopApi: '257931294229465956',
  /** A device of a project that checks both. */
  workshopTablet: '314607173831297892',
  /** Of Brisefjord, granted to other organizations; it checks both. */
  trackAndTrace: '269104010408055497',
} as const;

export const REDIRECT: Readonly<Record<string, string>> = {
  [CLIENT.summitCam]: 'http://localhost:5173/callback',
  [CLIENT.storefront]: 'http://localhost:3000/auth/callback',
  [CLIENT.backOffice]: 'https://backoffice.murmeltal.example/signin',
  [CLIENT.bookingWeb]: 'https://huts.murmeltal.example/auth/callback',
  [CLIENT.workshopTablet]: 'murmeltal-flick://callback',
  [CLIENT.trackAndTrace]: 'https://track.brisefjord.example/callback',
};

export const SECRET = {
  backOffice: 'secret-back-office',
  bookingWeb: 'secret-booking-web',
  shopApi: 'secret-shop-api',
  season: 'secret-season-onboarding',
} as const;

/** The scope that opens the API. */
export const API_SCOPE = 'urn:service:iam:org:project:id:service:aud';

type Target = Pick<MockServer, 'fetch'> | { readonly url: string };

/** Connects a client to a mock server, over its port or without any. */
export function fetchOf(target: Target): (request: Request) => Promise<Response> {
  return 'fetch' in target ? (request) => target.fetch(request) : (request) => fetch(request);
}

export async function clientOf(
  target: Target,
  clientId: string,
  authentication?: openid.ClientAuth,
  issuer = 'fetch' in target ? ISSUER : target.url,
): Promise<openid.Configuration> {
  const send = fetchOf(target);
  return openid.discovery(new URL(issuer), clientId, undefined, authentication ?? openid.None(), {
    execute: [openid.allowInsecureRequests],
    [openid.customFetch]: (url, options) => send(new Request(url, options as RequestInit)),
  });
}

/** An authorization request of a client, with the checks for the response. */
export async function authorization(config: openid.Configuration, scope: string, more: Record<string, string> = {}) {
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const expectedState = openid.randomState();
  const expectedNonce = openid.randomNonce();
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT[config.clientMetadata().client_id] ?? '',
    scope,
    state: expectedState,
    nonce: expectedNonce,
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...more,
  });
  return { url, checks: { pkceCodeVerifier, expectedState, expectedNonce } };
}

/** Logs a user in, and returns the tokens of the client. */
export async function logIn(
  config: openid.Configuration,
  visitor: Visitor,
  user: string,
  scope = `openid ${API_SCOPE}`,
  more: Record<string, string> = {},
) {
  const { url, checks } = await authorization(config, scope, more);
  const back = await visitor.logIn(url, { user });
  return openid.authorizationCodeGrant(config, back, checks);
}
