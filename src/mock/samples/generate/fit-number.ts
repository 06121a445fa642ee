// Numbers within the bounds of a schema.

import type { JsonNumber } from '../../../schema/json/exact-number.ts';
import { toNumber } from '../../../schema/json/exact-number.ts';
import { isMultiple } from '../../../schema/json/multiple.ts';
import type { Random } from './seeded-random.ts';
import type { ValueConstraints } from './value-constraints.ts';

/** Where the bounds of formats lie. */
const BOUNDS: ReadonlyMap<string, readonly [number, number]> = new Map(
  Object.entries({
    int8: [-(2 ** 7), 2 ** 7 - 1],
    int16: [-(2 ** 15), 2 ** 15 - 1],
    int32: [-(2 ** 31), 2 ** 31 - 1],
    uint8: [0, 2 ** 8 - 1],
    uint16: [0, 2 ** 16 - 1],
    uint32: [0, 2 ** 32 - 1],
    uint64: [0, Number.MAX_SAFE_INTEGER],
  } as const),
);

/** A number that fits, the wanted one if that does; undefined when none could be found. */
export function fitNumber(
  wanted: number,
  { number, isOpen, steps, format = '' }: Pick<ValueConstraints, 'number' | 'isOpen' | 'steps' | 'format'>,
  isWhole: boolean,
  draw: Random,
): number | undefined {
  const [least, most] = BOUNDS.get(format) ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const low = Math.max(number.low, least);
  const high = Math.min(number.high, most);
  const fits = (value: number): boolean =>
    (isOpen.low && low === number.low ? value > low : value >= low) &&
    (isOpen.high && high === number.high ? value < high : value <= high) &&
    (!isWhole || Number.isInteger(value)) &&
    steps.every((step) => isMultiple(value, step));
  const all = isWhole ? [...steps, 1] : steps;
  const near = (value: number) => all.map((step) => multipleNear(value, step));
  // With an upper bound alone, negative numbers are rarely meant.
  const inside = within(low === Number.NEGATIVE_INFINITY && high > 0 ? 0 : low, high, isWhole, draw);
  const product = steps.reduce((one, step) => one * step, 1);
  const candidates = [
    wanted,
    ...near(wanted),
    inside,
    ...near(inside),
    ...[low, high, (low + high) / 2].filter(Number.isFinite).flatMap((bound) => {
      const around = all.length > 0 ? [...all, product] : [1, (high - low) / 8 || 1e-6];
      return [bound, ...around.flatMap((step) => [-1, 0, 1].map((by) => multipleNear(bound, step, by)))];
    }),
    0,
  ];
  return candidates.find((value) => Number.isFinite(value) && fits(value));
}

/** An integer beyond 2^53 that fits; the wanted one if that does. */
export function fitLargeInteger(
  wanted: number | undefined,
  { atLeast, atMost, steps }: Pick<ValueConstraints, 'atLeast' | 'atMost' | 'steps'>,
  draw: Random,
): JsonNumber | undefined {
  const some = BigInt(draw.between(1, 1000));
  const fits = (value: bigint) =>
    atLeast.every((bound) => value >= bound) &&
    atMost.every((bound) => value <= bound) &&
    steps.every((step) => isMultiple(value, step));
  const bounds = [
    ...atLeast.flatMap((bound) => [bound + some, bound]),
    ...atMost.flatMap((bound) => [bound - some, bound]),
  ];
  const whole = steps.filter(Number.isSafeInteger).map(BigInt);
  const candidates = [...(wanted === undefined ? [] : [BigInt(wanted)]), ...bounds];
  const near = candidates.flatMap((one) => [
    one,
    ...whole.flatMap((step) => [one - (one % step), one - (one % step) + step]),
  ]);
  const found = near.find(fits);
  return found === undefined ? wanted : toNumber(String(found));
}

function within(low: number, high: number, isWhole: boolean, draw: Random): number {
  if (Number.isFinite(low) && Number.isFinite(high)) {
    if (isWhole) return draw.between(Math.ceil(low), Math.floor(high));
    const value = low + (high - low) * (0.05 + 0.9 * draw.next());
    // Rounded to two digits, unless that could leave a narrow range.
    return high - low > 1 ? Number(value.toFixed(2)) : value;
  }
  if (Number.isFinite(low)) return low + draw.between(1, 100);
  return Number.isFinite(high) ? high - draw.between(1, 100) : draw.between(1, 100);
}

/** The nearest multiple of a step, or so many steps from it, as a short decimal. */
function multipleNear(value: number, step: number, by = 0): number {
  const times = Math.round(value / step) + by;
  const digits = /\.(\d+)$/.exec(`${step}`)?.[1]?.length ?? 0;
  return digits > 0 && digits <= 20 ? Number((times * step).toFixed(digits)) : times * step;
}
