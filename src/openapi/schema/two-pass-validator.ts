// Two-pass validation with bounded effort for large values.

import type { ErrorObject, ValidateFunction } from 'ajv';

/** Returns the errors in a value: all of a small one, the first of a large one. */
export type Validate = (value: unknown) => readonly ErrorObject[];

/**
 * Combines a validator that stops at the first error with one that finds all, which is used for small values only: a
 * short message may have millions of errors, and Ajv is quadratic for recursive schemas.
 */
export function createTwoPassValidator(first: ValidateFunction, all: () => ValidateFunction | undefined): Validate {
  return (value) => {
    if (first(value)) return [];
    const full = isSmall(value) ? all() : undefined;
    full?.(value);
    const errors = full?.errors ?? first.errors ?? [];
    // Otherwise errors and value would stay in memory until the next call.
    for (const validator of [first, full]) if (validator) validator.errors = null;
    return errors;
  };
}

/** Limits of a small value: values and levels. */
const MAX_VALUES = 1000;
const MAX_LEVELS = 8;

/** With recursive alternatives, each level multiplies the attempts. */
function isSmall(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  let seen = 0;
  for (let depth = 0; depth <= MAX_LEVELS; depth += 1) {
    const objects = level.filter((one): one is object => typeof one === 'object' && one !== null);
    if (objects.length === 0) return true;
    seen += objects.reduce((sum, one) => sum + (Array.isArray(one) ? one.length : Object.keys(one).length), 0);
    if (seen > MAX_VALUES) return false;
    level = objects.flatMap((one) => Object.values(one));
  }
  return false;
}
