// Merged bounds of numbers, lengths and counts.

import { compareNumbers, isJsonNumber, type JsonNumber, toDouble } from '../../../schema/json/exact-number.ts';
import { childPointer } from '../../../schema/json-pointer.ts';
import type { Located, LocatedSchemas } from './located.ts';

/** A numeric bound. */
export interface Limit {
  readonly limit: JsonNumber;
  readonly isExclusive: boolean;
}

/** The strictest bounds; undefined for none, and for bounds without effect such as `minLength: 0`. */
export interface SchemaBounds {
  readonly minimum: Located<Limit> | undefined;
  readonly maximum: Located<Limit> | undefined;
  /** Counts by keyword. */
  readonly counts: ReadonlyMap<CountKeyword, Located<number>>;
  readonly multiples: readonly Located<JsonNumber>[];
  readonly unique: Located<true> | undefined;
}

const COUNTS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'] as const;
export type CountKeyword = (typeof COUNTS)[number];

/** @param isWhole - whether all values are integers: then `exclusiveMinimum: 0` is `minimum: 1` */
export function mergeBounds(schemas: LocatedSchemas, isWhole: boolean): SchemaBounds {
  const limits = { minimum: [] as Located<Limit>[], maximum: [] as Located<Limit>[] };
  const counts = new Map<CountKeyword, Located<number>>();
  const multiples: Located<JsonNumber>[] = [];
  let unique: SchemaBounds['unique'];
  for (const { value, at } of schemas) {
    for (const side of ['minimum', 'maximum'] as const) {
      const exclusive = side === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
      const [own, beyond] = [value[side], value[exclusive]];
      if (isJsonNumber(own))
        limits[side].push({ value: { limit: own, isExclusive: beyond === true }, at: childPointer(at, side) });
      if (isJsonNumber(beyond))
        limits[side].push({ value: { limit: beyond, isExclusive: true }, at: childPointer(at, exclusive) });
    }
    for (const keyword of COUNTS) {
      const count = toDouble(value[keyword]);
      if (count === undefined || (count <= 0 && keyword.startsWith('min'))) continue;
      const known = counts.get(keyword)?.value;
      const isStricter = known === undefined || (keyword.startsWith('min') ? count > known : count < known);
      if (isStricter) counts.set(keyword, { value: count, at: childPointer(at, keyword) });
    }
    if (isJsonNumber(value.multipleOf) && value.multipleOf > 0)
      multiples.push({ value: value.multipleOf, at: childPointer(at, 'multipleOf') });
    if (value.uniqueItems === true) unique = { value: true, at: childPointer(at, 'uniqueItems') };
  }
  const whole = (side: 'minimum' | 'maximum') => limits[side].map((one) => (isWhole ? toIntegerBound(one, side) : one));
  return {
    minimum: strictest(whole('minimum'), 'minimum'),
    maximum: strictest(whole('maximum'), 'maximum'),
    counts,
    multiples,
    unique,
  };
}

/** Whether there are no bounds. */
export function isUnbounded({ minimum, maximum, counts, multiples, unique }: SchemaBounds): boolean {
  return !minimum && !maximum && !unique && counts.size === 0 && multiples.length === 0;
}

function toIntegerBound(
  { value: { limit, isExclusive }, at }: Located<Limit>,
  side: 'minimum' | 'maximum',
): Located<Limit> {
  const isLow = side === 'minimum';
  if (typeof limit === 'bigint')
    return { value: { limit: isExclusive ? limit + (isLow ? 1n : -1n) : limit, isExclusive: false }, at };
  const next = isLow ? Math.floor(limit) + 1 : Math.ceil(limit) - 1;
  const near = isLow ? Math.ceil(limit) : Math.floor(limit);
  return { value: { limit: isExclusive ? next : near, isExclusive: false }, at };
}

function strictest(all: readonly Located<Limit>[], side: 'minimum' | 'maximum') {
  let found: Located<Limit> | undefined;
  for (const one of all) if (!found || isStricter(side, one.value, found.value)) found = one;
  return found;
}

/** Whether a bound is stricter than another on the same side. */
export function isStricter(side: 'minimum' | 'maximum', one: Limit, other: Limit): boolean {
  if (compareNumbers(one.limit, other.limit) === 0) return one.isExclusive && !other.isExclusive;
  return side === 'minimum' ? one.limit > other.limit : one.limit < other.limit;
}
