// Serialises JSON with `-0`, which `JSON.stringify` writes as `0`.

/** A placeholder: a noncharacter, which no parsed text contains. */
const MINUS_ZERO = '\uffff-0\uffff';

export function stringifyJson(value: unknown): string {
  let hasMinusZero = false;
  const text = JSON.stringify(value, (_, one) => {
    if (!Object.is(one, -0)) return one;
    hasMinusZero = true;
    return MINUS_ZERO;
  });
  return hasMinusZero ? text.replaceAll(JSON.stringify(MINUS_ZERO), '-0') : text;
}
