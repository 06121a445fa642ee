// Ends logins and revokes tokens before their expiry.

import { ApiError } from '../../pipeline/errors/api-error.ts';
import type { LoginSandbox } from '../login-sandbox.ts';
import {
  type Artifact,
  type ArtifactDraft,
  type Artifacts,
  artifactId,
  byOtherName,
  changeArtifacts,
  issuerStore,
  ofGrant,
  TOKENS,
} from './issuer-state.ts';
import { isLoggedIn, isValidToken } from './token-validity.ts';

/** A login that is over. */
interface OverLogin {
  readonly userId: string;
  /** How many tokens are valid no more. */
  readonly tokens: number;
  /** The applications that used it. */
  readonly applications: readonly OverApplication[];
}

export interface OverApplication {
  readonly clientId: string;
  /** As ID tokens name the login. */
  readonly sid: string | undefined;
  /** The issuer of its tokens; undefined if there are none. */
  readonly issuer: string | undefined;
}

/** The session of a login. @throws ApiError `not_found` if there is no such login */
export function sessionOf(
  id: string,
  loginSandbox: LoginSandbox,
  given: Artifacts = issuerStore(loginSandbox.sandbox).collections.given,
): Artifact {
  const session = given.group(byOtherName, 'Session', id).last;
  if (session && isLoggedIn(session, loginSandbox)) return session;
  throw new ApiError('not_found', `login ${JSON.stringify(id)} not found; it may have ended`);
}

/**
 * Ends a login with its grants, atomically.
 *
 * @param keepOffline - whether grants for `offline_access` stay
 * @throws ApiError `not_found`
 */
export function endSession(id: string, keepOffline: boolean, loginSandbox: LoginSandbox): Promise<OverLogin> {
  return changeArtifacts(issuerStore(loginSandbox.sandbox), loginSandbox.sandbox.now(), (given) => {
    const session = sessionOf(id, loginSandbox, given);
    const { accountId: userId = '', authorizations = {} } = session.payload;
    const ended = Object.entries(authorizations).map(([clientId, { grantId = '', sid, persistsLogout }]) => {
      const issuer = issuerOf(grantId, given);
      const tokens = keepOffline && persistsLogout ? 0 : removeGrant(grantId, given, loginSandbox);
      return { tokens, application: { clientId, sid, issuer } };
    });
    given.remove(session.id);
    return {
      userId,
      tokens: ended.reduce((sum, { tokens }) => sum + tokens, 0),
      applications: ended.map(({ application }) => application),
    };
  });
}

/** Revokes a token by its public name; with a refresh token all that was given for the same. @throws ApiError `not_found` */
export function revokeToken(name: string, loginSandbox: LoginSandbox): Promise<void> {
  return changeArtifacts(issuerStore(loginSandbox.sandbox), loginSandbox.sandbox.now(), (given) => {
    const named = TOKENS.map((kind) => given.group(byOtherName, kind, name).last);
    const token = named.find((one) => one && isValidToken(one, loginSandbox, given));
    if (!token) throw new ApiError('not_found', `no valid token ${JSON.stringify(name)}`);
    if (token.kind === 'RefreshToken') removeGrant(token.payload.grantId ?? '', given, loginSandbox);
    else given.remove(token.id);
  });
}

/** Removes a grant with all that was given for it. @returns how many valid tokens there were */
function removeGrant(grantId: string, given: ArtifactDraft, loginSandbox: LoginSandbox): number {
  if (grantId === '') return 0;
  const ofIt = [...given.group(ofGrant, grantId).values()];
  const tokens = ofIt.filter((one) => TOKENS.includes(one.kind) && isValidToken(one, loginSandbox, given));
  for (const { id } of ofIt) given.remove(id);
  given.remove(artifactId('Grant', grantId));
  return tokens.length;
}

/** The issuer of the tokens of a grant: a server has several names. */
function issuerOf(grantId: string, given: Artifacts): string | undefined {
  if (grantId === '') return undefined;
  const issuers = [...given.group(ofGrant, grantId).values()].map(({ payload }) => payload.extra?.iss);
  return issuers.find((one) => typeof one === 'string');
}
