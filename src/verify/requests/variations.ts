// Values that differ from a valid one in one location.

import { getAtPath } from '../../mock/resources/property-path.ts';
import type { ValueConstraints } from '../../mock/samples/generate/value-constraints.ts';
import type { Part } from '../../openapi/references.ts';
import type { SchemaObject } from '../../openapi/schema/schema-index.ts';
import { isRecord } from '../../schema/is-record.ts';
import { childPointer, pointerSegments } from '../../schema/json-pointer.ts';
import { fillOptionalProperties } from './optional-properties.ts';
import { generateOtherValues } from './other-values.ts';
import {
  collectConstraints,
  isReadOnly,
  MAX_VALUES,
  type OtherValue,
  replaceAt,
  type VariationContext,
} from './variation-context.ts';

/** A value with one change, to be validated. */
export interface Variation extends OtherValue {
  /** The location of the change: a JSON pointer. */
  readonly pointer: string;
  /** Whether the new value belongs to another branch of a choice. Default false. */
  readonly isBranch?: boolean;
}

/** Maximum depth of changes. */
const MAX_LEVELS = 8;

/** Generates values with one change each: of the value, of matching branches, then of optional properties. */
export function* generateVariations(
  schema: Part,
  value: unknown,
  variationContext: VariationContext,
): Generator<Variation> {
  const branches: Variation[] = [];
  for (const one of variationsOf(schema, value, variationContext)) {
    yield one;
    if (one.isBranch && variationContext.document.validate(schema as Part<object>, one.value, 'request').length === 0)
      branches.push(one);
  }
  for (const { value: other, pointer } of branches)
    for (const one of variationsOf(schema, other, variationContext))
      if (one.pointer.startsWith(`${pointer}/`) && !one.isBranch) yield one;
  const filled = fillOptionalProperties(schema, value, variationContext);
  if (filled === value) return;
  for (const one of variationsOf(schema, filled, variationContext))
    if (getAtPath(value, pointerSegments(one.pointer)) === undefined) yield one;
}

function* variationsOf(schema: Part, value: unknown, variationContext: VariationContext): Generator<Variation> {
  yield* generateBelow([schema], value, '', 0);

  function* generateBelow(
    parts: readonly Part[],
    current: unknown,
    pointer: string,
    level: number,
  ): Generator<Variation> {
    const constraints = collectConstraints(parts, current, variationContext);
    for (const { value: other, description } of generateOtherValues(constraints, current, variationContext)) {
      yield { value: replaceAt(value, pointer, other), pointer, description };
    }
    for (const { value: other, description } of generateBranchValues(parts, constraints, current, variationContext)) {
      yield { value: replaceAt(value, pointer, other), pointer, description, isBranch: true };
    }
    if (level === MAX_LEVELS) return;
    if (isRecord(current)) {
      for (const name of Object.keys(current)) {
        if (isReadOnly(constraints.properties.get(name), variationContext)) continue;
        const at = childPointer(pointer, name);
        yield { value: replaceAt(value, at, undefined), pointer: at, description: 'omitted' };
        yield* generateBelow(constraints.properties.get(name) ?? constraints.others, current[name], at, level + 1);
      }
    } else if (Array.isArray(current) && current.length > 0) {
      yield* generateBelow(
        [...(constraints.first[0] ?? []), ...constraints.item],
        current[0],
        childPointer(pointer, 0),
        level + 1,
      );
    }
  }
}

/** Generates values for the branches that the present value does not match. */
export function* generateBranchValues(
  parts: readonly Part[],
  constraints: ValueConstraints,
  current: unknown,
  variationContext: VariationContext,
): Generator<OtherValue> {
  const { document, schemaIndex, sample } = variationContext;
  for (const part of parts) {
    const found = [part, ...(isRecord(part.value) ? schemaIndex.referenced(part as Part<SchemaObject>) : [])];
    for (const { value: schema, pointer } of found) {
      if (!isRecord(schema)) continue;
      for (const keyword of ['oneOf', 'anyOf']) {
        const all = schema[keyword];
        if (!Array.isArray(all)) continue;
        for (const [index, branch] of all.slice(0, MAX_VALUES).entries()) {
          const at = { value: branch, pointer: childPointer(pointer, keyword, index) };
          if (document.validate(at as Part<object>, current, 'request').length === 0) continue;
          const value = completeBranchValue(sample(at), at, constraints, variationContext);
          if (value !== undefined) yield { value, description: `matching ${keyword}/${index}` };
        }
      }
    }
  }
}

/** Completes a value of a branch: its required properties may be declared beside the choice. */
function completeBranchValue(
  value: unknown,
  branch: Part,
  constraints: ValueConstraints,
  variationContext: VariationContext,
): unknown {
  if (!isRecord(value)) return value;
  const own = collectConstraints([branch], value, variationContext).properties;
  const members = Object.entries(value).map(([name, member]) => {
    const [part] = own.has(name) ? [] : (constraints.properties.get(name) ?? []);
    return [name, part ? (variationContext.sample(part) ?? member) : member] as const;
  });
  return Object.fromEntries(members);
}
