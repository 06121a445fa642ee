// A value made to fit a schema, changed no more than it must be: what is not allowed goes, what is missing comes from a value that is right.

import type { Finding } from '../openapi/finding.ts';
import { isRecord } from '../openapi/is-record.ts';
import { stepsOf } from '../openapi/pointer.ts';

/** How often a value is looked at again: of long lists, twenty findings are told at a time. */
const MOST_ROUNDS = 60;

/** Keywords against which a part has to go, because it should not be there at all. */
const SURPLUS: ReadonlySet<string> = new Set(['false schema', 'writeOnly', 'readOnly', 'not', 'maxItems']);

/**
 * A value that fits; undefined when none could be made of it.
 *
 * @param model - a value that fits, asked for when something has to be taken from it
 * @param check - what is wrong with a value
 */
export function fitted(value: unknown, model: () => unknown, check: (value: unknown) => readonly Finding[]): unknown {
  let fit = value;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const findings = check(fit);
    if (findings.length === 0) return fit;
    const before = fit;
    for (const finding of findings) fit = mended(fit, finding, model);
    if (fit === before) return undefined;
  }
  return undefined;
}

function mended(value: unknown, { pointer, keyword, params }: Finding, model: () => unknown): unknown {
  const steps = stepsOf(pointer);
  const surplus = params.additionalProperty ?? params.unevaluatedProperty ?? params.propertyName;
  if (typeof surplus === 'string') return removed(value, [...steps, surplus]);
  const { missingProperty } = params;
  if (typeof missingProperty === 'string') {
    const path = [...steps, missingProperty];
    const found = standing(model(), path);
    // What cannot be completed goes.
    return found === undefined ? removed(value, steps) : put(value, path, found);
  }
  const said = keyword === 'type' ? otherwise(standing(value, steps), params.type) : undefined;
  if (said !== undefined) return put(value, steps, said);
  const found = SURPLUS.has(keyword) ? undefined : standing(model(), steps);
  return found === undefined ? removed(value, steps) : put(value, steps, found);
}

/** A number as the text that says the same, and a text as the number; undefined where it is neither. */
function otherwise(value: unknown, wanted: unknown): string | number | undefined {
  const types: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
  if (typeof value === 'number' && types.includes('string')) return String(value);
  const isNumber = typeof value === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(value);
  return isNumber && (types.includes('number') || (types.includes('integer') && !value.includes('.')))
    ? Number(value)
    : undefined;
}

/** What stands in a value; of a list that is too short, what stands in its first item. */
function standing(value: unknown, steps: readonly string[]): unknown {
  let found = value;
  for (const step of steps) {
    if (Array.isArray(found)) found = found[Number(step)] ?? found[0];
    else if (isRecord(found) && Object.hasOwn(found, step)) found = found[step];
    else return undefined;
  }
  return found;
}

function put(value: unknown, [step, ...rest]: readonly string[], given: unknown): unknown {
  if (step === undefined) return given;
  if (Array.isArray(value)) return value.map((one, index) => (String(index) === step ? put(one, rest, given) : one));
  if (!isRecord(value)) return value;
  return { ...value, [step]: put(Object.hasOwn(value, step) ? value[step] : undefined, rest, given) };
}

function removed(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return value;
  if (Array.isArray(value)) {
    if (rest.length === 0) return value.filter((_, index) => String(index) !== step);
    return value.map((one, index) => (String(index) === step ? removed(one, rest) : one));
  }
  if (!isRecord(value) || !Object.hasOwn(value, step)) return value;
  if (rest.length > 0) return { ...value, [step]: removed(value[step], rest) };
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== step));
}
