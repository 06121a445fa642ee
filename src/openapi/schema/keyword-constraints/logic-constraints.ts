// Constraints that validate a value against subschemas: `oneOf`, `anyOf`, `not`, `if`, `dependentSchemas`.

import { isRecord } from '../../../schema/is-record.ts';
import { childPointer } from '../../../schema/json-pointer.ts';
import type { Part } from '../../references.ts';
import {
  BOTH_OUTCOMES,
  type ConstraintSource,
  type KeywordConstraint,
  NO_OUTCOMES,
  toOutcomes,
} from './keyword-constraint.ts';
import { isObjectValue } from './member-constraints.ts';

/** Maximum alternatives. */
const MAX_BRANCHES = 50;

export function* logicConstraints({ schema, pointer, fits }: ConstraintSource): Generator<KeywordConstraint> {
  const at = (keyword: string, ...steps: readonly (string | number)[]): Part => {
    const [first] = steps;
    const value = schema[keyword];
    return {
      value: first === undefined ? value : (value as Readonly<Record<string, unknown>>)[first],
      pointer: childPointer(pointer, keyword, ...steps),
    };
  };
  const hasSchema = (keyword: string) => isRecord(schema[keyword]);
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const branches = schema[keyword];
    if (!Array.isArray(branches) || branches.length < 2 || branches.length > MAX_BRANCHES) continue;
    // The discriminator of the whole schema selects the alternative.
    const hasDiscriminator = hasSchema('discriminator');
    const parts = branches.map((_, index) => at(keyword, index));
    yield {
      name: keyword,
      possibleOutcomes: BOTH_OUTCOMES,
      outcomesOf(value) {
        if (hasDiscriminator) return toOutcomes(fits({ value: schema, pointer }, value));
        const fitting = parts.filter((part) => fits(part, value)).length;
        return toOutcomes(keyword === 'oneOf' ? fitting === 1 : fitting > 0);
      },
    };
  }
  if (hasSchema('not'))
    yield { name: 'not', possibleOutcomes: BOTH_OUTCOMES, outcomesOf: (value) => toOutcomes(!fits(at('not'), value)) };
  for (const keyword of ['then', 'else'] as const) {
    if (!hasSchema('if') || !hasSchema(keyword)) continue;
    yield {
      name: keyword,
      possibleOutcomes: BOTH_OUTCOMES,
      outcomesOf: (value) =>
        fits(at('if'), value) === (keyword === 'then') ? toOutcomes(fits(at(keyword), value)) : NO_OUTCOMES,
    };
  }
  for (const property of Object.keys(isRecord(schema.dependentSchemas) ? schema.dependentSchemas : {}))
    yield {
      name: `dependentSchemas of ${property}`,
      possibleOutcomes: BOTH_OUTCOMES,
      outcomesOf: (value) =>
        isObjectValue(value) && Object.hasOwn(value, property)
          ? toOutcomes(fits(at('dependentSchemas', property), value))
          : NO_OUTCOMES,
    };
}
