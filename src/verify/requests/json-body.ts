// Parses untrusted JSON bodies within limits, and writes JSON.

import { parseJson } from '../../schema/json/parse-json.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { membersIn } from '../../server/codec/json-size.ts';

/** Maximum number of values, and maximum depth. */
const BOUNDS = { values: 2_000_000, depth: 1000 };

/**
 * Parses a JSON body. More than 1000 levels or two million values are rejected before they take memory.
 *
 * @throws Error with the reason
 */
export function parseJsonBody(body: Uint8Array, text = textOf(body)): unknown {
  membersIn(body, BOUNDS);
  return parseJson(text);
}

/** A view, not a copy: Node pools small copies, which stay in memory as long as one of them does. */
function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString();
}

/** Parses a JSON body or text; undefined without one, or if it is rejected. */
export function jsonIn(body: Uint8Array | string | undefined): unknown {
  try {
    if (body === undefined) return undefined;
    return typeof body === 'string' ? parseJsonBody(Buffer.from(body), body) : parseJsonBody(body);
  } catch {
    return undefined;
  }
}

/** A placeholder: a noncharacter, which no parsed text contains. */
const MINUS_ZERO = '\uffff-0\uffff';

/** JSON with `-0`, which `JSON.stringify` writes as `0`. */
export function writeJsonBody(value: unknown): string {
  let hasMinusZero = false;
  const text = stringifyJson(value, (_, one) => {
    if (!Object.is(one, -0)) return one;
    hasMinusZero = true;
    return MINUS_ZERO;
  });
  return hasMinusZero ? text.replaceAll(JSON.stringify(MINUS_ZERO), '-0') : text;
}
