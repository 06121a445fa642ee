// Numbers within bounds, including edge cases of programs.

import type { ValueConstraints } from '../../mock/samples/generate/value-constraints.ts';
import { type Arbitrary, fc } from './fast-check.ts';

type Bounds = Pick<ValueConstraints, 'number' | 'isOpen' | 'steps' | 'format'>;

/** Where programs lose digits, overflow, or fail. */
const EDGES = [-0, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 53 + 2, -(2 ** 63), 2 ** 64, 1e21];

export function wholeNumbers({ number, isOpen, steps, format }: Bounds): Arbitrary<number> {
  const step = steps.find((one) => Number.isSafeInteger(one)) ?? 1;
  const [most, least] =
    format === 'int32' ? [2 ** 31 - 1, -(2 ** 31)] : [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
  const above = isOpen.low ? Math.floor(number.low) + 1 : Math.ceil(number.low);
  const below = isOpen.high ? Math.ceil(number.high) - 1 : Math.floor(number.high);
  const min = Math.ceil(Math.max(above, least) / step);
  const max = Math.floor(Math.min(below, most) / step);
  if (!(min <= max)) return fc.constant(number.low);
  const edges = EDGES.filter((one) => one >= above && one <= below && format !== 'int32' && one % step === 0);
  const inside = fc.integer({ min, max }).map((one) => one * step);
  return withEdges(inside, edges);
}

export function decimals({ number, isOpen, steps }: Bounds): Arbitrary<number> {
  const [step] = steps;
  if (step !== undefined)
    return wholeNumbers({ number: scaled(number, step), isOpen, steps: [], format: 'int32' }).map((one) => one * step);
  const [min, max] = [Math.max(number.low, -Number.MAX_VALUE), Math.min(number.high, Number.MAX_VALUE)];
  if (!(min < max)) return fc.constant(number.low);
  const excluded = { minExcluded: isOpen.low, maxExcluded: isOpen.high };
  const edges = [...EDGES, 1e308, 1e-7, 0.1 + 0.2].filter((one) => one > min && one < max);
  return withEdges(fc.double({ min, max, ...excluded, noNaN: true, noDefaultInfinity: true }), edges);
}

function scaled({ low, high }: ValueConstraints['number'], step: number): ValueConstraints['number'] {
  return { low: low / step, high: high / step };
}

function withEdges(inside: Arbitrary<number>, edges: readonly number[]): Arbitrary<number> {
  if (edges.length === 0) return inside;
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 5, arbitrary: inside },
    { weight: 1, arbitrary: fc.constantFrom(...edges) },
  );
}
