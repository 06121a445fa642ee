// Merges the patch of a fault into a response body.

import type { Finding } from '../../openapi/finding.ts';
import { isRecord } from '../../schema/is-record.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import { failure, type Result, success } from '../../schema/result.ts';

/**
 * The body with the values of a patch: objects are merged, everything else is replaced. `null` is a value where the
 * document allows it; elsewhere it removes its property.
 *
 * @param validate - returns the violations of a body
 * @returns the body, or its violations
 */
export function patchBody(
  body: unknown,
  patch: unknown,
  validate: (body: unknown) => readonly Finding[],
): Result<unknown, readonly Finding[]> {
  if (isEmptyPatch(patch)) return success(body);
  const patched = merge(body, patch, () => false);
  const findings = validate(patched);
  if (findings.length === 0) return success(patched);
  const invalid = new Set(findings.map(({ pointer }) => pointer));
  // Violations of alternatives may have the pointer of the whole body.
  for (const isRemoved of [(pointer: string) => invalid.has(pointer), () => true]) {
    const shorter = merge(body, patch, isRemoved);
    if (validate(shorter).length === 0) return success(shorter);
  }
  return failure(findings);
}

/** Whether a patch changes nothing: an object without properties. */
export function isEmptyPatch(patch: unknown): boolean {
  return isRecord(patch) && Object.keys(patch).length === 0;
}

/** @param isRemoved - whether `null` removes the property at this pointer */
function merge(value: unknown, patch: unknown, isRemoved: (pointer: string) => boolean, pointer = ''): unknown {
  if (!isRecord(patch)) return patch;
  const merged = new Map(Object.entries(isRecord(value) ? value : {}));
  for (const [name, one] of Object.entries(patch)) {
    const place = childPointer(pointer, name);
    if (one === null && isRemoved(place)) merged.delete(name);
    else merged.set(name, merge(merged.get(name), one, isRemoved, place));
  }
  return Object.fromEntries(merged);
}
