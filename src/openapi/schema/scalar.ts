// Scalar JSON values.

/** A value of an `enum` or `const` that is not a list or object. */
export type JsonScalar = string | number | boolean | null;

export function isScalar(value: unknown): value is JsonScalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
