// How a login ends: back to where it was asked for, with a user or without.

import type { Interaction, KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { LoginUser } from '../engine/login.ts';

interface Ending {
  readonly ctx: KoaContextWithOIDC;
  readonly provider: Provider;
  readonly interaction: Interaction;
}

/**
 * Logs a user in, and goes back to where the login was asked for. Who is logged in already stays so where it is, as in another browser: its tokens
 * are its own.
 */
export async function finish({ ctx, provider, interaction }: Ending, user: LoginUser, amr: string[]): Promise<void> {
  const session = await provider.Session.get(ctx);
  if (session.accountId !== undefined && session.accountId !== user.id) {
    interaction.session = undefined;
    await interaction.persist();
    ctx.cookies.set(provider.cookieName('session'), null, { httpOnly: true, sameSite: 'lax' });
  }
  const result = { login: { accountId: user.id, amr }, select_account: {} };
  redirect(ctx, await provider.interactionResult(ctx.req, ctx.res, result, { mergeWithLastSubmission: false }));
}

/** Goes back without a user. */
export async function cancel({ ctx, provider }: Ending): Promise<void> {
  const result = { error: 'access_denied', error_description: 'the login was cancelled' };
  redirect(ctx, await provider.interactionResult(ctx.req, ctx.res, result, { mergeWithLastSubmission: false }));
}

export function redirect(ctx: KoaContextWithOIDC, location: string): void {
  ctx.status = 303;
  ctx.set('location', location);
  ctx.set('cache-control', 'no-store');
  ctx.body = '';
}

/** The fields that a page sent. */
export async function readForm({ req }: KoaContextWithOIDC): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}
