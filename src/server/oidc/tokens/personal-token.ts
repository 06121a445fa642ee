// Personal access tokens, which the API issues and the library does not know.

import type { KoaContextWithOIDC } from 'oidc-provider';
import { clearNotices } from '../exchange-notices.ts';
import type { LoginUser, PersonalToken } from '../login/login-types.ts';
import type { LoginSandbox } from '../login-sandbox.ts';
import { publicName } from './issuer-state.ts';

/**
 * The expiry of a token without one, as in the reference implementation (seconds since 1970): the end of the year
 * 9999.
 */
const NEVER = 253_402_300_799;

interface Shown {
  readonly value: string;
  readonly token: PersonalToken;
  readonly user: LoginUser;
}

/** Responds to requests with a personal access token, which the library has rejected or called inactive. */
export function usePersonalToken(ctx: KoaContextWithOIDC, loginSandbox: LoginSandbox, issuer: string): void {
  const { route, params, client } = ctx.oidc;
  if (route === 'userinfo' && ctx.status === 401) {
    const shown = shownToken(loginSandbox, bearerOf(ctx));
    if (shown) respondUserinfo(ctx, loginSandbox, shown);
  }
  if (route === 'introspection' && ctx.status === 200 && client) {
    const shown = shownToken(loginSandbox, params?.token);
    if (shown) ctx.body = introspected(loginSandbox, shown, client.clientId, issuer);
  }
}

function shownToken({ login, records, sandbox }: LoginSandbox, value: unknown): Shown | undefined {
  const token = typeof value === 'string' ? login.personalToken(records, value, sandbox.now()) : undefined;
  const user = token && login.user(records, token.userId);
  return token && user && { value: String(value), token, user };
}

function respondUserinfo(ctx: KoaContextWithOIDC, { login, records }: LoginSandbox, { token, user }: Shown): void {
  ctx.status = 200;
  ctx.remove('www-authenticate');
  clearNotices(ctx);
  ctx.body = { ...login.claims(records, user.id, undefined, token.scopes, 'userinfo'), sub: user.id };
}

function introspected(
  { login, records }: LoginSandbox,
  { value, token, user }: Shown,
  clientId: string,
  issuer: string,
) {
  const { scopes, expires } = token;
  return {
    ...login.claims(records, user.id, login.client(records, clientId), scopes, 'introspection'),
    active: true,
    sub: user.id,
    username: user.loginName,
    scope: [...scopes].join(' '),
    token_type: 'Bearer',
    exp: expires ? Math.floor(expires.getTime() / 1000) : NEVER,
    iss: issuer,
    aud: [clientId],
    jti: publicName(value),
  };
}

function bearerOf(ctx: KoaContextWithOIDC): unknown {
  const [, token] = /^Bearer ([^ ]+)$/i.exec(ctx.get('authorization')) ?? [];
  return token ?? ctx.oidc.body?.access_token;
}
