// Hides user values with reference-like content from libraries.

import { randomUUID } from 'node:crypto';
import { referenceIn } from '../references.ts';
import { visitParts } from './document-parts.ts';

/** Hidden values, by placeholder text. */
export type Hidden = Map<string, unknown>;

/** Replaces user values with reference-like content by placeholders. */
export function hideValues(file: object, hidden: Hidden = new Map()): Hidden {
  const values: [holder: object, key: string | number, value: object][] = [];
  visitParts(file, {
    value({ part }, key, value) {
      if (containsReference(value)) values.push([part, key, value]);
    },
  });
  for (const [parent, key, value] of values) hide(parent, key, value, hidden);
  return hidden;
}

/** Replaces one value by a placeholder. */
export function hide(parent: object, key: string | number, value: unknown, hidden: Hidden): void {
  const placeholder = `hidden ${randomUUID()}`;
  hidden.set(placeholder, value);
  setOwn(parent, key, placeholder);
}

/** Restores all values, wherever their placeholders are now. */
export function reveal(document: object, hidden: Hidden): void {
  if (hidden.size === 0) return;
  visitParts(document, {
    part({ part }) {
      for (const [key, value] of Object.entries(part))
        if (typeof value === 'string' && hidden.has(value)) setOwn(part, key, hidden.get(value));
    },
  });
}

/** Sets an own property, even `__proto__`. */
export function setOwn(parent: object, key: string | number, value: unknown): void {
  Object.defineProperty(parent, key, { value, configurable: true, enumerable: true, writable: true });
}

/** Whether a value contains something like a reference. */
function containsReference(value: object): boolean {
  const open: object[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (referenceIn(next) !== undefined) return true;
    for (const part of Object.values(next)) if (typeof part === 'object' && part !== null) open.push(part);
  }
  return false;
}
