// Constraints with a bound: numbers, lengths and counts.

import { isRecord } from '../../../schema/is-record.ts';
import {
  compareNumbers,
  isJsonNumber,
  type JsonNumber,
  subtractNumbers,
  toDouble,
} from '../../../schema/json/exact-number.ts';
import {
  type ConstraintOutcome,
  type ConstraintSource,
  type KeywordConstraint,
  NO_OUTCOMES,
  toOutcomes,
} from './keyword-constraint.ts';

const AT_THE_BOUND: readonly ConstraintOutcome[] = ['satisfied', 'at the bound'];
const VIOLATED_BY_ONE: readonly ConstraintOutcome[] = ['violated', 'violated by one'];

/**
 * Counts by keyword suffix; undefined for other types. Lengths are code points (JSON Schema Validation, section
 * 6.3.1).
 */
const COUNTED: readonly (readonly [what: string, count: (value: unknown) => number | undefined])[] = [
  ['Length', (value) => (typeof value === 'string' ? [...value].length : undefined)],
  ['Items', (value) => (Array.isArray(value) ? value.length : undefined)],
  ['Properties', (value) => (isRecord(value) && !ArrayBuffer.isView(value) ? Object.keys(value).length : undefined)],
];

export function* boundConstraints(source: ConstraintSource): Generator<KeywordConstraint> {
  const { schema, isNeverEmpty } = source;
  for (const [what, count] of COUNTED) {
    const [least, most] = [schema[`min${what}`], schema[`max${what}`]];
    if (isCount(least) && least > 0) {
      const isSure = what === 'Length' && least === 1 && isNeverEmpty;
      const beyond: readonly ConstraintOutcome[] = isSure ? [] : least === 1 ? ['violated'] : VIOLATED_BY_ONE;
      yield boundConstraint(`min${what} ${least}`, [...AT_THE_BOUND, ...beyond], count, { least, step: 1 });
    }
    // A count cannot be below zero.
    const within: readonly ConstraintOutcome[] = most === 0 ? ['satisfied'] : AT_THE_BOUND;
    if (isCount(most))
      yield boundConstraint(`max${what} ${most}`, [...within, ...VIOLATED_BY_ONE], count, { most, step: 1 });
  }
  yield* numberConstraints(source);
}

function* numberConstraints({ schema }: ConstraintSource): Generator<KeywordConstraint> {
  const { type, multipleOf } = schema;
  const isWhole = [type].flat().includes('integer') && ![type].flat().includes('number');
  const step = toDouble(multipleOf) ?? (isWhole ? 1 : undefined);
  const number = (value: unknown) => (isJsonNumber(value) ? value : undefined);
  for (const [end, suffix] of [
    ['least', 'inimum'],
    ['most', 'aximum'],
  ] as const) {
    const name = `m${suffix}`;
    const exclusive = schema[`exclusiveM${suffix}`];
    const bounded = schema[name];
    // In OpenAPI 3.0 it is a boolean next to the bound.
    const isOpen = exclusive === true && isJsonNumber(bounded);
    if (isJsonNumber(bounded) && !isOpen)
      yield boundConstraint(
        `${name} ${bounded}`,
        [...AT_THE_BOUND, ...(step === undefined ? ['violated' as const] : VIOLATED_BY_ONE)],
        number,
        { [end]: bounded, step },
      );
    const limit = isOpen ? bounded : exclusive;
    if (isJsonNumber(limit))
      yield {
        name: `exclusiveM${suffix} ${limit}`,
        possibleOutcomes: ['satisfied', 'at the bound', 'violated'],
        outcomesOf(value) {
          if (!isJsonNumber(value)) return NO_OUTCOMES;
          if (compareNumbers(value, limit) === 0) return ['at the bound', 'violated'];
          return toOutcomes(end === 'least' ? value > limit : value < limit);
        },
      };
  }
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

/** @param step - the smallest possible violation; undefined if there is none */
function boundConstraint(
  name: string,
  possibleOutcomes: readonly ConstraintOutcome[],
  measure: (value: unknown) => JsonNumber | undefined,
  { least, most, step }: { readonly least?: JsonNumber; readonly most?: JsonNumber; readonly step: number | undefined },
): KeywordConstraint {
  const limit = least ?? most ?? 0;
  return {
    name,
    possibleOutcomes,
    outcomesOf(value) {
      const size = measure(value);
      if (size === undefined) return NO_OUTCOMES;
      const distance = least === undefined ? subtractNumbers(size, limit) : subtractNumbers(limit, size);
      if (distance === 0) return AT_THE_BOUND;
      const isByOne = step !== undefined && Math.abs(distance - step) <= step * 1e-9;
      return distance > 0 && isByOne ? VIOLATED_BY_ONE : toOutcomes(distance < 0);
    },
  };
}
