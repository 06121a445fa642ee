// JSON as it is sent: `-0` is a number of its own there, which `JSON.stringify` writes as `0`.

/** What stands for it until the text is there: a noncharacter, which no text that was read holds. */
const MINUS_ZERO = '\uffff-0\uffff';

export function jsonText(value: unknown): string {
  let isThere = false;
  const text = JSON.stringify(value, (_, one) => {
    if (!Object.is(one, -0)) return one;
    isThere = true;
    return MINUS_ZERO;
  });
  return isThere ? text.replaceAll(JSON.stringify(MINUS_ZERO), '-0') : text;
}
