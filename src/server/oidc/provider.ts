// Configures an oidc-provider for one sandbox under one address.

import type { RequestListener } from 'node:http';
import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import { isStoreError } from '../../store/store-error.ts';
import {
  authenticateClients,
  type ClientAuthentication,
  rejectAnonymousIntrospection,
} from './client-authentication.ts';
import { baseOf } from './client-origin.ts';
import { type ConfiguredFeatures, configure } from './configuration.ts';
import { addNotice } from './exchange-notices.ts';
import { explainErrors } from './explain-errors.ts';
import { addClaims, submissionOf } from './extend-responses.ts';
import { paceDevices } from './login/device-polling.ts';
import { handleLogin } from './login/handle-login.ts';
import { matchingUris } from './login/sandbox-address.ts';
import { redirect } from './login/show-page.ts';
import { SUBMIT_HEADER } from './login/submit-form.ts';
import type { LoginSandbox } from './login-sandbox.ts';
import { registerMachineGrants } from './machine-login.ts';
import { Provider } from './oidc-provider.ts';
import { overrideGetter, overrideMethod } from './override-method.ts';
import { artifactId, hasEnded, issuerStore, TOKENS } from './tokens/issuer-state.ts';
import { usePersonalToken } from './tokens/personal-token.ts';
import { knownScopes, reportUnknownScopes } from './tokens/scopes.ts';
import { rejectUnstored, showStorageError } from './tokens/storage-error.ts';
import { writeTokens } from './tokens/token-forms.ts';
import { reportWithoutEffect } from './unsupported-features.ts';

export interface ProviderSettings extends ConfiguredFeatures, ClientAuthentication {
  readonly autoLogin: boolean;
  readonly oneClickLogin: boolean | undefined;
  readonly onError: (thrown: unknown) => void;
}

export interface MadeProvider {
  readonly provider: Provider;
  readonly handler: RequestListener;
}

/** For the one page of the library that is shown, the form of `form_post`; it adds the hash of its script. Our pages have their own. */
const FORM_POLICY = "default-src 'none'; base-uri 'none'; script-src";

export function createProvider({
  autoLogin,
  oneClickLogin,
  strictAssertions,
  onError,
  ...configured
}: ProviderSettings): MadeProvider {
  const { loginSandbox, keys, pages, issuer } = configured;
  const deviceStart = loginSandbox.paths.routes.code_verification;
  const provider = new Provider(issuer, configure(configured));
  // `incoming.ts` has set the address.
  provider.proxy = true;
  provider.on('backchannel.error', (_, cause, { clientName, backchannelLogoutUri }) =>
    onError(
      new Error(`the logout request to ${clientName} at ${backchannelLogoutUri} failed: ${cause.message}`, { cause }),
    ),
  );
  (provider as NodeJS.EventEmitter).on('error', onError);
  writeTokens(provider, loginSandbox, keys);
  registerMachineGrants(provider, loginSandbox);
  authenticateClients(provider, loginSandbox, { strictAssertions });
  understandScopes(provider, loginSandbox);
  compareWhole(provider, loginSandbox, configured.ownPages);
  explainErrors(provider, loginSandbox);
  paceDevices(provider);
  rejectUnstored(provider, onError);
  provider.use(async (ctx: KoaContextWithOIDC, next) => {
    try {
      await next();
    } catch (thrown) {
      if (!isStoreError(thrown, 'unavailable')) throw thrown;
      showStorageError(ctx, pages, thrown);
    }
  });
  provider.use(async (ctx: KoaContextWithOIDC, next) => {
    if (await handleLogin(ctx, { provider, loginSandbox, pages, autoLogin, oneClickLogin })) return;
    // Without a session, the library would send a form that it rejects later.
    if (isAmidDevice(ctx, deviceStart) && !ctx.cookies.get(provider.cookieName('session'), { signed: true }))
      return redirect(ctx, baseOf(issuer) + deviceStart);
    ctx.set('content-security-policy', FORM_POLICY);
    await next();
    if (!ctx.oidc) return;
    rejectAnonymousIntrospection(ctx);
    addClaims(ctx, loginSandbox);
    usePersonalToken(ctx, loginSandbox, issuer);
    reportUnknownScopes(ctx, loginSandbox);
    reportInactive(ctx, loginSandbox);
    reportWithoutEffect(ctx);
    const submission = submissionOf(ctx, loginSandbox);
    if (submission) ctx.set(SUBMIT_HEADER, encodeURIComponent(JSON.stringify(submission)));
  });
  const handler = provider.callback();
  const mounted: RequestListener = (request, response) =>
    // As Express sets it for the library.
    handler(Object.assign(request, { baseUrl: baseOf(issuer) }), response);
  return { provider, handler: mounted };
}

/** Whether a request belongs to the middle of the device flow, not to its beginning. */
function isAmidDevice({ path, method }: KoaContextWithOIDC, start: string): boolean {
  return (path === start && method === 'POST') || path.startsWith(`${start}/`);
}

/** The library knows a list of scopes, and ours have ids in them. */
function understandScopes({ OIDCContext }: Provider, loginSandbox: LoginSandbox): void {
  overrideGetter(OIDCContext.prototype as KoaContextWithOIDC['oidc'], 'requestParamOIDCScopes', function () {
    return knownScopes(loginSandbox, this.params?.scope);
  });
}

/**
 * Only native applications may listen on any free port (RFC 8252, section 7.3). Other redirect URIs are compared
 * exactly. Pages of this server cannot be in the metadata of a client: the library accepts few hosts there.
 */
function compareWhole({ Client }: Provider, loginSandbox: LoginSandbox, ownPages: readonly string[]): void {
  const clientOf = ({ clientId }: Client) => loginSandbox.login.client(loginSandbox.records, clientId);
  const isNative = (client: Client) => clientOf(client)?.kind === 'native';
  overrideMethod(
    Client.prototype,
    'redirectUriAllowed',
    (before) =>
      function (this: Client, uri) {
        if (ownPages.includes(uri) && clientOf(this)?.devMode) return true;
        return matchingUris(uri, this.clientId, loginSandbox).some((one) =>
          isNative(this) ? before.call(this, one) : (this.redirectUris ?? []).includes(one),
        );
      },
  );
  overrideMethod(
    Client.prototype,
    'postLogoutRedirectUriAllowed',
    (before) =>
      function (this: Client, uri) {
        return matchingUris(uri, this.clientId, loginSandbox).some((one) =>
          isNative(this) ? before.call(this, one) : (this.postLogoutRedirectUris ?? []).includes(one),
        );
      },
  );
}

/** Adds the reason to such a response. */
function reportInactive(ctx: KoaContextWithOIDC, loginSandbox: LoginSandbox): void {
  const { route, params } = ctx.oidc;
  const body = ctx.body as { readonly active?: unknown } | undefined;
  if (route === 'introspection' && body?.active === false)
    addNotice(ctx, { reason: reasonOf(ctx, loginSandbox, params?.token) });
}

function reasonOf({ oidc }: KoaContextWithOIDC, { sandbox, login, records }: LoginSandbox, token: unknown): string {
  const { given } = issuerStore(sandbox).collections;
  const now = sandbox.now();
  const found = TOKENS.map((kind) => given.get(artifactId(kind, String(token)))).find((one) => one !== undefined);
  if (!found) return `the token was not issued in sandbox ${sandbox.name}, or was revoked`;
  if (hasEnded(found, now)) return `the token expired at ${found.ends}`;
  const { accountId, clientId, grantId = '', consumed } = found.payload;
  if (consumed) return 'the refresh token was already used';
  if (accountId === undefined || !login.user(records, accountId)) return 'the user of the token is not active';
  const grant = given.get(artifactId('Grant', grantId));
  if (!grant || hasEnded(grant, now)) return 'the grant of the token was revoked, or expired';
  const asking = login.client(records, oidc.client?.clientId ?? '')?.name ?? 'this client';
  const owner = clientId === undefined ? undefined : login.client(records, clientId)?.name;
  return `${asking} can only introspect its own tokens and those for its project; this one was issued to ${owner ?? 'no application'}`;
}
