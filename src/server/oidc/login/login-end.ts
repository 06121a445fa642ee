// Ends a login: returns to the client, with or without a user.

import type { Interaction, InteractionResults, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { baseOf } from '../client-origin.ts';
import type { LoginSandbox } from '../login-sandbox.ts';
import type { LoginUser } from './login-types.ts';
import { redirect } from './show-page.ts';

interface Ending {
  readonly ctx: KoaContextWithOIDC;
  readonly provider: Provider;
  readonly loginSandbox: LoginSandbox;
  readonly interaction: Interaction;
}

/**
 * Logs a user in, and returns to the client. Other logins of the user, as in another browser, continue: they have
 * their own tokens.
 */
export async function finishLogin(ending: Ending, user: LoginUser, amr: string[]): Promise<void> {
  const { ctx, provider, interaction } = ending;
  const session = await provider.Session.get(ctx);
  if (session.accountId !== undefined && session.accountId !== user.id) {
    interaction.session = undefined;
    await interaction.persist();
    const path = `${baseOf(provider.issuer)}/`;
    ctx.cookies.set(provider.cookieName('session'), null, { httpOnly: true, sameSite: 'lax', path });
  }
  await end(ending, { login: { accountId: user.id, amr }, select_account: {} });
}

/** Returns without a user. */
export function cancelLogin(ending: Ending): Promise<void> {
  return end(ending, { error: 'access_denied', error_description: 'the login was cancelled' });
}

/** Each login has its own cookie, which the library does not delete; browsers limit their number. */
async function end({ ctx, provider, loginSandbox, interaction }: Ending, result: InteractionResults): Promise<void> {
  const location = await provider.interactionResult(ctx.req, ctx.res, result, { mergeWithLastSubmission: false });
  const path = `${baseOf(provider.issuer)}${loginSandbox.paths.login}/${interaction.uid}`;
  ctx.cookies.set(provider.cookieName('interaction'), null, { httpOnly: true, sameSite: 'lax', path });
  redirect(ctx, location);
}
