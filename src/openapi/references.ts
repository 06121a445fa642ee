// The parts of a document, each with its place, and where references lead. Nothing is copied.

import { child, pointerInFragment, valueAt } from './pointer.ts';

/** A part of a document. */
export interface Part<T = unknown> {
  readonly value: T;
  /** JSON pointer (RFC 6901) from the root of the document to where it stands itself, references followed. */
  readonly pointer: string;
}

/** Finds parts of one document, in which every reference leads to a place of its own. */
export interface References {
  readonly root: object;
  /** What stands at a place itself, and be it a reference; undefined when there is nothing. */
  here<T = unknown>(pointer: string): Part<T> | undefined;
  /** What stands at a place, references followed; undefined when there is nothing, or when a reference leads nowhere or to itself. */
  at<T = unknown>(pointer: string): Part<T> | undefined;
  /** Where a part leads: itself when it is no reference; undefined as with `at`. */
  target<T>(part: Part<T>): Part<T> | undefined;
  /** What stands below a part, references followed; undefined as with `at`. */
  below<T = unknown>(part: Part, ...steps: readonly (string | number)[]): Part<T> | undefined;
  /** The value that another one refers to; itself when it is no reference; undefined when it leads nowhere or to itself. */
  follow<T>(value: T): T | undefined;
  /** What stands where a value refers to, and be it another reference; undefined when it is none, or leads nowhere. */
  next(value: unknown): unknown;
  /** An object with each of its members followed; made once for each object. */
  members<T>(object: Readonly<Record<string, T>>): Readonly<Record<string, T | undefined>>;
}

/** @param root - a document without references to other files */
export function createReferences(root: object): References {
  /** By the text of a reference: where it leads in the end. */
  const known = new Map<string, Part | undefined>();
  const memberships = new WeakMap<object, object>();

  const targetOf = (reference: string): Part | undefined => {
    const target = known.get(reference);
    return target !== undefined || known.has(reference) ? target : chase(reference);
  };
  /** Follows references that lead to one another to what the last one leads to, which is where each of them leads. */
  const chase = (reference: string): Part | undefined => {
    const passed: string[] = [];
    let found: Part | undefined;
    let next: string | undefined = reference;
    while (next !== undefined) {
      // Those in a circle are known to lead nowhere as soon as they are met again.
      if (known.has(next)) {
        found = known.get(next);
        break;
      }
      known.set(next, undefined);
      passed.push(next);
      const pointer: string | undefined = pointerInFragment(next);
      const value = pointer === undefined ? undefined : valueAt(root, pointer);
      // What a schema with an `$id` refers to is relative to that (JSON Schema 2020-12, section 8.2.1).
      next = hasId(value) ? undefined : referenceIn(value);
      if (next === undefined && value !== undefined) found = { value, pointer: pointer as string };
    }
    for (const one of passed) known.set(one, found);
    return found;
  };
  const settle = (value: unknown, pointer: string): Part | undefined => {
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
    here(pointer) {
      const value = valueAt(root, pointer);
      return value === undefined ? undefined : ({ value, pointer } as never);
    },
    at: (pointer) => settle(valueAt(root, pointer), pointer) as never,
    target: ({ value, pointer }) => settle(value, pointer) as never,
    below(part, ...steps) {
      let found: Part | undefined = part;
      for (const step of steps) {
        if (!found) return undefined;
        found = settle(valueAt(found.value, child('', step)), child(found.pointer, step));
      }
      return found as never;
    },
    follow,
    next(value) {
      const pointer = pointerInFragment(referenceIn(value) ?? '');
      return pointer === undefined ? undefined : valueAt(root, pointer);
    },
    members(object) {
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

/** The reference that a value is; undefined when it is none. A name such as that of a property may be `$ref` too, but is then no text. */
export function referenceIn(value: unknown): string | undefined {
  const reference = typeof value === 'object' && value !== null ? (value as { $ref?: unknown }).$ref : undefined;
  return typeof reference === 'string' ? reference : undefined;
}
