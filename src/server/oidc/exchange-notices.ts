// Notices for developers about an exchange, shown in the request log.

import type { KoaContextWithOIDC } from 'oidc-provider';
import type { WireResponse } from '../pipeline/wire.ts';

export interface ExchangeNotices {
  /** The reason of an error response. */
  readonly reason?: string;
  /** Notices about accepted but suspicious input. */
  readonly warnings?: readonly string[];
}

/** The internal header that carries them through the library; it is never sent. */
const FIELD = 'x-understudy-warnings';

/** Adds notices to an exchange. */
export function addNotice(ctx: KoaContextWithOIDC, { reason, warnings = [] }: ExchangeNotices): void {
  const notices = read(ctx.response.get(FIELD));
  const all = [...(notices.warnings ?? []), ...warnings];
  ctx.set(noticeHeader({ ...notices, ...(reason !== undefined && { reason }), warnings: all }));
}

/** Removes the notices of an exchange. */
export function clearNotices(ctx: KoaContextWithOIDC): void {
  ctx.remove(FIELD);
}

/** The internal header with these notices, which `takeRemarks` removes. */
export function noticeHeader(remarks: ExchangeNotices): Record<string, string> {
  return { [FIELD]: encodeURIComponent(JSON.stringify(remarks)) };
}

/** A response without the header but with its reason and warnings, and its notices. */
export function takeNotices(response: WireResponse): {
  readonly response: WireResponse;
  readonly remarks: ExchangeNotices;
} {
  const { [FIELD]: field, ...headers } = response.headers;
  const remarks = read(field);
  const { reason, warnings } = remarks;
  return {
    response: { ...response, headers, ...(reason !== undefined && { reason }), ...(warnings && { warnings }) },
    remarks,
  };
}

function read(field: string | undefined): ExchangeNotices {
  return field === undefined || field === '' ? {} : JSON.parse(decodeURIComponent(field));
}
