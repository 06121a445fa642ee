// The pages of the issuer as answers of oidc-provider.

import type { KoaContextWithOIDC } from 'oidc-provider';
import type { LoginPages } from '../engine/login.ts';

/** How pages look, and the header fields that they need. */
export interface IssuerPages extends LoginPages {
  readonly headers: Readonly<Record<string, string>>;
}

/** Answers with a page. */
export function show(ctx: KoaContextWithOIDC, { headers }: IssuerPages, page: string, status = 200): void {
  ctx.status = status;
  ctx.set({ ...headers });
  ctx.body = page;
}
