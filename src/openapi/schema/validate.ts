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

/** How many values there are in one that is small, and how many levels. */
const FEW = 1000;
const FLAT = 8;

/** Of choices that contain themselves, each level has to be tried in as many ways as there are choices. */
function isSmall(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  let seen = 0;
  for (let depth = 0; depth <= FLAT; depth += 1) {
    const objects = level.filter((one): one is object => typeof one === 'object' && one !== null);
    if (objects.length === 0) return true;
    seen += objects.reduce((sum, one) => sum + (Array.isArray(one) ? one.length : Object.keys(one).length), 0);
    if (seen > FEW) return false;
    level = objects.flatMap((one) => Object.values(one));
  }
  return false;
}
