// Parts of a document with their pointers, and `$ref` resolution without copying.

import { childPointer, pointerInFragment, valueAtPointer } from '../schema/json-pointer.ts';

/** A part of a document. */
export interface Part<T = unknown> {
  readonly value: T;
  /** JSON Pointer (RFC 6901) of the resolved value in the document. */
  readonly pointer: string;
}

/** Resolves parts and references of one bundled document. */
export interface References {
  readonly root: object;
  /** The value at a pointer, even if it is a reference; undefined if there is none. */
  rawAt<T = unknown>(pointer: string): Part<T> | undefined;
  /** The resolved value at a pointer; undefined if there is none, or the reference is broken or circular. */
  resolveAt<T = unknown>(pointer: string): Part<T> | undefined;
  /** Resolves a part that may be a reference; undefined as in `resolveAt`. */
  resolve<T>(part: Part<T>): Part<T> | undefined;
  /** The resolved value below a part; undefined as in `resolveAt`. */
  resolveBelow<T = unknown>(part: Part, ...steps: readonly (string | number)[]): Part<T> | undefined;
  /** Resolves a value that may be a reference; undefined if it is broken or circular. */
  resolveValue<T>(value: T): T | undefined;
  /**
   * The direct target of a reference, which may be another reference; undefined for other values and broken
   * references.
   */
  resolveOnce(value: unknown): unknown;
  /** An object with resolved members; computed once per object. */
  resolveMembers<T>(object: Readonly<Record<string, T>>): Readonly<Record<string, T | undefined>>;
}

/** @param root - a bundled document */
export function createReferences(root: object): References {
  /** Final targets by reference text. */
  const known = new Map<string, Part | undefined>();
  const memberships = new WeakMap<object, object>();

  const targetOf = (reference: string): Part | undefined => {
    const target = known.get(reference);
    return target !== undefined || known.has(reference) ? target : resolveChain(reference);
  };
  /** Resolves a chain of references; all of them have the same final target. */
  const resolveChain = (reference: string): Part | undefined => {
    const visited: string[] = [];
    let found: Part | undefined;
    let next: string | undefined = reference;
    while (next !== undefined) {
      // References in a cycle are unresolved.
      if (known.has(next)) {
        found = known.get(next);
        break;
      }
      known.set(next, undefined);
      visited.push(next);
      const pointer: string | undefined = pointerInFragment(next);
      const value = pointer === undefined ? undefined : valueAtPointer(root, pointer);
      // References in a schema with an `$id` are relative to it (JSON Schema 2020-12, section 8.2.1).
      next = hasId(value) ? undefined : referenceIn(value);
      if (next === undefined && value !== undefined) found = { value, pointer: pointer as string };
    }
    for (const one of visited) known.set(one, found);
    return found;
  };
  const resolveOrKeep = (value: unknown, pointer: string): Part | undefined => {
    const reference = referenceIn(value);
    if (reference !== undefined) return targetOf(reference);
    return value === undefined ? undefined : { value, pointer };
  };
  const follow = <T>(value: T): T | undefined => {
    const reference = referenceIn(value);
    return reference === undefined ? value : (targetOf(reference)?.value as T | undefined);
  };
  return {
    root,
    rawAt(pointer) {
      const value = valueAtPointer(root, pointer);
      return value === undefined ? undefined : ({ value, pointer } as never);
    },
    resolveAt: (pointer) => resolveOrKeep(valueAtPointer(root, pointer), pointer) as never,
    resolve: ({ value, pointer }) => resolveOrKeep(value, pointer) as never,
    resolveBelow(part, ...steps) {
      let found: Part | undefined = part;
      for (const step of steps) {
        if (!found) return undefined;
        found = resolveOrKeep(valueAtPointer(found.value, childPointer('', step)), childPointer(found.pointer, step));
      }
      return found as never;
    },
    resolveValue: follow,
    resolveOnce(value) {
      const pointer = pointerInFragment(referenceIn(value) ?? '');
      return pointer === undefined ? undefined : valueAtPointer(root, pointer);
    },
    resolveMembers(object) {
      let followed = memberships.get(object);
      if (!followed) {
        followed = Object.fromEntries(Object.entries(object).map(([name, value]) => [name, follow(value)]));
        memberships.set(object, followed);
      }
      return followed as never;
    },
  };
}

function hasId(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof (value as { $id?: unknown }).$id === 'string';
}

/** The `$ref` of a value; undefined if there is none. A property may also be named `$ref`, but is not a string then. */
export function referenceIn(value: unknown): string | undefined {
  const reference = typeof value === 'object' && value !== null ? (value as { $ref?: unknown }).$ref : undefined;
  return typeof reference === 'string' ? reference : undefined;
}
