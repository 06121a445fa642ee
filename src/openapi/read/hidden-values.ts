// Values of users that hold something like a reference, taken out of a document while a library looks at it.

import { randomUUID } from 'node:crypto';
import { referenceIn } from '../references.ts';
import { visitParts } from './document-parts.ts';

/** What was taken out, by a text that stands in its place. */
export type Hidden = Map<string, unknown>;

/** Takes values of users that hold something like a reference out of a document, or a file of one. */
export function hideValues(file: object, hidden: Hidden = new Map()): Hidden {
  const values: [holder: object, key: string | number, value: object][] = [];
  visitParts(file, {
    value({ part }, key, value) {
      if (holdsReference(value)) values.push([part, key, value]);
    },
  });
  for (const [holder, key, value] of values) hide(holder, key, value, hidden);
  return hidden;
}

/** Takes one value out. */
export function hide(holder: object, key: string | number, value: unknown, hidden: Hidden): void {
  const sign = `hidden ${randomUUID()}`;
  hidden.set(sign, value);
  setOwn(holder, key, sign);
}

/** Puts everything back, wherever it has come to. */
export function reveal(document: object, hidden: Hidden): void {
  if (hidden.size === 0) return;
  visitParts(document, {
    part({ part }) {
      for (const [key, value] of Object.entries(part))
        if (typeof value === 'string' && hidden.has(value)) setOwn(part, key, hidden.get(value));
    },
  });
}

/** Sets a property, also under a name such as `__proto__`. */
export function setOwn(holder: object, key: string | number, value: unknown): void {
  Object.defineProperty(holder, key, { value, configurable: true, enumerable: true, writable: true });
}

/** Whether there is something like a reference anywhere in a value. */
function holdsReference(value: object): boolean {
  const open: object[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (referenceIn(next) !== undefined) return true;
    for (const part of Object.values(next)) if (typeof part === 'object' && part !== null) open.push(part);
  }
  return false;
}
