// Whether an access token is valid: given here, not ended, not revoked, and its user can still log in.

import type { AdapterPayload } from 'oidc-provider';
import type { Sandbox } from '../engine/sandbox.ts';
import type { IssuerKeys } from './keys.ts';
import type { IssuedToken } from './login.ts';
import { scopesIn } from './scopes.ts';
import { type Artifact, artifactId, byOtherName, hasEnded, issuerStore } from './state.ts';
import type { World } from './world.ts';

/**
 * Looks a token up. Only for what looks like a JWT are keys and libraries needed: an api may be asked long before anybody logs in.
 *
 * @param openKeys - asked only then
 */
export async function activeToken(
  token: string,
  { sandbox, login, records }: World,
  openKeys: () => Promise<IssuerKeys>,
): Promise<IssuedToken | undefined> {
  const signed = token.includes('.') ? await signedToken(token, sandbox, openKeys) : undefined;
  const id = signed ? signed.id : token;
  const { given } = issuerStore(sandbox).collections;
  const now = sandbox.now();
  const alive = (one: Artifact | undefined) => (one && !hasEnded(one, now) ? one.payload : undefined);

  const payload = id === undefined ? undefined : alive(given.get(artifactId('AccessToken', id)));
  const { accountId: userId, clientId, grantId = '', sessionUid = '' } = payload ?? {};
  if (!payload || userId === undefined || !login.user(records, userId)) return undefined;
  if (signed && signed.issuer !== payload.extra?.iss) return undefined;
  if (!isGrant(alive(given.get(artifactId('Grant', grantId))), payload)) return undefined;
  const session = () => alive(given.group(byOtherName, 'Session', sessionUid).last);
  if (payload.expiresWithSession && !isSession(session(), payload)) return undefined;

  const client = clientId === undefined ? undefined : login.client(records, clientId);
  const scopes = scopesIn(payload.scope);
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

function isGrant(grant: AdapterPayload | undefined, { accountId, clientId }: AdapterPayload): boolean {
  return grant?.accountId === accountId && grant?.clientId === clientId;
}

/** Whether this is the session that a token lives and dies with. */
function isSession(
  session: AdapterPayload | undefined,
  { accountId, clientId = '', grantId }: AdapterPayload,
): boolean {
  return session?.accountId === accountId && session?.authorizations?.[clientId]?.grantId === grantId;
}
