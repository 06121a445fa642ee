// Scalar JSON values.

import type { JsonNumber } from '../../schema/json/exact-number.ts';

/** A value of an `enum` or `const` that is not a list or object. */
export type JsonScalar = string | JsonNumber | boolean | null;

export function isScalar(value: unknown): value is JsonScalar {
  return value === null || ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}
