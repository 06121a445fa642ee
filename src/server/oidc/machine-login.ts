// Grants for machines: client credentials, and signed assertions.

import type { Client, Provider } from 'oidc-provider';
import type { LoginMachine } from './login/login-types.ts';
import type { LoginSandbox } from './login-sandbox.ts';
import { errors } from './oidc-provider.ts';
import { assertionProblem } from './tokens/assertion.ts';
import { CLIENT_CREDENTIALS, JWT_BEARER } from './tokens/grant-types.ts';
import { knownScopes } from './tokens/scopes.ts';

/** Whom a token is for. */
interface Wanted {
  readonly userId: string;
  readonly scopes: ReadonlySet<string>;
  readonly client?: Client | undefined;
  readonly grantType: string;
  /** After how many seconds it ends. Default: as every access token. */
  readonly expiresIn?: number | undefined;
}

export function registerMachineGrants(provider: Provider, loginSandbox: LoginSandbox): void {
  const { login, records } = loginSandbox;

  async function respond(ctx: TokenContext, machine: LoginMachine | undefined): Promise<void> {
    if (!machine) throw new errors.InvalidGrant('the machine user is not active');
    const { client, params } = ctx.oidc;
    const scopes = knownScopes(loginSandbox, params?.scope);
    const grantType = String(params?.grant_type);
    const { token, value } = await issueMachineToken(provider, { userId: machine.user.id, scopes, client, grantType });
    ctx.oidc.entity('AccessToken', token);
    const idToken = scopes.has('openid') ? await idTokenOf(ctx, machine, scopes) : undefined;
    ctx.body = {
      access_token: value,
      token_type: 'Bearer',
      expires_in: token.expiration,
      ...(idToken !== undefined && { id_token: idToken }),
      ...(scopes.size > 0 && { scope: [...scopes].join(' ') }),
    };
  }

  /** OpenID Connect knows no program that logs in as itself; the reference implementation gives it an ID token, and its clients may read it. */
  function idTokenOf(ctx: TokenContext, { user }: LoginMachine, scopes: ReadonlySet<string>): Promise<string> {
    const isKnownBySecret = ctx.oidc.params.grant_type === CLIENT_CREDENTIALS;
    const known = {
      sub: user.id,
      auth_time: Math.floor(Date.now() / 1000),
      ...(isKnownBySecret && { amr: ['pwd'] }),
    };
    const idToken = new provider.IdToken(known, { ctx });
    return Object.assign(idToken, { scope: [...scopes].join(' ') }).issue({ use: 'idtoken' });
  }

  provider.registerGrantType(
    CLIENT_CREDENTIALS,
    (ctx) => respond(ctx, login.machine(records, ctx.oidc.client.clientId)),
    ['scope'],
  );
  provider.registerGrantType(
    JWT_BEARER,
    async (ctx) => {
      const id = ctx.oidc.client.clientId;
      const machine = login.machine(records, id);
      const signatory = { id, keys: machine?.keys ?? [], audience: [provider.issuer] };
      const problem = await assertionProblem(String(ctx.oidc.params.assertion ?? ''), signatory);
      if (problem !== undefined) throw new errors.InvalidGrant(problem);
      await respond(ctx, machine);
    },
    ['scope', 'assertion'],
  );
}

type TokenContext = Parameters<Parameters<Provider['registerGrantType']>[1]>[0];

/** Issues an access token without a login. */
export async function issueMachineToken(provider: Provider, { userId, scopes, client, grantType, expiresIn }: Wanted) {
  const scope = [...scopes].filter((one) => one !== 'offline_access').join(' ');
  const properties = {
    accountId: userId,
    ...(client && { clientId: client.clientId }),
    ...(expiresIn !== undefined && { expiresIn }),
  };
  const grant = new provider.Grant(properties);
  if (scope !== '') grant.addOIDCScope(scope);
  const grantId = await grant.save();
  const token = new provider.AccessToken({
    accountId: userId,
    grantId,
    gty: grantType,
    ...(client && { client }),
    ...(scope !== '' && { scope }),
    ...(expiresIn !== undefined && { expiresIn }),
  } as ConstructorParameters<Provider['AccessToken']>[0]);
  return { token, value: await token.save() };
}
