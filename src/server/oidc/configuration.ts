// The configuration of oidc-provider: features, lifetimes and rules.

import type { Client, Configuration, Grant, KoaContextWithOIDC } from 'oidc-provider';
import { isStoreError } from '../../store/store-error.ts';
import { baseOf } from './client-origin.ts';
import { clientMetadata } from './clients.ts';
import { errorReason } from './explain-errors.ts';
import { featuresOf } from './features.ts';
import { cookieNames } from './login/cookies.ts';
import { promptsOf } from './login/policy.ts';
import { matchingUris } from './login/sandbox-address.ts';
import { type IssuerPages, showPage } from './login/show-page.ts';
import type { LoginSandbox } from './login-sandbox.ts';
import { errors } from './oidc-provider.ts';
import { createAdapter } from './tokens/adapter.ts';
import type { IssuerKeys } from './tokens/keys.ts';
import { OIDC_SCOPES, scopesIn } from './tokens/scopes.ts';
import { showStorageError } from './tokens/storage-error.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Lifetimes in seconds: the defaults of the reference implementation. */
const LIFETIMES = {
  AccessToken: 12 * HOUR,
  IdToken: 12 * HOUR,
  /** Idle time; each use issues a new one. */
  RefreshToken: 30 * DAY,
  /** The most that refreshing can lead to. */
  Grant: 90 * DAY,
  Session: 30 * DAY,
  AuthorizationCode: 5 * 60,
  DeviceCode: 5 * 60,
  Interaction: HOUR,
} as const;

export interface ConfiguredFeatures {
  readonly loginSandbox: LoginSandbox;
  readonly keys: IssuerKeys;
  readonly pages: IssuerPages;
  readonly issuer: string;
  /** URLs of pages of this server to which applications in dev mode may redirect, too. */
  readonly ownPages: readonly string[];
}

/** Claims of tokens with any scopes; those of roles depend on the project. */
const TOKEN_CLAIMS = ['aud', 'exp', 'iat', 'iss', 'auth_time', 'nonce', 'amr', 'at_hash', 'client_id', 'azp', 'sid'];

/** There is no consent page, and the library drops `offline_access` without one. */
function keepOffline({ oidc, method, query }: KoaContextWithOIDC, client: Client): void {
  const { params, body } = oidc;
  const { scope: requested } = (method === 'POST' ? body : query) ?? {};
  const isWanted = scopesIn(requested).has('offline_access') && client.grantTypeAllowed('refresh_token');
  const isByCode = params?.response_type === undefined || String(params.response_type).includes('code');
  if (!params || !isWanted || !isByCode) return;
  params.scope = [...new Set([...scopesIn(params.scope), 'offline_access'])].join(' ');
}

export function configure(configured: ConfiguredFeatures): Configuration {
  const { loginSandbox, keys, pages, issuer } = configured;
  const base = baseOf(issuer);
  const { login, paths, records, sandbox } = loginSandbox;
  return {
    adapter: (kind) => {
      const adapter = createAdapter(sandbox, kind);
      return kind === 'Client' ? { ...adapter, find: async (id) => clientMetadata(loginSandbox, id) } : adapter;
    },
    jwks: { keys: [keys.jwk as NonNullable<Configuration['jwks']>['keys'][number]] },
    routes: paths.routes,
    ttl: LIFETIMES,
    cookies: {
      keys: [...keys.cookies],
      names: { ...cookieNames(issuer) },
      long: { httpOnly: true, sameSite: 'lax', signed: true, path: `${base}/` },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    scopes: [...new Set([...OIDC_SCOPES, ...login.ownScopes])],
    // For discovery; userinfo returns all claims of the API.
    claims: {
      openid: ['sub'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username', 'locale', 'updated_at'],
      email: ['email', 'email_verified'],
      phone: ['phone_number', 'phone_number_verified'],
      ...Object.fromEntries(TOKEN_CLAIMS.map((claim) => [claim, null])),
    },
    responseTypes: ['code', 'id_token', 'id_token token'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    enabledJWA: { idTokenSigningAlgValues: ['RS256'], clientAuthSigningAlgValues: ['RS256'] },
    discovery: { ui_locales_supported: ['en'] },
    features: featuresOf(configured),
    extraParams: {
      /** Called when the rest of a request is valid. */
      scope(ctx, scope, client) {
        const problem = login.scopeProblem(records, scopesIn(scope));
        if (problem !== undefined) throw new errors.InvalidScope(problem, String(scope));
        keepOffline(ctx, client);
      },
    },
    interactions: { policy: promptsOf(loginSandbox), url: (_, { uid }) => `${base}${paths.login}/${uid}` },
    findAccount: (_, accountId) => login.user(records, accountId) && { accountId, claims: () => ({ sub: accountId }) },
    loadExistingGrant: grantAll,
    rotateRefreshToken: true,
    // The claims of ID tokens are chosen when they are written, and that needs all scopes.
    conformIdTokenClaims: false,
    /** A token can be introspected under any name of this server; a JWT names its issuer. */
    extraTokenClaims: () => ({ iss: issuer }),
    /**
     * These responses do not depend on cookies: the code or the token is enough, from anywhere. So pages of any origin
     * may request them, as development servers use ever new ports; but not with a client secret, unless the client
     * names their origin.
     */
    clientBasedCORS: (ctx, origin, client) =>
      client.clientAuthMethod === 'none' ||
      ctx.oidc.route === 'userinfo' ||
      matchingUris(origin, client.clientId, loginSandbox).some((one) =>
        (client.redirectUris ?? []).some((uri) => URL.parse(uri)?.origin === one),
      ),
    // Only URLs for back-channel logout from the records: they may be on this machine, which the library forbids.
    fetch: (url, { signal, method, headers, body, redirect }: RequestInit = {}) =>
      fetch(url, { signal, method, headers, body, redirect } as RequestInit),
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: (_, client) => client.clientAuthMethod === 'none' },
    renderError: (ctx, { error, error_description: description }, thrown) => {
      if (isStoreError(thrown, 'unavailable')) return showStorageError(ctx, pages, thrown);
      const detail = errorReason(ctx, thrown, loginSandbox) ?? description;
      const title = 'Invalid request';
      const text =
        ctx.status >= 500
          ? 'The mock server has an internal error. Its terminal shows the details.'
          : 'The request of the application is invalid. Go back to the application; its developers find the details below.';
      showPage(ctx, pages, pages.notice({ title, text, error, ...(detail !== undefined && { detail }) }), ctx.status);
    },
  };
}

/** The grant of this session and client, with all requested scopes. */
async function grantAll({ oidc }: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { provider, session, client, params } = oidc;
  const accountId = session?.accountId;
  if (!client || accountId === undefined) return undefined;
  const grantId = session?.grantIdFor(client.clientId);
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const isSame = known?.accountId === accountId && known.clientId === client.clientId;
  // Each login counts anew.
  if (isSame) known.exp = undefined;
  const grant = isSame ? known : new provider.Grant({ accountId, clientId: client.clientId });
  if (typeof params?.scope === 'string' && params.scope !== '') grant.addOIDCScope(params.scope);
  await grant.save();
  return grant;
}
