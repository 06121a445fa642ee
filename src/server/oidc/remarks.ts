// What developers find in the journal about an exchange, beside what was sent.

import type { KoaContextWithOIDC } from 'oidc-provider';
import type { WireResponse } from '../pipeline/wire.ts';

export interface Remarks {
  /** Why it was refused. */
  readonly reason?: string;
  /** What was accepted although the sender may be mistaken. */
  readonly warnings?: readonly string[];
}

/** The field of an answer that they take through the library; it never leaves the issuer. */
const FIELD = 'x-understudy-warnings';

/** Adds to what is said of an exchange. */
export function remark(ctx: KoaContextWithOIDC, { reason, warnings = [] }: Remarks): void {
  const said = read(ctx.response.get(FIELD));
  const all = [...(said.warnings ?? []), ...warnings];
  ctx.set(remarkField({ ...said, ...(reason !== undefined && { reason }), warnings: all }));
}

/** Takes back what was said of an exchange. */
export function forgetRemarks(ctx: KoaContextWithOIDC): void {
  ctx.remove(FIELD);
}

/** The field of an answer that says this of it. `takeRemarks` takes it away. */
export function remarkField(remarks: Remarks): Record<string, string> {
  return { [FIELD]: encodeURIComponent(JSON.stringify(remarks)) };
}

/** An answer without its remarks, and these. */
export function takeRemarks(response: WireResponse): { readonly response: WireResponse; readonly remarks: Remarks } {
  const { [FIELD]: field, ...headers } = response.headers;
  return { response: { ...response, headers }, remarks: read(field) };
}

function read(field: string | undefined): Remarks {
  return field === undefined || field === '' ? {} : JSON.parse(decodeURIComponent(field));
}
