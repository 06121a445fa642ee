// Programs that log in as themselves: client credentials, and assertions that they sign.

import type { Client, Provider } from 'oidc-provider';
import type { LoginMachine } from '../engine/login.ts';
import { problemOf } from './assertion.ts';
import { CLIENT_CREDENTIALS, JWT_BEARER } from './grant-types.ts';
import { errors } from './library.ts';
import { knownScopes } from './scopes.ts';
import type { World } from './world.ts';

/** Whom a token is for. */
interface Wanted {
  readonly userId: string;
  readonly scopes: ReadonlySet<string>;
  readonly client?: Client | undefined;
  readonly grantType: string;
  /** After how many seconds it ends. Default: as every access token. */
  readonly expiresIn?: number | undefined;
}

export function registerMachineGrants(provider: Provider, world: World): void {
  const { login, records } = world;

  async function answer(ctx: TokenContext, machine: LoginMachine | undefined): Promise<void> {
    if (!machine) throw new errors.InvalidGrant('the machine user is not active');
    const { client, params } = ctx.oidc;
    const scopes = knownScopes(world, params?.scope);
    const grantType = String(params?.grant_type);
    const token = await giveToken(provider, { userId: machine.user.id, scopes, client, grantType });
    ctx.body = {
      access_token: token.value,
      token_type: 'Bearer',
      expires_in: token.expiresIn,
      ...(scopes.size > 0 && { scope: [...scopes].join(' ') }),
    };
  }

  provider.registerGrantType(
    CLIENT_CREDENTIALS,
    (ctx) => answer(ctx, login.machine(records, ctx.oidc.client.clientId)),
    ['scope'],
  );
  provider.registerGrantType(
    JWT_BEARER,
    async (ctx) => {
      const id = ctx.oidc.client.clientId;
      const machine = login.machine(records, id);
      const signatory = { id, keys: machine?.keys ?? [], audience: [provider.issuer] };
      const problem = problemOf(String(ctx.oidc.params.assertion ?? ''), signatory);
      if (problem !== undefined) throw new errors.InvalidGrant(problem);
      await answer(ctx, machine);
    },
    ['scope', 'assertion'],
  );
}

type TokenContext = Parameters<Parameters<Provider['registerGrantType']>[1]>[0];

/** Gives an access token that nobody had to log in for. */
export async function giveToken(provider: Provider, { userId, scopes, client, grantType, expiresIn }: Wanted) {
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
  return { value: await token.save(), expiresIn: token.expiration };
}
