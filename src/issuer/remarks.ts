// What developers find in the journal about an exchange, beside what was sent.

import type { KoaContextWithOIDC } from 'oidc-provider';
import type { WireResponse } from '../engine/wire.ts';

export interface Remarks {
  /** Why it was refused. */
  readonly reason?: string;
  /** What was accepted although the sender may be mistaken. */
  readonly warnings?: readonly string[];
}

/** The field of an answer that they take through the library; it never leaves the issuer. */
const FIELD = 'x-understudy-remarks';

/** Adds to what is said of an exchange. */
export function remark(ctx: KoaContextWithOIDC, remarks: Remarks): void {
  ctx.set(remarkField({ ...read(ctx.response.get(FIELD)), ...remarks }));
}

/** The field of an answer that says this of it. `takeRemarks` takes it away. */
export function remarkField(remarks: Remarks): Record<string, string> {
  return { [FIELD]: encodeURIComponent(JSON.stringify(remarks)) };
}

/** How many warnings are kept, and the longest text, in characters: what is asked for may be long for nothing. */
const [MOST, LONGEST] = [20, 1000];

/** An answer without its remarks, and these, in brief. */
export function takeRemarks(response: WireResponse): { readonly response: WireResponse; readonly remarks: Remarks } {
  const { [FIELD]: field, ...headers } = response.headers;
  const { reason, warnings = [] } = read(field);
  const remarks = {
    ...(reason !== undefined && { reason: brief(reason) }),
    warnings: warnings.slice(0, MOST).map(brief),
  };
  return { response: { ...response, headers }, remarks };
}

function brief(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}

function read(field: string | undefined): Remarks {
  return field === undefined ? {} : JSON.parse(decodeURIComponent(field));
}
