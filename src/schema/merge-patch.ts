// JSON Merge Patch (RFC 7396).

/** Applies a merge patch; `null` removes a property (RFC 7396, section 2). */
export function applyMergePatch(value: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(Object.entries(isObject(value) ? value : {}));
  for (const [name, one] of Object.entries(patch)) {
    if (one === null) merged.delete(name);
    else merged.set(name, applyMergePatch(merged.get(name), one));
  }
  return Object.fromEntries(merged);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
