// Numbers by the meaning of their names.

import { latitudeOf, longitudeOf } from './generate-text.ts';
import type { Profile } from './profile.ts';
import type { NumberKind } from './property-meaning.ts';
import type { Random } from './seeded-random.ts';

/** From where to where numbers of a kind lie, and how many digits they have behind the point. */
const RANGES: Readonly<Partial<Record<NumberKind, readonly [low: number, high: number, digits?: number]>>> = {
  id: [1, 9999],
  age: [18, 75],
  month: [1, 12],
  day: [1, 28],
  hour: [0, 23],
  minute: [0, 59],
  percent: [1, 99],
  fraction: [0.01, 0.99, 2],
  rating: [3, 5, 1],
  rate: [0.5, 25, 1],
  'status code': [200, 200],
  first: [1, 1],
  'page size': [20, 20],
  pages: [80, 900],
  bytes: [1024, 5_000_000],
  pixels: [320, 1920],
  measure: [1, 200, 1],
  temperature: [-5, 32, 1],
  duration: [30, 3600],
  port: [1024, 49_151],
  version: [1, 5],
  rank: [1, 10],
  count: [1, 100],
  'list size': [1, 100],
};

/** For unknown meanings. */
const ANY = [1, 1000, 2] as const;

/** A number; the same draw gives the same one. @param isWhole - for one without a fraction */
export function generateNumber(
  kind: NumberKind | undefined,
  persona: Profile,
  draw: Random,
  { isWhole, isMilliseconds }: { readonly isWhole: boolean; readonly isMilliseconds: boolean },
): number {
  switch (kind) {
    case 'money':
      return isWhole ? Math.round(persona.price * 100) : persona.price;
    case 'latitude':
      return latitudeOf(persona);
    case 'longitude':
      return longitudeOf(persona);
    case 'year':
      return persona.moment('made').getUTCFullYear();
    case 'timestamp':
      return persona.moment('made').getTime() / (isMilliseconds ? 1 : 1000);
    case 'list size':
      if (persona.listed !== undefined) return persona.listed;
      break;
  }
  const [low, high, digits = 0] = (kind && RANGES[kind]) ?? ANY;
  if (isWhole) return draw.between(Math.ceil(low), Math.floor(high));
  return Number((low + (high - low) * draw.next()).toFixed(digits));
}
