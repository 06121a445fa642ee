// Errors when the state of the issuer cannot be stored.

import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { isStoreError, type StoreError } from '../../../store/store-error.ts';
import { addNotice } from '../exchange-notices.ts';
import { type IssuerPages, showPage } from '../login/show-page.ts';

/** As OAuth calls it (RFC 6749, section 4.1.2.1). */
const ERROR = 'temporarily_unavailable';

/** Sends a JSON error. The library would treat it as an internal one, which goes to `onError`. */
export function rejectUnstored(provider: Provider, onError: (thrown: unknown) => void): void {
  provider.on('server_error', (ctx, thrown) => {
    if (!isStoreError(thrown, 'unavailable')) return onError(thrown);
    addNotice(ctx, { reason: thrown.message });
    ctx.status = 503;
    if (typeof ctx.body === 'object' && ctx.body !== null)
      ctx.body = { error: ERROR, error_description: thrown.message };
  });
}

/** Sends an error page. */
export function showStorageError(ctx: KoaContextWithOIDC, pages: IssuerPages, { message }: StoreError): void {
  const title = 'The mock server cannot save this login';
  const text = 'Its disk is full or not writable. Try again when this is fixed.';
  addNotice(ctx, { reason: message });
  showPage(ctx, pages, pages.notice({ title, text, error: ERROR, detail: message }), 503);
}
