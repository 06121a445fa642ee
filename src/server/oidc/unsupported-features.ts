// Rejects or reports features that the reference implementation does not have.

import type { KoaContextWithOIDC } from 'oidc-provider';
import { ApiError } from '../pipeline/errors/api-error.ts';
import { pathOf, queryOf, type WireRequest } from '../pipeline/wire.ts';
import { addNotice } from './exchange-notices.ts';
import type { IssuerPaths } from './issuer-paths.ts';

/** @throws ApiError for pushed authorization requests (RFC 9126) and proofs of possession (RFC 9449) */
export function rejectUnsupported({ target, headers }: WireRequest, { routes, pushed }: IssuerPaths): void {
  const path = pathOf(target);
  const isNamed = path === routes.authorization && new URLSearchParams(queryOf(target)).has('request_uri');
  if (path === pushed || isNamed) {
    const sentence = 'Pushed authorization requests and request_uri are not supported';
    throw new ApiError('unimplemented', sentence, { status: isNamed ? 400 : 404 });
  }
  if (headers.dpop !== undefined)
    throw new ApiError('invalid_argument', 'DPoP is not supported; tokens are bearer tokens (RFC 6750)');
}

const WITHOUT_EFFECT = ['acr_values', 'claims', 'claims_locales', 'display', 'dpop_jkt', 'resource', 'ui_locales'];

/** Reports parameters that were accepted and have no effect. */
export function reportWithoutEffect(ctx: KoaContextWithOIDC): void {
  const sent = (ctx.method === 'POST' ? ctx.oidc.body : ctx.query) ?? {};
  const idle = WITHOUT_EFFECT.filter((name) => sent[name] !== undefined);
  addNotice(ctx, { warnings: idle.map((name) => `parameter ${name} is not supported and was ignored`) });
}
