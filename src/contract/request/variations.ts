// Values that differ from a valid one in one place: at each bound that a schema has, just inside it and just outside.

import type { Document } from '../../openapi/document.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { child, stepsOf } from '../../openapi/pointer.ts';
import type { Part } from '../../openapi/references.ts';
import type { SchemaObject, SchemaPlaces } from '../../openapi/schemas/schema-places.ts';
import { valueAt, without, withValue } from '../../resource/place.ts';
import { type Demands, demandsOf, type Range, type TypeName } from '../../sample/demands.ts';
import { gather } from '../../sample/gather.ts';

/** A value that was changed in one place. Whether it is still valid is for the document to say. */
export interface Variation {
  readonly value: unknown;
  /** Where it differs: a JSON pointer into it. */
  readonly pointer: string;
  /** How: a clause about what stands there, such as `one below minimum`. */
  readonly what: string;
  /** Whether it is what another branch of a choice has there. Default false. */
  readonly isBranch?: boolean;
}

/** What variations are made with. */
export interface Varying {
  readonly document: Document;
  readonly places: SchemaPlaces;
  /** A valid value of a schema; undefined where none can be made. @param key - another one for another text. Default: the same */
  sample(schema: Part, key?: string): unknown;
}

/** How deep in a value it is changed, and how much is made of one bound. */
const MOST_LEVELS = 8;
const MOST_VALUES = 40;
const LONGEST_TEXT = 100_000;
const LONGEST_LIST = 1_000;

/** Two UTF-16 units and four bytes, and still one character: it counts once for `maxLength` (JSON Schema Validation, section 6.3.1). */
const WIDE = '\u{1d11e}';

/** Values that differ from `value` in one place each, as its schema suggests; then such that differ in what might stand there instead, or as well. */
export function* variations(schema: Part, value: unknown, varying: Varying): Generator<Variation> {
  const branches: Variation[] = [];
  for (const one of variationsOf(schema, value, varying)) {
    yield one;
    if (one.isBranch && varying.document.check(schema as Part<object>, one.value, 'request').length === 0)
      branches.push(one);
  }
  for (const { value: other, pointer } of branches)
    for (const one of variationsOf(schema, other, varying))
      if (one.pointer.startsWith(`${pointer}/`) && !one.isBranch) yield one;
  const whole = filledOut(schema, value, varying);
  if (whole === value) return;
  for (const one of variationsOf(schema, whole, varying))
    if (valueAt(value, stepsOf(one.pointer)) === undefined) yield one;
}

function* variationsOf(schema: Part, value: unknown, varying: Varying): Generator<Variation> {
  yield* below([schema], value, '', 0);

  function* below(parts: readonly Part[], here: unknown, pointer: string, level: number): Generator<Variation> {
    const demands = demandsAt(parts, here, varying);
    for (const { value: other, what } of otherValues(demands, here, varying)) {
      yield { value: replaced(value, pointer, other), pointer, what };
    }
    for (const { value: other, what } of branches(parts, demands, here, varying)) {
      yield { value: replaced(value, pointer, other), pointer, what, isBranch: true };
    }
    if (level === MOST_LEVELS) return;
    if (isRecord(here)) {
      for (const name of Object.keys(here)) {
        if (isReadOnly(demands.properties.get(name), varying)) continue;
        const at = child(pointer, name);
        yield { value: replaced(value, at, undefined), pointer: at, what: 'left out' };
        yield* below(demands.properties.get(name) ?? demands.others, here[name], at, level + 1);
      }
    } else if (Array.isArray(here) && here.length > 0) {
      yield* below([...(demands.first[0] ?? []), ...demands.item], here[0], child(pointer, 0), level + 1);
    }
  }
}

/** A value with all that its schema describes and leaves open, as far as it stays valid. */
export function filledOut(schema: Part, value: unknown, varying: Varying): unknown {
  const { document } = varying;
  let whole = value;
  const fill = (parts: readonly Part[], pointer: string, level: number): void => {
    const here = valueAt(whole, stepsOf(pointer));
    const demands = demandsAt(parts, here, varying);
    if (Array.isArray(here) && here.length === 0) {
      const [part] = demands.item;
      const item = part && varying.sample(part);
      if (item !== undefined) put(pointer, [item]);
    }
    if (!isRecord(here) || level === MOST_FILLED_LEVELS) return;
    for (const [name, [part]] of [...demands.properties].slice(0, MOST_VALUES)) {
      const at = child(pointer, name);
      if (isReadOnly(demands.properties.get(name), varying)) continue;
      if (!Object.hasOwn(here, name)) put(at, part && varying.sample(part));
      if (part) fill(demands.properties.get(name) ?? [], at, level + 1);
    }
  };
  const put = (pointer: string, more: unknown): void => {
    const next = more === undefined ? whole : replaced(whole, pointer, more);
    if (next !== whole && document.check(schema as Part<object>, next, 'request').length === 0) whole = next;
  };
  fill([schema], '', 0);
  return whole;
}

/** How deep in a value its objects are filled. */
const MOST_FILLED_LEVELS = 3;

/** Whether a property is the server's own: what a client sends of it may be passed over (OpenAPI 3.0.3, section 4.7.24.2). */
export function isReadOnly(parts: readonly Part[] = [], { places }: Varying): boolean {
  return demandsOf(gather(parts, places, () => 0)).readOnly;
}

function demandsAt(parts: readonly Part[], here: unknown, { document, places }: Varying): Demands {
  const choose = (alternatives: readonly Part[]) =>
    Math.max(
      0,
      alternatives.findIndex((one) => document.check(one as Part<object>, here, 'request').length === 0),
    );
  return demandsOf(gather(parts, places, choose));
}

function* otherValues(demands: Demands, here: unknown, varying: Varying): Generator<Other> {
  yield* otherTypes(demands, here);
  if (demands.values) yield* listed(demands.values, here);
  else if (typeof here === 'number') yield* numbers(demands, here);
  else if (typeof here === 'string') yield* texts(demands);
  if (typeof here === 'boolean') yield { value: !here, what: `${!here}` };
  if (Array.isArray(here)) yield* lists(demands, here);
  if (isRecord(here)) yield* objects(demands, here, varying);
}

interface Other {
  readonly value: unknown;
  readonly what: string;
}

/** A value of each type, the likeliest mistakes first. */
const OF_TYPES: readonly (readonly [TypeName, unknown])[] = [
  ['string', 'text'],
  ['number', 7.5],
  ['object', { unexpected: true }],
  ['array', ['text']],
  ['boolean', true],
];

function* otherTypes({ types }: Demands, here: unknown): Generator<Other> {
  if (!types) return;
  if (here !== null) yield { value: null, what: 'null' };
  const others = OF_TYPES.filter(([type]) => !types.has(type));
  for (const [type, value] of others.slice(0, 2)) yield { value, what: `${article(type)} ${type} instead` };
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? 'an' : 'a';
}

function* listed(values: readonly unknown[], here: unknown): Generator<Other> {
  for (const value of values.slice(0, MOST_VALUES)) if (value !== here) yield { value, what: JSON.stringify(value) };
  const [first] = values;
  yield typeof first === 'number'
    ? { value: Math.max(...values.filter((one) => typeof one === 'number')) + 1, what: 'none of the values listed' }
    : { value: `${first}_NOT`, what: 'none of the values listed' };
  if (typeof first === 'string' && first.toUpperCase() !== first.toLowerCase())
    yield {
      value: first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase(),
      what: 'in other letters',
    };
}

function* numbers({ number, isOpen, steps, types, format }: Demands, here: number): Generator<Other> {
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
  for (const one of steps) yield { value: here + one / 2, what: 'between the multiples' };
  if (types?.has('integer') && !types.has('number')) yield { value: Math.trunc(here) + 0.5, what: 'not whole' };
  if (format === 'int32') yield { value: 2 ** 31, what: 'one more than int32 holds' };
}

function* texts({ length, patterns, format }: Demands): Generator<Other> {
  if (patterns.length > 0) {
    yield { value: '\u{1f600}', what: 'one emoji' };
    yield { value: ' ', what: 'a space' };
    return;
  }
  if (format !== undefined && !/^(password|byte|binary)$/.test(format)) {
    yield { value: `no ${format}`, what: `no ${format}` };
    return;
  }
  const low = Math.max(0, length.low);
  for (const [count, what] of atBounds({ low, high: length.high }, 'Length', LONGEST_TEXT)) {
    yield { value: 'a'.repeat(count), what };
    if (count > 0) yield { value: WIDE.repeat(count), what: `${what}, of characters beyond 16 bits` };
  }
  yield { value: 'Zoë 😀 "quoted" \\ <b> % é', what: 'with signs of many kinds' };
}

function* lists({ items, isUnique }: Demands, here: readonly unknown[]): Generator<Other> {
  for (const [count, what] of atBounds({ low: Math.max(0, items.low), high: items.high }, 'Items', LONGEST_LIST)) {
    if (count <= here.length) yield { value: here.slice(0, count), what };
    else if (here.length > 0)
      yield { value: Array.from({ length: count }, (_, index) => here[index % here.length]), what };
  }
  if (isUnique && here.length > 0)
    yield { value: [here[0], ...here.slice(1, -1), here[0]], what: 'with an item twice' };
}

/** How many there are at each bound, inside and outside. @param name - of the keywords, without `min` and `max` */
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

function* objects(demands: Demands, here: Readonly<Record<string, unknown>>, varying: Varying): Generator<Other> {
  const unknown = 'unexpectedProperty';
  const isClosed = demands.allows.some((allows) => !allows(unknown));
  if (isClosed) yield { value: { ...here, [unknown]: 'text' }, what: 'with a property that is not described' };
  for (const [name, parts] of [...demands.properties].slice(0, MOST_VALUES)) {
    if (Object.hasOwn(here, name) || isReadOnly(parts, varying)) continue;
    const [part] = parts;
    const value = part && varying.sample(part);
    if (value !== undefined) yield { value: { ...here, [name]: value }, what: `with ${name}` };
  }
}

/** What else a value may be where its schema leaves a choice. */
function* branches(
  parts: readonly Part[],
  demands: Demands,
  here: unknown,
  { document, places, sample }: Varying,
): Generator<Other> {
  for (const part of parts) {
    const found = [part, ...(isRecord(part.value) ? places.referred(part as Part<SchemaObject>) : [])];
    for (const { value: schema, pointer } of found) {
      if (!isRecord(schema)) continue;
      for (const keyword of ['oneOf', 'anyOf']) {
        const all = schema[keyword];
        if (!Array.isArray(all)) continue;
        for (const [index, branch] of all.slice(0, MOST_VALUES).entries()) {
          const at = { value: branch, pointer: child(pointer, keyword, index) };
          if (document.check(at as Part<object>, here, 'request').length === 0) continue;
          const value = described(sample(at), branch, demands, sample);
          if (value !== undefined) yield { value, what: `as ${keyword}/${index} has it` };
        }
      }
    }
  }
}

/** A value of a branch: what that asks for may be described beside the choice only. */
function described(value: unknown, branch: unknown, demands: Demands, sample: Varying['sample']): unknown {
  if (!isRecord(value) || !isRecord(branch)) return value;
  const own = isRecord(branch.properties) ? branch.properties : {};
  const members = Object.entries(value).map(([name, member]) => {
    const [part] = Object.hasOwn(own, name) ? [] : (demands.properties.get(name) ?? []);
    return [name, part ? (sample(part) ?? member) : member] as const;
  });
  return Object.fromEntries(members);
}

/** The value with another one in a place. @param put - undefined takes out what stands there */
function replaced(value: unknown, pointer: string, put: unknown): unknown {
  return put === undefined ? takenOut(value, stepsOf(pointer)) : withValue(value, stepsOf(pointer), put);
}

function takenOut(value: unknown, [name = '', ...inner]: readonly string[]): unknown {
  if (inner.length > 0) return withValue(value, [name], takenOut(valueAt(value, [name]), inner));
  return without(value, [name]);
}
