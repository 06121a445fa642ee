// What is wrong with a value, found with little effort however much it is.

import type { ErrorObject, ValidateFunction } from 'ajv';

/** Gives the errors in a value: all of them in a small one, in a large one those of the first breach. */
export type Validate = (value: unknown) => readonly ErrorObject[];

/**
 * Asks a validator that stops at the first error, and one that looks for all of them only where there cannot be many: a short message may have
 * millions, and in a schema that contains itself Ajv takes time by their square.
 */
export function thrifty(first: ValidateFunction, all: () => ValidateFunction | undefined): Validate {
  return (value) => {
    if (first(value)) return [];
    const thorough = isSmall(value) ? all() : undefined;
    thorough?.(value);
    const errors = thorough?.errors ?? first.errors ?? [];
    // Otherwise they, and the value with them, would stay until the next one is checked.
    for (const asked of [first, thorough]) if (asked) asked.errors = null;
    return errors;
  };
}

/** How many values there are in one that is small. */
const FEW = 1000;

function isSmall(value: unknown): boolean {
  const open = [value];
  for (let seen = 0; open.length > 0; seen += 1) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (Array.isArray(next) && next.length > FEW) return false;
    const inner = Object.values(next);
    if (seen + open.length + inner.length > FEW) return false;
    open.push(...inner);
  }
  return true;
}
