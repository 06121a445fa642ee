// Constraints on members of objects and items of lists.

import { createPattern } from '../../../schema/pattern.ts';
import { isRecord } from '../../is-record.ts';
import { child } from '../../pointer.ts';
import { textsIn } from '../pieces.ts';
import { type Ask, type Asking, BOTH, NOTHING, shown } from './ask.ts';

export function* memberAsks(source: Asking): Generator<Ask> {
  const { schema, pointer, readOnly, fits } = source;
  for (const property of new Set(textsIn(schema.required))) {
    if (readOnly.has(property)) continue;
    yield {
      name: 'required',
      property,
      shows: BOTH,
      of: (value) => (isObject(value) ? shown(has(value, property)) : NOTHING),
    };
  }
  if (schema.additionalProperties === false) {
    const covers = coveredBy(schema);
    yield {
      name: 'additionalProperties false',
      shows: BOTH,
      of: (value) => (isObject(value) ? shown(Object.keys(value).every(covers)) : NOTHING),
    };
  }
  const { propertyNames, dependentRequired, items, prefixItems, contains } = schema;
  if (isRecord(propertyNames)) {
    const names = { value: propertyNames, pointer: child(pointer, 'propertyNames') };
    yield {
      name: 'propertyNames',
      shows: BOTH,
      of: (value) => (isObject(value) ? shown(Object.keys(value).every((name) => fits(names, name))) : NOTHING),
    };
  }
  for (const [given, requiredNames] of Object.entries(isRecord(dependentRequired) ? dependentRequired : {})) {
    const names = textsIn(requiredNames);
    yield {
      name: `dependentRequired of ${given}`,
      shows: BOTH,
      of: (value) => (isObject(value) && has(value, given) ? shown(names.every((name) => has(value, name))) : NOTHING),
    };
  }
  if (items === false) {
    const most = Array.isArray(prefixItems) ? prefixItems.length : 0;
    yield {
      name: 'items false',
      shows: BOTH,
      of: (value) => (Array.isArray(value) ? shown(value.length <= most) : NOTHING),
    };
  }
  if (isRecord(contains)) yield* containsConstraints(source, contains);
}

function* containsConstraints({ schema, pointer, fits }: Asking, contains: object): Generator<Ask> {
  const { minContains, maxContains } = schema;
  const part = { value: contains, pointer: child(pointer, 'contains') };
  const count = (value: readonly unknown[]) => value.filter((item) => fits(part, item)).length;
  const least = typeof minContains === 'number' ? minContains : 1;
  if (least > 0)
    yield {
      name: least === 1 ? 'contains' : `minContains ${least}`,
      shows: BOTH,
      of: (value) => (Array.isArray(value) ? shown(count(value) >= least) : NOTHING),
    };
  if (typeof maxContains === 'number')
    yield {
      name: `maxContains ${maxContains}`,
      shows: BOTH,
      of: (value) => (Array.isArray(value) ? shown(count(value) <= maxContains) : NOTHING),
    };
}

/** Tests whether a schema declares a property name. */
export function coveredBy({ properties, patternProperties }: Asking['schema']): (name: string) => boolean {
  const own = isRecord(properties) ? properties : {};
  const patterns = Object.keys(isRecord(patternProperties) ? patternProperties : {}).map(createPattern);
  return (name) => Object.hasOwn(own, name) || patterns.some((pattern) => pattern.test(name));
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && !ArrayBuffer.isView(value) && !(value instanceof Blob);
}

function has(value: Readonly<Record<string, unknown>>, name: string): boolean {
  return Object.hasOwn(value, name) && value[name] !== undefined;
}
