// Whether a number is a multiple of another one, as people count: 19.99 is one of 0.01, although no binary fraction is either of them.

/** Both numbers are taken as the decimals that they are written as. `by` is more than zero. */
export function isMultiple(value: number, by: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(by)) return value % by === 0;
  if (!Number.isFinite(value)) return false;
  const [digits, exponent] = decimal(value);
  const [byDigits, byExponent] = decimal(by);
  const least = Math.min(exponent, byExponent);
  // At most some hundred digits: no number has an exponent beyond 308, or below -324.
  return (digits * 10n ** BigInt(exponent - least)) % (byDigits * 10n ** BigInt(byExponent - least)) === 0n;
}

/** A number as a whole number and the power of ten that it is multiplied by. */
function decimal(value: number): readonly [digits: bigint, exponent: number] {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}
