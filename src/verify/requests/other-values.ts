// Alternative values for a location: at each bound, of each enumerated value, of another type.

import type { Range, TypeName, ValueConstraints } from '../../mock/samples/generate/value-constraints.ts';
import { isRecord } from '../../schema/is-record.ts';
import { addOne, compareNumbers, isJsonNumber } from '../../schema/json/exact-number.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { generateOtherSizes, withRoom } from './other-sizes.ts';
import { isReadOnly, MAX_VALUES, type OtherValue, type VariationContext } from './variation-context.ts';

/** Maximum length of generated texts and lists. */
const MAX_TEXT = 100_000;
const MAX_LIST = 1_000;

/** One character of two UTF-16 units: `maxLength` counts characters (JSON Schema Validation, section 6.3.1). */
const WIDE = '\u{1d11e}';

/** Generates values that differ from the present one. */
export function* generateOtherValues(
  constraints: ValueConstraints,
  current: unknown,
  variationContext: VariationContext,
): Generator<OtherValue> {
  yield* otherTypes(constraints, current);
  if (constraints.values) yield* listed(constraints.values, current);
  else if (isJsonNumber(current)) yield* numbers(constraints, Number(current));
  else if (typeof current === 'string') yield* texts(constraints, current);
  if (typeof current === 'boolean') yield { value: !current, description: `${!current}` };
  if (Array.isArray(current)) yield* lists(constraints, current);
  if (isRecord(current)) yield* objects(constraints, current, variationContext);
}

/** A value of each type, the most likely mistakes first. */
const OF_TYPES: readonly (readonly [TypeName, unknown])[] = [
  ['string', 'some text'],
  ['number', 7.5],
  ['object', { unexpected: true }],
  ['array', ['text']],
  ['boolean', true],
];

function* otherTypes({ types }: ValueConstraints, current: unknown): Generator<OtherValue> {
  if (!types) return;
  if (current !== null) yield { value: null, description: 'null' };
  const others = OF_TYPES.filter(([type]) => !types.has(type));
  for (const [type, value] of others.slice(0, 2)) yield { value, description: `${article(type)} ${type} instead` };
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? 'an' : 'a';
}

function* listed(values: readonly unknown[], current: unknown): Generator<OtherValue> {
  for (const value of values.slice(0, MAX_VALUES))
    if (value !== current) yield { value, description: stringifyJson(value) };
  const [first] = values;
  const greatest = values.filter(isJsonNumber).toSorted(compareNumbers).at(-1);
  yield isJsonNumber(first) && greatest !== undefined
    ? { value: addOne(greatest), description: 'not in the enum' }
    : { value: `${first}_NOT`, description: 'not in the enum' };
  if (typeof first === 'string' && first.toUpperCase() !== first.toLowerCase())
    yield {
      value: first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase(),
      description: 'in another letter case',
    };
}

function* numbers(constraints: ValueConstraints, current: number): Generator<OtherValue> {
  const { number, isOpen, steps, types, format } = constraints;
  const step = steps[0] ?? 1;
  yield* largeBounds(constraints);
  if (number.low >= Number.MIN_SAFE_INTEGER) {
    yield { value: number.low, description: `at ${isOpen.low ? 'exclusiveMinimum' : 'minimum'}` };
    yield { value: number.low + step, description: 'just above minimum' };
    yield { value: number.low - step, description: 'just below minimum' };
  }
  if (number.high <= Number.MAX_SAFE_INTEGER) {
    yield { value: number.high, description: `at ${isOpen.high ? 'exclusiveMaximum' : 'maximum'}` };
    yield { value: number.high - step, description: 'just below maximum' };
    yield { value: number.high + step, description: 'just above maximum' };
  }
  for (const one of steps) yield { value: current + one / 2, description: 'not a multiple' };
  if (types?.has('integer') && !types.has('number'))
    yield { value: Math.trunc(current) + 0.5, description: 'not an integer' };
  if (format === 'int32') yield { value: 2 ** 31, description: 'above the maximum of int32' };
}

/** Values around the bounds that a double may round. */
function* largeBounds({ atLeast, atMost }: ValueConstraints): Generator<OtherValue> {
  for (const bound of atLeast) {
    yield { value: bound, description: 'at minimum' };
    yield { value: bound - 1n, description: 'just below minimum' };
  }
  for (const bound of atMost) {
    yield { value: bound, description: 'at maximum' };
    yield { value: bound + 1n, description: 'just above maximum' };
  }
}

function* texts({ length, patterns, format }: ValueConstraints, current: string): Generator<OtherValue> {
  if (patterns.length > 0) {
    yield { value: '\u{1f600}', description: 'one emoji' };
    yield { value: ' ', description: 'a space' };
    if (patterns.some((pattern) => LOOKAROUND.test(pattern))) yield* withoutSomeCharacters(current);
    return;
  }
  if (format !== undefined && !/^(password|byte|binary)$/.test(format)) {
    yield { value: `no ${format}`, description: `not a valid ${format}` };
    return;
  }
  const low = Math.max(0, length.low);
  for (const [count, what] of atBounds({ low, high: length.high }, 'Length', MAX_TEXT)) {
    yield { value: 'a'.repeat(count), description: what };
    if (count > 0)
      yield { value: WIDE.repeat(count), description: `${what}, with characters of two UTF-16 units, such as ${WIDE}` };
  }
  yield { value: 'Zoë 😀 "quoted" \\ <b> % é', description: 'with mixed Unicode' };
}

const LOOKAROUND = /\(\?<?[=!]/;

/** Texts that may break one of several rules, as passwords have them. */
function* withoutSomeCharacters(current: string): Generator<OtherValue> {
  const others = [
    [current.toLowerCase(), 'in lower case'],
    [current.toUpperCase(), 'in upper case'],
    [current.replaceAll(/\d/g, 'x'), 'without digits'],
    [current.replaceAll(/[^\dA-Za-z]/g, 'x'), 'with letters and digits only'],
    [current.replaceAll(/\D/g, '7'), 'with digits only'],
  ] as const;
  for (const [value, description] of others) if (value !== current) yield { value, description };
}

function* lists({ items, isUnique }: ValueConstraints, current: readonly unknown[]): Generator<OtherValue> {
  for (const [count, what] of atBounds({ low: Math.max(0, items.low), high: items.high }, 'Items', MAX_LIST)) {
    if (count <= current.length) yield { value: current.slice(0, count), description: what };
    else if (current.length > 0)
      yield { value: Array.from({ length: count }, (_, index) => current[index % current.length]), description: what };
  }
  if (isUnique && current.length > 0)
    yield { value: [current[0], ...current.slice(1, -1), current[0]], description: 'with a duplicate item' };
}

/** Lengths at, below and above bounds. @param name - the keyword without `min` or `max` */
function* atBounds(
  { low, high }: Range,
  name: string,
  most: number,
): Generator<readonly [count: number, what: string]> {
  yield [low, low === 0 ? 'empty' : `at min${name}`];
  if (low > 0) yield [low - 1, low === 1 ? 'empty' : `one less than min${name}`];
  if (high > most) return;
  yield [high, `at max${name}`];
  yield [high + 1, `one more than max${name}`];
}

function* objects(
  constraints: ValueConstraints,
  current: Readonly<Record<string, unknown>>,
  variationContext: VariationContext,
): Generator<OtherValue> {
  const unknown = 'unexpectedProperty';
  const isClosed = constraints.allows.some((allows) => !allows(unknown));
  if (isClosed)
    yield {
      value: { ...withRoom(constraints, current), [unknown]: 'text' },
      description: 'with an undeclared property',
    };
  for (const [name, parts] of [...constraints.properties].slice(0, MAX_VALUES)) {
    if (Object.hasOwn(current, name) || isReadOnly(parts, variationContext)) continue;
    const [part] = parts;
    const value = part && variationContext.sample(part);
    if (value !== undefined) yield { value: { ...current, [name]: value }, description: `with ${name}` };
  }
  yield* generateOtherSizes(constraints, current, variationContext);
}
