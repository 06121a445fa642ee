// Alternative values for a location: at each bound, of each enumerated value, of another type.

import type { Range, TypeName, ValueConstraints } from '../../mock/samples/generate/value-constraints.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { otherSizes, withRoom } from './other-sizes.ts';
import { isReadOnly, MOST_VALUES, type Other, type Varying } from './varying.ts';

/** Maximum length of generated texts and lists. */
const MAX_TEXT = 100_000;
const MAX_LIST = 1_000;

/** One character of two UTF-16 units: `maxLength` counts characters (JSON Schema Validation, section 6.3.1). */
const WIDE = '\u{1d11e}';

/** Generates values that differ from the present one. */
export function* otherValues(
  constraints: ValueConstraints,
  current: unknown,
  variationContext: Varying,
): Generator<Other> {
  yield* otherTypes(constraints, current);
  if (constraints.values) yield* listed(constraints.values, current);
  else if (typeof current === 'number') yield* numbers(constraints, current);
  else if (typeof current === 'string') yield* texts(constraints);
  if (typeof current === 'boolean') yield { value: !current, what: `${!current}` };
  if (Array.isArray(current)) yield* lists(constraints, current);
  if (isRecord(current)) yield* objects(constraints, current, variationContext);
}

/** A value of each type, the most likely mistakes first. */
const OF_TYPES: readonly (readonly [TypeName, unknown])[] = [
  ['string', 'text'],
  ['number', 7.5],
  ['object', { unexpected: true }],
  ['array', ['text']],
  ['boolean', true],
];

function* otherTypes({ types }: ValueConstraints, current: unknown): Generator<Other> {
  if (!types) return;
  if (current !== null) yield { value: null, what: 'null' };
  const others = OF_TYPES.filter(([type]) => !types.has(type));
  for (const [type, value] of others.slice(0, 2)) yield { value, what: `${article(type)} ${type} instead` };
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? 'an' : 'a';
}

function* listed(values: readonly unknown[], current: unknown): Generator<Other> {
  for (const value of values.slice(0, MOST_VALUES)) if (value !== current) yield { value, what: JSON.stringify(value) };
  const [first] = values;
  yield typeof first === 'number'
    ? { value: Math.max(...values.filter((one) => typeof one === 'number')) + 1, what: 'not in the enum' }
    : { value: `${first}_NOT`, what: 'not in the enum' };
  if (typeof first === 'string' && first.toUpperCase() !== first.toLowerCase())
    yield {
      value: first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase(),
      what: 'in another letter case',
    };
}

function* numbers({ number, isOpen, steps, types, format }: ValueConstraints, current: number): Generator<Other> {
  const step = steps[0] ?? 1;
  if (number.low !== Number.NEGATIVE_INFINITY) {
    yield { value: number.low, what: `at ${isOpen.low ? 'exclusiveMinimum' : 'minimum'}` };
    yield { value: number.low + step, what: 'just above minimum' };
    yield { value: number.low - step, what: 'just below minimum' };
  }
  if (number.high !== Number.POSITIVE_INFINITY) {
    yield { value: number.high, what: `at ${isOpen.high ? 'exclusiveMaximum' : 'maximum'}` };
    yield { value: number.high - step, what: 'just below maximum' };
    yield { value: number.high + step, what: 'just above maximum' };
  }
  for (const one of steps) yield { value: current + one / 2, what: 'not a multiple' };
  if (types?.has('integer') && !types.has('number')) yield { value: Math.trunc(current) + 0.5, what: 'not an integer' };
  if (format === 'int32') yield { value: 2 ** 31, what: 'above the maximum of int32' };
}

function* texts({ length, patterns, format }: ValueConstraints): Generator<Other> {
  if (patterns.length > 0) {
    yield { value: '\u{1f600}', what: 'one emoji' };
    yield { value: ' ', what: 'a space' };
    return;
  }
  if (format !== undefined && !/^(password|byte|binary)$/.test(format)) {
    yield { value: `no ${format}`, what: `not a valid ${format}` };
    return;
  }
  const low = Math.max(0, length.low);
  for (const [count, what] of atBounds({ low, high: length.high }, 'Length', MAX_TEXT)) {
    yield { value: 'a'.repeat(count), what };
    if (count > 0) yield { value: WIDE.repeat(count), what: `${what}, with characters outside the BMP` };
  }
  yield { value: 'Zoë 😀 "quoted" \\ <b> % é', what: 'with mixed Unicode' };
}

function* lists({ items, isUnique }: ValueConstraints, current: readonly unknown[]): Generator<Other> {
  for (const [count, what] of atBounds({ low: Math.max(0, items.low), high: items.high }, 'Items', MAX_LIST)) {
    if (count <= current.length) yield { value: current.slice(0, count), what };
    else if (current.length > 0)
      yield { value: Array.from({ length: count }, (_, index) => current[index % current.length]), what };
  }
  if (isUnique && current.length > 0)
    yield { value: [current[0], ...current.slice(1, -1), current[0]], what: 'with a duplicate item' };
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
  variationContext: Varying,
): Generator<Other> {
  const unknown = 'unexpectedProperty';
  const isClosed = constraints.allows.some((allows) => !allows(unknown));
  if (isClosed)
    yield { value: { ...withRoom(constraints, current), [unknown]: 'text' }, what: 'with an undeclared property' };
  for (const [name, parts] of [...constraints.properties].slice(0, MOST_VALUES)) {
    if (Object.hasOwn(current, name) || isReadOnly(parts, variationContext)) continue;
    const [part] = parts;
    const value = part && variationContext.sample(part);
    if (value !== undefined) yield { value: { ...current, [name]: value }, what: `with ${name}` };
  }
  yield* otherSizes(constraints, current, variationContext);
}
