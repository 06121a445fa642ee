// What is known of an access token that somebody shows.

import type { Sandbox } from '../../pipeline/sandbox/sandbox.ts';
import type { IssuedToken } from '../login/login.ts';
import type { World } from '../world.ts';
import type { IssuerKeys } from './keys.ts';
import { scopesIn } from './scopes.ts';
import { artifactId, issuerStore } from './state.ts';
import { isValidToken } from './valid.ts';

/**
 * Looks a token up. Only for what looks like a JWT are keys and libraries needed: an api may be asked long before anybody logs in.
 *
 * @param openKeys - asked only then
 */
export async function activeToken(
  token: string,
  world: World,
  openKeys: () => Promise<IssuerKeys>,
): Promise<IssuedToken | undefined> {
  const signed = token.includes('.') ? await signedToken(token, world.sandbox, openKeys) : undefined;
  const id = signed ? signed.id : token;
  const found =
    id === undefined ? undefined : issuerStore(world.sandbox).collections.given.get(artifactId('AccessToken', id));
  if (!found || !isValidToken(found, world)) return undefined;
  const { accountId: userId = '', clientId, scope, extra } = found.payload;
  if (signed && signed.issuer !== extra?.iss) return undefined;

  const { login, records } = world;
  const client = clientId === undefined ? undefined : login.client(records, clientId);
  const scopes = scopesIn(scope);
  return {
    userId,
    clientId,
    scopes,
    /** Made when it is asked for: a project may have many clients. */
    get audience() {
      return login.audience(records, client, scopes);
    },
  };
}

/** What a JWT stands for, and the issuer that it names; undefined for what is none. */
async function signedToken(token: string, sandbox: Sandbox, openKeys: () => Promise<IssuerKeys>) {
  const [{ readJwt }, { opaqueToken }] = await Promise.all([import('./jwt.ts'), import('./token-forms.ts')]);
  const jwt = readJwt(token);
  return jwt && { id: await opaqueToken(token, await openKeys(), sandbox), issuer: jwt.payload.iss };
}
