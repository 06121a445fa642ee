// Numbers of JSON: doubles, and `bigint` for integers that a double does not hold.

/**
 * A JSON number: a double, or a `bigint` for an integer that would be another one as a double. Each number that is
 * parsed has one of these forms only, so that `===` compares them.
 */
export type JsonNumber = number | bigint;

export function isJsonNumber(value: unknown): value is JsonNumber {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** Whether a value can be an id. */
export function isStringOrNumber(value: unknown): value is string | JsonNumber {
  return typeof value === 'string' || isJsonNumber(value);
}

/** Whether a value is an integer, of any size. */
export function isInteger(value: unknown): value is JsonNumber {
  return typeof value === 'bigint' || Number.isInteger(value);
}

/**
 * Parses a JSON number: the double that is written with the same digits; otherwise the nearest double, or a `bigint`
 * for an integer.
 *
 * @example parseNumber('9007199254740993') // 9007199254740993n, and not 9007199254740992
 * @returns undefined for other text, and beyond the range of a double
 */
export function parseNumber(text: string): JsonNumber | undefined {
  const double = Number(text);
  if (!Number.isFinite(double)) return undefined;
  if (Number.isSafeInteger(double) || !Number.isInteger(double)) return double;
  const exact = integerOf(text);
  return exact === undefined || exact === integerOf(String(double)) ? double : exact;
}

/** As `Number(text)`, but exact for integers. */
export function toNumber(text: string): JsonNumber {
  return parseNumber(text) ?? Number(text);
}

/** The nearest double of a JSON number; undefined for other values. */
export function toDouble(value: unknown): number | undefined {
  return isJsonNumber(value) ? Number(value) : undefined;
}

/** A copy with doubles, for libraries without support of `bigint`; the value itself if it has none. */
export function toDoubles<T>(value: T): T {
  if (typeof value === 'bigint') return Number(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, inner, toDoubles<unknown>(inner)] as const);
  if (entries.every(([, inner, double]) => Object.is(inner, double))) return value;
  if (Array.isArray(value)) return entries.map(([, , double]) => double) as T;
  return Object.fromEntries(entries.map(([name, , double]) => [name, double])) as T;
}

/** The text of a number: equal for equal numbers of both kinds. */
export function canonicalNumber(value: JsonNumber): string {
  return String(toNumber(String(value)));
}

/** Negative, zero or positive, as for `sort`. */
export function compareNumbers(one: JsonNumber, other: JsonNumber): number {
  const [first, second] = typeof one === typeof other ? [one, other] : [toExact(one), toExact(other)];
  return first < second ? -1 : Number(first > second);
}

/** The difference of two numbers, exact for integers. */
export function subtractNumbers(one: JsonNumber, other: JsonNumber): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [first, second] = [toExact(one), toExact(other)];
  return typeof first === 'bigint' && typeof second === 'bigint' ? Number(first - second) : Number(one) - Number(other);
}

/** The next integer. For a fraction, the number that is greater by one. */
export function addOne(number: JsonNumber): JsonNumber {
  const exact = Number.isSafeInteger(number) || !isInteger(number) ? number : toExact(number);
  return typeof exact === 'bigint' ? toNumber(String(exact + 1n)) : exact + 1;
}

/** A large integer as a `bigint`: the value of a double is that of its digits as written. */
function toExact(number: JsonNumber): JsonNumber {
  if (typeof number === 'bigint' || !Number.isInteger(number)) return number;
  return integerOf(String(number)) ?? number;
}

/** Maximum characters of a decimal of which it is computed whether it is an integer. */
const MAX_DECIMAL_LENGTH = 400;

/** The value of a decimal; undefined if it is no integer. */
function integerOf(text: string): bigint | undefined {
  if (/^-?\d+$/.test(text)) return BigInt(text);
  if (text.length > MAX_DECIMAL_LENGTH || !DECIMAL.test(text)) return undefined;
  const [digits, exponent] = parseDecimal(text);
  if (exponent >= 0) return digits * 10n ** BigInt(exponent);
  const unit = 10n ** BigInt(-exponent);
  return digits % unit === 0n ? digits / unit : undefined;
}

const DECIMAL = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** A decimal as digits and a power of ten. */
export function parseDecimal(text: string): readonly [digits: bigint, exponent: number] {
  const [, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}
