// JSON Merge Patch (RFC 7396).

import { isRecord } from './is-record.ts';

/** Applies a merge patch; `null` removes a property (RFC 7396, section 2). */
export function applyMergePatch(value: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  const merged = new Map(Object.entries(isRecord(value) ? value : {}));
  for (const [name, one] of Object.entries(patch)) {
    if (one === null) merged.delete(name);
    else merged.set(name, applyMergePatch(merged.get(name), one));
  }
  return Object.fromEntries(merged);
}
