// Whether an access token is valid: given here, not ended, not revoked, and its user can still log in.

import type { AdapterPayload } from 'oidc-provider';
import { readJwt } from './jwt.ts';
import type { IssuerKeys } from './keys.ts';
import type { IssuedToken } from './login.ts';
import { scopesIn } from './scopes.ts';
import { type Artifact, artifactId, byOtherName, hasEnded, issuerStore } from './state.ts';
import { opaqueToken } from './token-forms.ts';
import type { World } from './world.ts';

/**
 * Looks a token up. No library is needed for it: an api may be asked long before anybody logs in.
 *
 * @param openKeys - asked only for what looks like a JWT
 */
export async function activeToken(
  token: string,
  { sandbox, login, records }: World,
  openKeys: () => Promise<IssuerKeys>,
): Promise<IssuedToken | undefined> {
  const jwt = readJwt(token);
  const id = jwt ? opaqueToken(token, await openKeys(), sandbox) : token;
  const { given } = issuerStore(sandbox).collections;
  const now = sandbox.now();
  const alive = (one: Artifact | undefined) => (one && !hasEnded(one, now) ? one.payload : undefined);

  const payload = id === undefined ? undefined : alive(given.get(artifactId('AccessToken', id)));
  const { accountId: userId, clientId, grantId = '', sessionUid = '' } = payload ?? {};
  if (!payload || userId === undefined || !login.user(records, userId)) return undefined;
  if (jwt && jwt.payload.iss !== payload.extra?.iss) return undefined;
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
