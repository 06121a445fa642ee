// Hides user values with reference-like content from libraries.

import { randomUUID } from 'node:crypto';
import { referenceIn } from '../references.ts';
import { visitDocumentParts } from './document-parts.ts';

/** Hidden values, by placeholder text. */
export type HiddenValues = Map<string, unknown>;

/** Replaces user values with reference-like content by placeholders. */
export function hideValues(file: object, hidden: HiddenValues = new Map()): HiddenValues {
  const values: [holder: object, key: string | number, value: object][] = [];
  visitDocumentParts(file, {
    value({ part }, key, value) {
      if (containsReference(value)) values.push([part, key, value]);
    },
  });
  for (const [parent, key, value] of values) hideValue(parent, key, value, hidden);
  return hidden;
}

/** Replaces one value by a placeholder. */
export function hideValue(parent: object, key: string | number, value: unknown, hidden: HiddenValues): void {
  const placeholder = `hidden ${randomUUID()}`;
  hidden.set(placeholder, value);
  setOwnProperty(parent, key, placeholder);
}

/** Restores all values, wherever their placeholders are now. */
export function revealValues(document: object, hidden: HiddenValues): void {
  if (hidden.size === 0) return;
  visitDocumentParts(document, {
    part({ part }) {
      for (const [key, value] of Object.entries(part))
        if (typeof value === 'string' && hidden.has(value)) setOwnProperty(part, key, hidden.get(value));
    },
  });
}

/** Replaces each `bigint` by a placeholder, in user values too: not every library can copy them. */
export function hideBigints(document: object): HiddenValues {
  const hidden: HiddenValues = new Map();
  replaceScalars(document, (value, parent, key) => {
    if (typeof value === 'bigint') hideValue(parent, key, value, hidden);
  });
  return hidden;
}

/** Restores the placeholders of `hideBigints`. */
export function revealBigints(document: object, hidden: HiddenValues): void {
  if (hidden.size === 0) return;
  replaceScalars(document, (value, parent, key) => {
    if (typeof value === 'string' && hidden.has(value)) setOwnProperty(parent, key, hidden.get(value));
  });
}

function replaceScalars(document: object, replace: (value: unknown, parent: object, key: string) => void): void {
  const open: object[] = [document];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [key, value] of Object.entries(next)) {
      if (typeof value === 'object' && value !== null) open.push(value);
      else replace(value, next, key);
    }
  }
}

/** Sets an own property, even `__proto__`. */
export function setOwnProperty(parent: object, key: string | number, value: unknown): void {
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
