// Resolves access tokens: opaque ones, JWTs and personal ones.

import type { IssuedTokens } from '../../pipeline/authenticate-caller.ts';
import type { Sandbox } from '../../pipeline/sandbox/sandbox.ts';
import type { IssuedToken } from '../login/login-types.ts';
import type { LoginSandbox } from '../login-sandbox.ts';
import { type Artifact, artifactId, hasEnded, issuerStore } from './issuer-state.ts';
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
  const found = await storedToken(token, loginSandbox.sandbox, openKeys);
  if (!found || !isValidToken(found, loginSandbox)) return undefined;
  const { accountId: userId = '', clientId, scope } = found.payload;
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

/** Why a token is not valid. */
async function describeInvalidToken(
  token: string,
  { sandbox }: LoginSandbox,
  openKeys: () => Promise<IssuerKeys>,
): Promise<string> {
  const found = await storedToken(token, sandbox, openKeys);
  const now = sandbox.now();
  if (!found) return `unknown token in sandbox ${sandbox.name}`;
  if (!hasEnded(found, now)) return 'the login of the token has ended';
  return `the token expired at ${found.ends} by the clock of sandbox ${sandbox.name} (now ${now.toISOString()})`;
}

/** A token as it was issued, also an invalid one. */
async function storedToken(
  token: string,
  sandbox: Sandbox,
  openKeys: () => Promise<IssuerKeys>,
): Promise<Artifact | undefined> {
  const signed = token.includes('.') ? await signedToken(token, sandbox, openKeys) : undefined;
  const id = signed ? signed.id : token;
  const found =
    id === undefined ? undefined : issuerStore(sandbox).collections.given.get(artifactId('AccessToken', id));
  return signed && signed.issuer !== found?.payload.extra?.iss ? undefined : found;
}

/** The content of a JWT and its issuer; undefined for other texts. */
async function signedToken(token: string, sandbox: Sandbox, openKeys: () => Promise<IssuerKeys>) {
  const [{ readJwt }, { opaqueToken }] = await Promise.all([import('./jwt.ts'), import('./token-forms.ts')]);
  const jwt = readJwt(token);
  return jwt && { id: await opaqueToken(token, await openKeys(), sandbox), issuer: jwt.payload.iss };
}

/** @param openKeys - called only for a JWT */
export function issuedTokens(loginSandbox: LoginSandbox, openKeys: () => Promise<IssuerKeys>): IssuedTokens {
  const { login, records, sandbox } = loginSandbox;
  return {
    async user(token) {
      const known =
        login.personalToken(records, token, sandbox.now()) ?? (await activeToken(token, loginSandbox, openKeys));
      const user = known && login.user(records, known.userId);
      return user && { id: user.id, name: user.displayName, scopes: [...known.scopes] };
    },
    problem: (token) => describeInvalidToken(token, loginSandbox, openKeys),
    isScope: (scope) => login.isScope?.(scope) === true,
  };
}
