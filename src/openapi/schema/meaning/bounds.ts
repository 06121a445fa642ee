// Merged bounds of numbers, lengths and counts.

import { child } from '../../pointer.ts';
import type { Said, Sayings } from './said.ts';

/** A numeric bound. */
export interface Limit {
  readonly limit: number;
  readonly isExclusive: boolean;
}

/** The strictest bounds; undefined for none, and for bounds without effect such as `minLength: 0`. */
export interface Bounds {
  readonly minimum: Said<Limit> | undefined;
  readonly maximum: Said<Limit> | undefined;
  /** Counts by keyword. */
  readonly counts: ReadonlyMap<CountKeyword, Said<number>>;
  readonly multiples: readonly Said<number>[];
  readonly unique: Said<true> | undefined;
}

const COUNTS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'] as const;
export type CountKeyword = (typeof COUNTS)[number];

/** @param isWhole - whether all values are integers: then `exclusiveMinimum: 0` is `minimum: 1` */
export function boundsIn(schemas: Sayings, isWhole: boolean): Bounds {
  const limits = { minimum: [] as Said<Limit>[], maximum: [] as Said<Limit>[] };
  const counts = new Map<CountKeyword, Said<number>>();
  const multiples: Said<number>[] = [];
  let unique: Bounds['unique'];
  for (const { value, at } of schemas) {
    for (const side of ['minimum', 'maximum'] as const) {
      const exclusive = side === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
      const [own, beyond] = [value[side], value[exclusive]];
      if (typeof own === 'number')
        limits[side].push({ value: { limit: own, isExclusive: beyond === true }, at: child(at, side) });
      if (typeof beyond === 'number')
        limits[side].push({ value: { limit: beyond, isExclusive: true }, at: child(at, exclusive) });
    }
    for (const keyword of COUNTS) {
      const count = value[keyword];
      if (typeof count !== 'number' || (count <= 0 && keyword.startsWith('min'))) continue;
      const known = counts.get(keyword)?.value;
      const isStricter = known === undefined || (keyword.startsWith('min') ? count > known : count < known);
      if (isStricter) counts.set(keyword, { value: count, at: child(at, keyword) });
    }
    if (typeof value.multipleOf === 'number' && value.multipleOf > 0)
      multiples.push({ value: value.multipleOf, at: child(at, 'multipleOf') });
    if (value.uniqueItems === true) unique = { value: true, at: child(at, 'uniqueItems') };
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
export function isUnbounded({ minimum, maximum, counts, multiples, unique }: Bounds): boolean {
  return !minimum && !maximum && !unique && counts.size === 0 && multiples.length === 0;
}

function toIntegerBound({ value: { limit, isExclusive }, at }: Said<Limit>, side: 'minimum' | 'maximum'): Said<Limit> {
  const isLow = side === 'minimum';
  const next = isLow ? Math.floor(limit) + 1 : Math.ceil(limit) - 1;
  const near = isLow ? Math.ceil(limit) : Math.floor(limit);
  return { value: { limit: isExclusive ? next : near, isExclusive: false }, at };
}

function strictest(all: readonly Said<Limit>[], side: 'minimum' | 'maximum') {
  let found: Said<Limit> | undefined;
  for (const one of all) if (!found || isStricter(side, one.value, found.value)) found = one;
  return found;
}

/** Whether a bound is stricter than another on the same side. */
export function isStricter(side: 'minimum' | 'maximum', one: Limit, other: Limit): boolean {
  if (one.limit === other.limit) return one.isExclusive && !other.isExclusive;
  return side === 'minimum' ? one.limit > other.limit : one.limit < other.limit;
}
