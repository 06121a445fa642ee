// Exact decimal `multipleOf`: 19.99 is a multiple of 0.01, unlike their binary fractions.

import { type JsonNumber, parseDecimal } from './exact-number.ts';

/** Compares both numbers as decimals. `by` is greater than zero. */
export function isMultiple(value: JsonNumber, by: JsonNumber): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(by)) return (value as number) % (by as number) === 0;
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY || Number.isNaN(value)) return false;
  const [digits, exponent] = parseDecimal(String(value));
  const [byDigits, byExponent] = parseDecimal(String(by));
  const least = Math.min(exponent, byExponent);
  // At most some hundred digits: exponents of numbers are between -324 and 308.
  return (digits * 10n ** BigInt(exponent - least)) % (byDigits * 10n ** BigInt(byExponent - least)) === 0n;
}
