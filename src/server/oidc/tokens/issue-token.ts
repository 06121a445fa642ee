// Issues tokens without a login, for tests.

import type { Provider } from 'oidc-provider';
import { didYouMean, findNearestName } from '../../../schema/nearest-name.ts';
import { ApiError } from '../../pipeline/errors/api-error.ts';
import type { MintedToken, TokenOrder } from '../login/login-types.ts';
import { findUser, type LoginSandbox } from '../login-sandbox.ts';
import { issueMachineToken } from '../machine-login.ts';
import { publicName } from './issuer-state.ts';
import { knownScopes, scopesIn } from './scopes.ts';

/** The id of the client if the login has exactly one. */
function onlyClient({ login, records }: LoginSandbox): string | undefined {
  const [first, ...others] = login.clients(records);
  return others.length === 0 ? first?.id : undefined;
}

/** Issues a token. @throws ApiError `not_found` for an unknown or inactive user or client, `invalid_argument` for an unknown scope */
export async function issueToken(
  provider: Provider,
  loginSandbox: LoginSandbox,
  {
    user: named,
    scopes = loginSandbox.login.ownScopes,
    expiresIn,
    client: clientId = onlyClient(loginSandbox),
  }: TokenOrder,
): Promise<MintedToken> {
  const user = findUser(loginSandbox, named);
  if (!user) throw new ApiError('not_found', `no active user ${JSON.stringify(named)}`);
  const client = clientId === undefined ? undefined : await provider.Client.find(clientId);
  if (clientId !== undefined && !client)
    throw new ApiError('not_found', `no active client ${JSON.stringify(clientId)}`);
  const given = scopesIn(scopes.join(' '));
  const known = knownScopes(loginSandbox, scopes.join(' '));
  const [unknown] = [...given].filter((scope) => !known.has(scope));
  if (unknown !== undefined)
    throw new ApiError(
      'invalid_argument',
      `unknown scope ${unknown}${didYouMean(findNearestName(unknown, loginSandbox.login.ownScopes))}`,
    );
  const { token, value } = await issueMachineToken(provider, {
    userId: user.id,
    scopes: given,
    client,
    grantType: 'minted',
    expiresIn,
  });
  const expires = new Date(loginSandbox.sandbox.now().getTime() + token.expiration * 1000);
  return { id: publicName(token.jti), token: value, userId: user.id, scopes: [...given], expires };
}
