// Constraints on members of objects and items of lists.

import { isRecord } from '../../../schema/is-record.ts';
import { childPointer } from '../../../schema/json-pointer.ts';
import { createPattern } from '../../../schema/pattern.ts';
import { stringsIn } from '../composed-schemas.ts';
import {
  BOTH_OUTCOMES,
  type ConstraintSource,
  type KeywordConstraint,
  NO_OUTCOMES,
  toOutcomes,
} from './keyword-constraint.ts';

export function* memberConstraints(source: ConstraintSource): Generator<KeywordConstraint> {
  const { schema, pointer, readOnly, fits } = source;
  for (const property of new Set(stringsIn(schema.required))) {
    if (readOnly.has(property)) continue;
    yield {
      name: 'required',
      property,
      possibleOutcomes: BOTH_OUTCOMES,
      outcomesOf: (value) => (isObjectValue(value) ? toOutcomes(has(value, property)) : NO_OUTCOMES),
    };
  }
  if (schema.additionalProperties === false) {
    const covers = createNameMatcher(schema);
    yield {
      name: 'additionalProperties false',
      possibleOutcomes: BOTH_OUTCOMES,
      outcomesOf: (value) => (isObjectValue(value) ? toOutcomes(Object.keys(value).every(covers)) : NO_OUTCOMES),
    };
  }
  const { propertyNames, dependentRequired, items, prefixItems, contains } = schema;
  if (isRecord(propertyNames)) {
    const names = { value: propertyNames, pointer: childPointer(pointer, 'propertyNames') };
    yield {
      name: 'propertyNames',
      possibleOutcomes: BOTH_OUTCOMES,
      outcomesOf: (value) =>
        isObjectValue(value) ? toOutcomes(Object.keys(value).every((name) => fits(names, name))) : NO_OUTCOMES,
    };
  }
  for (const [given, requiredNames] of Object.entries(isRecord(dependentRequired) ? dependentRequired : {})) {
    const names = stringsIn(requiredNames);
    yield {
      name: `dependentRequired of ${given}`,
      possibleOutcomes: BOTH_OUTCOMES,
      outcomesOf: (value) =>
        isObjectValue(value) && has(value, given) ? toOutcomes(names.every((name) => has(value, name))) : NO_OUTCOMES,
    };
  }
  if (items === false) {
    const most = Array.isArray(prefixItems) ? prefixItems.length : 0;
    yield {
      name: 'items false',
      possibleOutcomes: BOTH_OUTCOMES,
      outcomesOf: (value) => (Array.isArray(value) ? toOutcomes(value.length <= most) : NO_OUTCOMES),
    };
  }
  if (isRecord(contains)) yield* containsConstraints(source, contains);
}

function* containsConstraints(
  { schema, pointer, fits }: ConstraintSource,
  contains: object,
): Generator<KeywordConstraint> {
  const { minContains, maxContains } = schema;
  const part = { value: contains, pointer: childPointer(pointer, 'contains') };
  const count = (value: readonly unknown[]) => value.filter((item) => fits(part, item)).length;
  const least = typeof minContains === 'number' ? minContains : 1;
  if (least > 0)
    yield {
      name: least === 1 ? 'contains' : `minContains ${least}`,
      possibleOutcomes: BOTH_OUTCOMES,
      outcomesOf: (value) => (Array.isArray(value) ? toOutcomes(count(value) >= least) : NO_OUTCOMES),
    };
  if (typeof maxContains === 'number')
    yield {
      name: `maxContains ${maxContains}`,
      possibleOutcomes: BOTH_OUTCOMES,
      outcomesOf: (value) => (Array.isArray(value) ? toOutcomes(count(value) <= maxContains) : NO_OUTCOMES),
    };
}

/** Tests whether a schema declares a property name. */
export function createNameMatcher({
  properties,
  patternProperties,
}: ConstraintSource['schema']): (name: string) => boolean {
  const own = isRecord(properties) ? properties : {};
  const patterns = Object.keys(isRecord(patternProperties) ? patternProperties : {}).map(createPattern);
  return (name) => Object.hasOwn(own, name) || patterns.some((pattern) => pattern.test(name));
}

export function isObjectValue(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && !ArrayBuffer.isView(value) && !(value instanceof Blob);
}

function has(value: Readonly<Record<string, unknown>>, name: string): boolean {
  return Object.hasOwn(value, name) && value[name] !== undefined;
}
