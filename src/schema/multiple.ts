// Exact decimal `multipleOf`: 19.99 is a multiple of 0.01, unlike their binary fractions.

/** Compares both numbers as decimals. `by` is greater than zero. */
export function isMultiple(value: number, by: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(by)) return value % by === 0;
  if (!Number.isFinite(value)) return false;
  const [digits, exponent] = decimal(value);
  const [byDigits, byExponent] = decimal(by);
  const least = Math.min(exponent, byExponent);
  // At most some hundred digits: exponents of numbers are between -324 and 308.
  return (digits * 10n ** BigInt(exponent - least)) % (byDigits * 10n ** BigInt(byExponent - least)) === 0n;
}

/** A number as digits and a power of ten. */
function decimal(value: number): readonly [digits: bigint, exponent: number] {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}
