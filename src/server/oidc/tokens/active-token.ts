// Resolves access tokens: opaque ones, JWTs and personal ones.

import type { Sandbox } from '../../pipeline/sandbox/sandbox.ts';
import type { IssuedToken } from '../login/login.ts';
import type { LoginSandbox } from '../login-sandbox.ts';
import { artifactId, issuerStore } from './issuer-state.ts';
import type { IssuerKeys } from './keys.ts';
import { scopesIn } from './scopes.ts';
import { isValidToken } from './token-validity.ts';

/**
 * Resolves a token. Keys and libraries are loaded for JWTs only: most APIs are used without a login.
 *
 * @param openKeys - called for JWTs only
 */
export async function activeToken(
  token: string,
  loginSandbox: LoginSandbox,
  openKeys: () => Promise<IssuerKeys>,
): Promise<IssuedToken | undefined> {
  const signed = token.includes('.') ? await signedToken(token, loginSandbox.sandbox, openKeys) : undefined;
  const id = signed ? signed.id : token;
  const found =
    id === undefined
      ? undefined
      : issuerStore(loginSandbox.sandbox).collections.given.get(artifactId('AccessToken', id));
  if (!found || !isValidToken(found, loginSandbox)) return undefined;
  const { accountId: userId = '', clientId, scope, extra } = found.payload;
  if (signed && signed.issuer !== extra?.iss) return undefined;

  const { login, records } = loginSandbox;
  const client = clientId === undefined ? undefined : login.client(records, clientId);
  const scopes = scopesIn(scope);
  return {
    userId,
    clientId,
    scopes,
    /** Computed on first use: a project may have many clients. */
    get audience() {
      return login.audience(records, client, scopes);
    },
  };
}

/** The content of a JWT and its issuer; undefined for other texts. */
async function signedToken(token: string, sandbox: Sandbox, openKeys: () => Promise<IssuerKeys>) {
  const [{ readJwt }, { opaqueToken }] = await Promise.all([import('./jwt.ts'), import('./token-forms.ts')]);
  const jwt = readJwt(token);
  return jwt && { id: await opaqueToken(token, await openKeys(), sandbox), issuer: jwt.payload.iss };
}
