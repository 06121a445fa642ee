// The format of tokens: JWT access tokens, and ID tokens for several audiences.

import { createHash } from 'node:crypto';
import type { AccessToken, IdToken, Provider } from 'oidc-provider';
import type { Sandbox } from '../../pipeline/sandbox/sandbox.ts';
import type { LoginSandbox } from '../login-sandbox.ts';
import { overrideMethod } from '../override-method.ts';
import { byOtherName, issuerStore, publicName } from './issuer-state.ts';
import { isSignedWith, readJwt, signJwt } from './jwt.ts';
import type { IssuerKeys } from './keys.ts';
import { secondsAhead, tokenTime } from './library-time.ts';
import { scopesIn } from './scopes.ts';

const ACCESS_TOKEN = 'at+jwt';

/** The data for an ID token, of which the library writes a part. */
type Available = {
  readonly sub: string;
  readonly auth_time?: number;
  readonly amr?: readonly string[];
};

/**
 * Writes tokens as the reference implementation does. A JWT access token (RFC 9068) refers to an opaque one by its
 * `jti`, so that every endpoint accepts it and it can be revoked. An ID token is for the whole audience of its client.
 */
export function writeTokens(provider: Provider, { login, records, sandbox }: LoginSandbox, keys: IssuerKeys): void {
  const clientOf = (id: string | undefined) => (id === undefined ? undefined : login.client(records, id));
  const written = new WeakMap<AccessToken, string>();

  overrideMethod(
    provider.AccessToken.prototype,
    'save',
    (save) =>
      async function (this: AccessToken) {
        const id = await save.call(this);
        const client = clientOf(this.clientId);
        const token = client?.accessTokens === 'jwt' ? await jwtOf(this) : id;
        written.set(this, token);
        return token;
      },
  );

  function jwtOf(token: AccessToken): Promise<string> {
    const { accountId, clientId, jti, scope } = token;
    const client = clientOf(clientId);
    const scopes = scopesIn(scope);
    const iat = tokenTime(sandbox);
    const payload = {
      ...login.assertions(records, accountId, client, scopes, 'access_token'),
      iss: provider.issuer,
      sub: accountId,
      aud: audienceOf(clientId, login.audience(records, client, scopes)),
      iat,
      nbf: iat,
      exp: iat + token.expiration,
      jti: publicName(jti),
      client_id: clientId,
      scope,
    };
    return signJwt(payload, keys.privateKey, { typ: ACCESS_TOKEN, kid: keys.jwk.kid });
  }

  overrideMethod(
    provider.IdToken.prototype,
    'issue',
    (issue) =>
      async function (this: IdToken, options: Parameters<typeof issue>[0]) {
        const token = await issue.call(this, options);
        const payload = readJwt(token)?.payload;
        if (options.use !== 'idtoken' || !payload) return token;
        const client = clientOf(this.client.clientId);
        const accessToken = this.ctx.oidc.entities.AccessToken;
        const shown = accessToken && written.get(accessToken);
        const { sub, auth_time, amr = [] } = this.available as Available;
        const scopes = scopesIn((this as { readonly scope?: string }).scope);
        // Without an access token there is no userinfo request (OpenID Connect Core 1.0, section 5.4).
        const isAll = client?.fullIdTokens || shown === undefined;
        const ahead = secondsAhead(sandbox);
        const claims = {
          ...login[isAll ? 'claims' : 'assertions'](records, sub, client, scopes, 'id_token'),
          ...payload,
          ...byClock(payload, ahead),
          aud: audienceOf(this.client.clientId, login.audience(records, client, scopes)),
          azp: this.client.clientId,
          ...(auth_time !== undefined && { auth_time: auth_time + ahead }),
          // The authentication methods (RFC 8176); none for a picked user.
          ...(amr.length > 0 && { amr }),
          ...(shown !== undefined && { at_hash: halfHash(shown) }),
        };
        return signJwt(claims, keys.privateKey, { kid: keys.jwk.kid });
      },
  );
}

/** When a token was given and when it ends, by a clock that is so many seconds ahead. */
function byClock({ iat, exp }: Readonly<Record<string, unknown>>, ahead: number): object {
  return { iat: Number(iat) + ahead, exp: Number(exp) + ahead };
}

/** Whom a token is for: first its client, if it has one. */
export function audienceOf(clientId: string | undefined, audience: readonly string[]): readonly string[] {
  return clientId === undefined ? audience : [...new Set([clientId, ...audience])];
}

/** The opaque token behind a token; undefined for a JWT that is not ours, or removed. Validity is checked elsewhere. */
export async function opaqueToken(
  token: string,
  { publicKey }: IssuerKeys,
  sandbox: Sandbox,
): Promise<string | undefined> {
  const jwt = readJwt(token);
  if (!jwt) return token;
  const { jti } = jwt.payload;
  if (jwt.header.typ !== ACCESS_TOKEN || typeof jti !== 'string' || !(await isSignedWith(token, publicKey)))
    return undefined;
  return issuerStore(sandbox).collections.given.group(byOtherName, 'AccessToken', jti).last?.payload.jti;
}

/** An ID token of ours for its client alone; any other text as it is. */
export async function narrowIdToken(token: string, { publicKey, privateKey, jwk }: IssuerKeys): Promise<string> {
  const jwt = readJwt(token);
  // Another server of this process may sign with the same key, by another name.
  const isOurs = jwt?.header.kid === jwk.kid && (await isSignedWith(token, publicKey));
  if (!jwt || !isOurs || typeof jwt.payload.azp !== 'string') return token;
  return signJwt({ ...jwt.payload, aud: jwt.payload.azp }, privateKey, { kid: jwk.kid });
}

/** The left half of a hash (OpenID Connect Core 1.0, section 3.1.3.6). */
function halfHash(token: string): string {
  return createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');
}
