// An item changed by a patch: by JSON Merge Patch (RFC 7396), or by JSON Patch (RFC 6902). The only door to rfc6902.

import { applyPatch, type Operation } from 'rfc6902';
import { Failure } from '../engine/failure.ts';
import { isRecord } from '../openapi/is-record.ts';

/** An item with what was sent in place of what was; `null` takes a property away (RFC 7396, section 2). */
export function mergePatch(item: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  const merged = new Map(Object.entries(isRecord(item) ? item : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}

/** Whether a body is a JSON Patch: a list of operations. */
export function isJsonPatch(body: unknown): body is readonly Operation[] {
  return (
    Array.isArray(body) &&
    body.every((one) => isRecord(one) && typeof one.op === 'string' && typeof one.path === 'string')
  );
}

/**
 * An item after a JSON Patch, of which all is done or nothing.
 *
 * @throws Failure `failed_precondition` (409) when a step cannot be done, or a test does not hold (RFC 5789, section 2.2)
 */
export function jsonPatch(item: unknown, patch: readonly Operation[]): unknown {
  const whole = { item: structuredClone(item) };
  const below = patch.map((step) => ({
    ...step,
    path: `/item${step.path}`,
    ...('from' in step && { from: `/item${step.from}` }),
  }));
  const errors = applyPatch(whole, below as Operation[]);
  const at = errors.findIndex((error) => error !== null);
  if (at !== -1) {
    const { op, path } = patch[at] as Operation;
    throw new Failure(
      'failed_precondition',
      `Step ${at + 1} of the patch, ${op} ${path}, cannot be done: ${errors[at]?.name}`,
      { status: 409 },
    );
  }
  return whole.item;
}
