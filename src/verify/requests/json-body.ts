// Bounded reading of JSON bodies that other programs wrote.

import { membersIn } from '../../server/codec/json-size.ts';

/** The most values of one body, and the deepest nesting. */
const BOUNDS = { values: 2_000_000, depth: 1000 };

/**
 * The value of a JSON body. Nesting beyond 1000 levels, or more than two million values, is rejected before it takes
 * memory.
 *
 * @throws Error with the reason
 */
export function parseJson(body: Uint8Array, text = textOf(body)): unknown {
  membersIn(body, BOUNDS);
  return JSON.parse(text);
}

/** A view, not a copy: Node pools small copies, which stay in memory as long as one of them does. */
function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString();
}

/** The value of a JSON body or text; undefined if there is none, or it is rejected. */
export function jsonIn(body: Uint8Array | string | undefined): unknown {
  try {
    if (body === undefined) return undefined;
    return typeof body === 'string' ? parseJson(Buffer.from(body), body) : parseJson(body);
  } catch {
    return undefined;
  }
}
