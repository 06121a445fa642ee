// Merging of a value into places of a document.

import { isRecord } from '../../../schema/is-record.ts';
import { childPointer } from '../../../schema/json-pointer.ts';
import type { JsonPathLocation } from './json-path.ts';
import type { Provenance, ValueSource } from './provenance.ts';

export type MutableObject = Record<string | number, unknown>;

export function kindOf(value: unknown): 'object' | 'list' | 'primitive' {
  if (Array.isArray(value)) return 'list';
  return isRecord(value) ? 'object' : 'primitive';
}

export function valueAt(document: object, place: JsonPathLocation): unknown {
  return place.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? (value as MutableObject)[step]
        : undefined,
    document,
  );
}

/** Replaces a primitive value. */
export function setValue(
  document: object,
  place: JsonPathLocation,
  value: unknown,
  source: ValueSource,
  provenance: Provenance,
): readonly string[] {
  const parent = valueAt(document, place.slice(0, -1)) as MutableObject;
  const key = place.at(-1) as string | number;
  provenance.record(parent, key, source);
  defineMember(parent, key, value);
  return [];
}

/**
 * Merges a value: primitives replace primitives, lists are appended, objects merged.
 *
 * @returns the paths of members that cannot be merged, which stay unchanged
 */
export function mergeValue(
  into: MutableObject | unknown[],
  update: unknown,
  { file, at }: ValueSource,
  provenance: Provenance,
): readonly (readonly string[])[] {
  if (Array.isArray(into)) {
    const added = Array.isArray(update) ? update : [update];
    for (const [index, value] of added.entries()) {
      const source = { file, at: Array.isArray(update) ? childPointer(at, index) : at };
      provenance.record(into, into.length, source);
      into.push(structuredClone(value));
    }
    return [];
  }
  return Object.entries(update as MutableObject).flatMap(([name, value]) => {
    const source = { file, at: childPointer(at, name) };
    const existing = Object.hasOwn(into, name) ? into[name] : undefined;
    if (existing !== undefined && kindOf(existing) !== kindOf(value)) return [[name]];
    if (kindOf(existing) !== 'primitive')
      return mergeValue(existing as MutableObject, value, source, provenance).map((path) => [name, ...path]);
    provenance.record(into, name, source);
    defineMember(into, name, structuredClone(value));
    return [];
  });
}

/** Sets a member of any name, also `__proto__`. */
function defineMember(object: MutableObject, name: string | number, value: unknown): void {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}

/** The number of values in a value, itself included, and the depth of the deepest. */
export function measureValue(value: unknown): { readonly count: number; readonly depth: number } {
  let [count, depth] = [0, 0];
  const open: (readonly [value: unknown, depth: number])[] = [[value, 0]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [part, at] = next;
    count++;
    depth = Math.max(depth, at);
    if (typeof part === 'object' && part !== null) for (const child of Object.values(part)) open.push([child, at + 1]);
  }
  return { count, depth };
}
