// Validity of artifacts: not expired, not revoked, with an active user.

import type { AdapterPayload } from 'oidc-provider';
import type { LoginSandbox } from '../login-sandbox.ts';
import { type Artifact, type Artifacts, artifactId, byOtherName, hasEnded, issuerStore } from './issuer-state.ts';

/** Whether an access token or a refresh token is valid. @param given - the artifacts. Default: the acknowledged ones */
export function isValidToken(
  token: Artifact,
  loginSandbox: LoginSandbox,
  given: Artifacts = issuerStore(loginSandbox.sandbox).collections.given,
): boolean {
  const now = loginSandbox.sandbox.now();
  const alive = (one: Artifact | undefined) => (one && !hasEnded(one, now) ? one.payload : undefined);
  const payload = alive(token);
  if (!payload || payload.consumed || !canLogIn(payload, loginSandbox)) return false;
  const { grantId = '', sessionUid = '', expiresWithSession } = payload;
  if (!isGrant(alive(given.get(artifactId('Grant', grantId))), payload)) return false;
  const session = () => alive(given.group(byOtherName, 'Session', sessionUid).last);
  return !expiresWithSession || isSession(session(), payload);
}

/** Whether a session has a logged-in user. */
export function isLoggedIn(session: Artifact, loginSandbox: LoginSandbox): boolean {
  return !hasEnded(session, loginSandbox.sandbox.now()) && canLogIn(session.payload, loginSandbox);
}

function canLogIn({ accountId }: AdapterPayload, { login, records }: LoginSandbox): boolean {
  return accountId !== undefined && login.user(records, accountId) !== undefined;
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
