// Values that differ from a valid one in one location.

import { getAtPath } from '../../mock/resources/property-path.ts';
import { isRecord } from '../../openapi/is-record.ts';
import type { Part } from '../../openapi/references.ts';
import { childPointer, pointerSegments } from '../../schema/json-pointer.ts';
import { branchesOf } from './branches.ts';
import { filledOut } from './filled-out.ts';
import { otherValues } from './other-values.ts';
import { demandsAt, isReadOnly, type Other, replaced, type Varying } from './varying.ts';

/** A value with one change, to be validated. */
export interface Variation extends Other {
  /** The location of the change: a JSON pointer. */
  readonly pointer: string;
  /** Whether the new value belongs to another branch of a choice. Default false. */
  readonly isBranch?: boolean;
}

/** Maximum depth of changes. */
const MOST_LEVELS = 8;

/** Generates values with one change each: of the value, of matching branches, then of optional properties. */
export function* variations(schema: Part, value: unknown, varying: Varying): Generator<Variation> {
  const branches: Variation[] = [];
  for (const one of variationsOf(schema, value, varying)) {
    yield one;
    if (one.isBranch && varying.document.validate(schema as Part<object>, one.value, 'request').length === 0)
      branches.push(one);
  }
  for (const { value: other, pointer } of branches)
    for (const one of variationsOf(schema, other, varying))
      if (one.pointer.startsWith(`${pointer}/`) && !one.isBranch) yield one;
  const whole = filledOut(schema, value, varying);
  if (whole === value) return;
  for (const one of variationsOf(schema, whole, varying))
    if (getAtPath(value, pointerSegments(one.pointer)) === undefined) yield one;
}

function* variationsOf(schema: Part, value: unknown, varying: Varying): Generator<Variation> {
  yield* below([schema], value, '', 0);

  function* below(parts: readonly Part[], here: unknown, pointer: string, level: number): Generator<Variation> {
    const demands = demandsAt(parts, here, varying);
    for (const { value: other, what } of otherValues(demands, here, varying)) {
      yield { value: replaced(value, pointer, other), pointer, what };
    }
    for (const { value: other, what } of branchesOf(parts, demands, here, varying)) {
      yield { value: replaced(value, pointer, other), pointer, what, isBranch: true };
    }
    if (level === MOST_LEVELS) return;
    if (isRecord(here)) {
      for (const name of Object.keys(here)) {
        if (isReadOnly(demands.properties.get(name), varying)) continue;
        const at = childPointer(pointer, name);
        yield { value: replaced(value, at, undefined), pointer: at, what: 'omitted' };
        yield* below(demands.properties.get(name) ?? demands.others, here[name], at, level + 1);
      }
    } else if (Array.isArray(here) && here.length > 0) {
      yield* below([...(demands.first[0] ?? []), ...demands.item], here[0], childPointer(pointer, 0), level + 1);
    }
  }
}
