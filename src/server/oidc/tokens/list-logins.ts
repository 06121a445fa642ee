// Lists valid logins and tokens in pages, without secrets.

import { waitForTurn } from '../../pipeline/scheduling/work-queue.ts';
import { findUser, type LoginSandbox } from '../login-sandbox.ts';
import { type Artifact, artifactId, hasEnded, issuerStore, publicName, TOKENS } from './issuer-state.ts';
import { scopesIn } from './scopes.ts';
import { isLoggedIn, isValidToken } from './token-validity.ts';

/** A user who is logged in with a browser. */
export interface KnownLogin {
  readonly id: string;
  /** Its id. */
  readonly user: string;
  readonly loginName: string;
  readonly name: string;
  /** By the clock of the sandbox, as all times here (ISO 8601, UTC). */
  readonly since: string;
  /** If it is not used before. */
  readonly expires: string;
  /** How the user was authenticated. */
  readonly by: 'password' | 'choice';
  /** The applications that use it. */
  readonly applications: readonly LoginApplication[];
}

interface LoginApplication {
  /** The client id. */
  readonly client: string;
  /** Absent if the application was removed. */
  readonly name?: string;
  readonly scopes: readonly string[];
  /** The claim of ID tokens. */
  readonly sid?: string;
  /** Whether its tokens outlive the login. */
  readonly offline: boolean;
}

/** A token that is valid. */
export interface KnownToken {
  readonly id: string;
  readonly kind: 'access' | 'refresh';
  /** Its last characters; absent of JWTs, of which the id is the `jti`. */
  readonly ending?: string;
  readonly user: string;
  readonly name: string;
  readonly client?: string;
  readonly application?: string;
  readonly scopes: readonly string[];
  readonly given: string;
  /** Absent when it never ends. */
  readonly expires?: string;
  /** How it was given: `minted`, or a grant type of OAuth. */
  readonly by: string;
  /** The id of its login. */
  readonly login?: string;
}

/** Which part of a list is wanted. */
export interface ListPart {
  readonly limit: number;
  /** Only entries after this position. Default: all */
  readonly after?: number | undefined;
}

/** Filters for tokens; all of them must match. */
export interface WantedTokens extends ListPart {
  /** An id or a login name. */
  readonly user?: string | undefined;
  readonly client?: string | undefined;
  readonly login?: string | undefined;
  readonly kind?: string | undefined;
}

/** A page, and the position of its last entry if there are more. */
export interface ListedPage<T> {
  readonly items: readonly T[];
  readonly after?: number;
}

/** Entries that are processed before other requests continue. */
const TURN = 1000;
/** How many characters of a token are shown. */
const ENDING = 4;

/** The logins, oldest first. */
export function listLogins(loginSandbox: LoginSandbox, part: ListPart): Promise<ListedPage<KnownLogin>> {
  return partOf(loginSandbox, part, (one) =>
    one.kind === 'Session' && isLoggedIn(one, loginSandbox) ? knownLogin(one, loginSandbox) : undefined,
  );
}

/** The tokens that are valid, the oldest first. */
export function listTokens(
  loginSandbox: LoginSandbox,
  { user, client, login, kind, ...part }: WantedTokens,
): Promise<ListedPage<KnownToken>> {
  const userId = user === undefined ? undefined : (findUser(loginSandbox, user)?.id ?? user);
  return partOf(loginSandbox, part, (one) => {
    if (!TOKENS.includes(one.kind)) return undefined;
    const { accountId, clientId, sessionUid } = one.payload;
    const isWanted =
      (userId === undefined || userId === accountId) &&
      (client === undefined || client === clientId) &&
      (login === undefined || login === sessionUid) &&
      (kind === undefined || kind === kindOf(one));
    return isWanted && isValidToken(one, loginSandbox) ? knownToken(one, loginSandbox) : undefined;
  });
}

async function partOf<T>(
  { sandbox }: LoginSandbox,
  { limit, after }: ListPart,
  known: (one: Artifact) => T | undefined,
): Promise<ListedPage<T>> {
  const items: T[] = [];
  let last = after ?? -1;
  let looked = 0;
  for (const [place, record] of issuerStore(sandbox).state.table('given').placedAfter(after)) {
    looked += 1;
    if (looked % TURN === 0) await waitForTurn();
    const item = known(record as unknown as Artifact);
    if (item === undefined) continue;
    if (items.length === limit) return { items, after: last };
    items.push(item);
    last = place;
  }
  return { items };
}

function knownLogin({ ends = '', payload }: Artifact, loginSandbox: LoginSandbox): KnownLogin | undefined {
  const { login, records } = loginSandbox;
  const { uid = '', accountId = '', loginTs, amr, authorizations = {} } = payload;
  const user = login.user(records, accountId);
  if (!user) return undefined;
  return {
    id: uid,
    user: user.id,
    loginName: user.loginName,
    name: user.displayName,
    since: momentOf(loginTs),
    expires: ends,
    by: amr?.includes('pwd') ? 'password' : 'choice',
    applications: Object.entries(authorizations).flatMap(([client, { sid, grantId, persistsLogout }]) => {
      const scopes = scopesOf(grantId, loginSandbox);
      if (!scopes) return [];
      const name = login.client(records, client)?.name;
      return {
        client,
        ...(name !== undefined && { name }),
        scopes,
        ...(sid && { sid }),
        offline: persistsLogout === true,
      };
    }),
  };
}

/** The scopes of a grant; undefined if there is none, or it has ended. */
function scopesOf(grantId: string | undefined, { sandbox }: LoginSandbox): readonly string[] | undefined {
  const grant = issuerStore(sandbox).collections.given.get(artifactId('Grant', grantId ?? ''));
  return grant && !hasEnded(grant, sandbox.now())
    ? [...scopesIn((grant.payload.openid as Granted | undefined)?.scope)]
    : undefined;
}

/** Properties that the types of the library lack. */
interface Granted {
  readonly scope?: string;
}

function knownToken(one: Artifact, { login, records }: LoginSandbox): KnownToken {
  const { jti = '', accountId = '', clientId, scope, iat, gty = 'unknown', sessionUid } = one.payload;
  const client = clientId === undefined ? undefined : login.client(records, clientId);
  const isJwt = one.kind === 'AccessToken' && client?.accessTokens === 'jwt';
  return {
    id: publicName(jti),
    kind: kindOf(one),
    ...(!isJwt && { ending: jti.slice(-ENDING) }),
    user: accountId,
    name: login.user(records, accountId)?.displayName ?? accountId,
    ...(clientId !== undefined && { client: clientId }),
    ...(client && { application: client.name }),
    scopes: [...scopesIn(scope)],
    given: momentOf(iat),
    ...(one.ends !== undefined && { expires: one.ends }),
    by: gty,
    ...(sessionUid !== undefined && { login: sessionUid }),
  };
}

function kindOf({ kind }: Artifact): KnownToken['kind'] {
  return kind === 'RefreshToken' ? 'refresh' : 'access';
}

/** A time in seconds as text. */
function momentOf(seconds = 0): string {
  return new Date(seconds * 1000).toISOString();
}
