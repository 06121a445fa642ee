// Sends HTML pages and redirects.

import type { KoaContextWithOIDC } from 'oidc-provider';
import type { LoginPages } from './login-view-types.ts';

/** The pages with their headers. */
export interface IssuerPages extends LoginPages {
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends a page. */
export function showPage(ctx: KoaContextWithOIDC, { headers }: IssuerPages, page: string, status = 200): void {
  ctx.status = status;
  ctx.set({ ...headers });
  ctx.body = page;
}

/** Sends a browser on. */
export function redirect(ctx: KoaContextWithOIDC, location: string): void {
  ctx.status = 303;
  ctx.set('location', location);
  ctx.set('cache-control', 'no-store');
  ctx.body = '';
}
