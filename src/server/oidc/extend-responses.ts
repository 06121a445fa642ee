// Extends the responses of oidc-provider: claims, and form submissions.

import type { KoaContextWithOIDC } from 'oidc-provider';
import type { LoginSandbox } from './login-sandbox.ts';
import { publicName } from './tokens/issuer-state.ts';
import { secondsAhead } from './tokens/library-time.ts';
import { scopesIn } from './tokens/scopes.ts';
import { audienceOf } from './tokens/token-forms.ts';

/** Adds all claims of a user to the responses for its token. */
export function addClaims(ctx: KoaContextWithOIDC, { login, records, sandbox }: LoginSandbox): void {
  const { AccessToken: token } = ctx.oidc.entities;
  const body = ctx.body as Record<string, unknown> | undefined;
  const { route } = ctx.oidc;
  if (!token || !body || !(route === 'userinfo' ? ctx.status === 200 : body.active === true)) return;
  const client = token.clientId === undefined ? undefined : login.client(records, token.clientId);
  const user = login.user(records, token.accountId);
  const scopes = scopesIn(token.scope);
  if (route === 'userinfo') {
    ctx.body = { ...login.claims(records, token.accountId, client, scopes, 'userinfo'), ...body };
    return;
  }
  const asking = ctx.oidc.client && login.client(records, ctx.oidc.client.clientId);
  const claims = login.claims(records, token.accountId, asking, scopes, 'introspection');
  const aud = audienceOf(token.clientId, login.audience(records, client, scopes));
  const ahead = secondsAhead(sandbox);
  const [iat, exp] = [Number(body.iat) + ahead, Number(body.exp) + ahead];
  const times = { iat, exp, nbf: iat };
  ctx.body = { ...claims, ...body, ...times, aud, username: user?.loginName, jti: publicName(token.jti) };
}

/** A form that a page would only submit: it is submitted on the server, so no script is needed. */
export interface Submission {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The form to submit instead of showing a page. */
export function submissionOf(
  { oidc, status, method }: KoaContextWithOIDC,
  { paths: { routes } }: LoginSandbox,
): Submission | undefined {
  const secret = oidc.session?.state?.secret;
  if (status !== 200 || typeof secret !== 'string') return undefined;
  if (oidc.route === 'end_session') {
    const account = oidc.session?.accountId;
    // The user's ID token confirms the logout; otherwise the user must confirm it.
    const isSure = account === undefined || oidc.entities.IdTokenHint?.payload.sub === account;
    return isSure ? { path: `${routes.end_session}/confirm`, fields: { xsrf: secret, logout: 'yes' } } : undefined;
  }
  const code = oidc.params?.user_code;
  if (oidc.route !== 'code_verification' || method !== 'GET' || typeof code !== 'string') return undefined;
  return { path: routes.code_verification, fields: { xsrf: secret, user_code: code } };
}
