// Coerces a value to a schema with the smallest possible changes.

import type { Finding } from '../../openapi/finding.ts';
import { isRecord } from '../../schema/is-record.ts';
import { isJsonNumber, type JsonNumber, toNumber } from '../../schema/json/exact-number.ts';
import { pointerSegments } from '../../schema/json-pointer.ts';
import { once } from '../../schema/once.ts';
import { measureValue } from './measure-value.ts';

/**
 * Maximum number of validation rounds: a long list reports twenty findings at a time, a very long one a single finding.
 */
const MAX_ROUNDS = 60;
/** After this many rounds, a repair in one list item is applied to all items. */
const ROUNDS_PER_ITEM = 2;
/** As `ROUNDS_PER_ITEM`, for findings that some items may not have. */
const ROUNDS_PER_VALUE = 12;
/** Maximum total work of validation, see `ValueSize`. */
const MAX_WORK = 4 * 1024 * 1024;
/** Maximum number of rounds after that, in which whole properties come from the model. */
const MAX_LAST_ROUNDS = 6;

/** Keywords that usually fail in all items of a list alike. */
const STRUCTURAL: ReadonlySet<string> = new Set([
  'type',
  'required',
  'additionalProperties',
  'unevaluatedProperties',
  'false schema',
  'writeOnly',
  'readOnly',
  'not',
]);

/**
 * Coerces a value to a schema: removes what is not allowed, and takes what is missing from a valid model.
 *
 * @param model - creates a valid value; called once at most
 * @param check - validates a value
 * @returns undefined if the value cannot be coerced
 */
export function coerceToSchema(
  value: unknown,
  model: () => unknown,
  check: (value: unknown) => readonly Finding[],
): unknown {
  // Creating a model is expensive.
  const validModel = once(model);
  let current = value;
  let size: number | undefined;
  let work = 0;
  let lastRounds = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const findings = check(current);
    if (findings.length === 0) return current;
    size ??= measureValue(current).amount;
    work += size;
    const isLast = work > MAX_WORK && round > ROUNDS_PER_ITEM;
    if (isLast) lastRounds += 1;
    if (lastRounds > MAX_LAST_ROUNDS) return undefined;
    const before = current;
    const done = new Set<string>();
    for (const finding of findings) {
      const isWide = isLast || round >= (STRUCTURAL.has(finding.keyword) ? ROUNDS_PER_ITEM : ROUNDS_PER_VALUE);
      const repair = createRepair(finding, isWide, isLast && isRecord(current));
      const key = isWide
        ? `${repair.steps.map((step) => (INDEX.test(step) ? '*' : step)).join('/')} ${finding.keyword}`
        : '';
      if (isWide && done.has(key)) continue;
      done.add(key);
      current = applyRepair(current, repair, validModel);
    }
    if (current === before) return undefined;
  }
  return undefined;
}

const INDEX = /^\d+$/;

/** A repair for a finding. */
interface Repair {
  readonly steps: readonly string[];
  /** Whether the parent is removed if the model lacks the missing property too. */
  readonly missing: boolean;
  /** Whether the repair applies to all items of lists on the path that hold the same type of value. */
  readonly isWide: boolean;
  /** Maximum number of items for a list that is too long. */
  readonly limit?: number;
  /** The expected type or types if the type is wrong. */
  readonly type?: unknown;
}

/** @param isWhole - whether to replace the whole top-level property */
function createRepair({ pointer, keyword, params }: Finding, isWide: boolean, isWhole: boolean): Repair {
  const steps = pointerSegments(pointer);
  const surplus = params.additionalProperty ?? params.unevaluatedProperty ?? params.propertyName;
  const { missingProperty } = params;
  const isMissing = typeof surplus !== 'string' && typeof missingProperty === 'string';
  const path = typeof surplus === 'string' ? [...steps, surplus] : steps;
  if (isWhole && path.length > 1) return { steps: path.slice(0, 1), missing: false, isWide: false };
  if (keyword === 'maxItems') return { steps, missing: false, isWide: false, limit: Number(params.limit) };
  return { steps: path, missing: isMissing, isWide, ...(keyword === 'type' && { type: params.type }) };
}

function applyRepair(value: unknown, { steps, missing, isWide, limit, type }: Repair, model: () => unknown): unknown {
  const previous = findValue(value, steps);
  if (limit !== undefined && Array.isArray(previous))
    return setValues(value, steps, () => previous.slice(0, limit), undefined);
  const jsonType = isWide ? jsonTypeOf(previous) : undefined;
  const isConverted = convert(previous, type) !== undefined;
  const found = isConverted ? undefined : findValue(model(), steps);
  if (isConverted || found !== undefined)
    return setValues(value, steps, (one) => convert(one, type) ?? (found === undefined ? one : found), jsonType);
  // Remove what cannot be completed.
  const path = missing ? steps.slice(0, -1) : steps;
  return removeValues(value, path, isWide ? jsonTypeOf(findValue(value, path)) : undefined);
}

/** Converts a number to a string, or a numeric string to a number; undefined if neither is expected. */
function convert(value: unknown, wanted: unknown): string | JsonNumber | undefined {
  const types: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
  if (isJsonNumber(value) && types.includes('string')) return String(value);
  const isNumber = typeof value === 'string' && /^-?(\d{1,15}(\.\d{1,15})?|\d{16,30})$/.test(value);
  return isNumber && (types.includes('number') || (types.includes('integer') && !value.includes('.')))
    ? toNumber(value)
    : undefined;
}

/** The value at a path; for an index beyond the end of a list, that of the first item. */
function findValue(value: unknown, steps: readonly string[]): unknown {
  let found = value;
  for (const step of steps) {
    if (Array.isArray(found)) found = found[Number(step)] ?? found[0];
    else if (isRecord(found) && Object.hasOwn(found, step)) found = found[step];
    else return undefined;
  }
  return found;
}

type JsonType = string;

function jsonTypeOf(value: unknown): JsonType {
  if (isJsonNumber(value)) return 'number';
  return Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;
}

/** @param jsonType - applies to all items of lists that hold a value of this type. Default: only to the exact path */
function setValues(
  value: unknown,
  [step, ...rest]: readonly string[],
  replace: (previous: unknown) => unknown,
  jsonType: JsonType | undefined,
): unknown {
  if (step === undefined) return jsonType === undefined || jsonTypeOf(value) === jsonType ? replace(value) : value;
  if (Array.isArray(value)) {
    if (jsonType !== undefined) return value.map((one) => setValues(one, rest, replace, jsonType));
    const index = Number(step);
    return index < value.length ? value.with(index, setValues(value[index], rest, replace, jsonType)) : value;
  }
  if (!isRecord(value)) return value;
  return { ...value, [step]: setValues(Object.hasOwn(value, step) ? value[step] : undefined, rest, replace, jsonType) };
}

/** @param jsonType - as for `setValues` */
function removeValues(value: unknown, [step, ...rest]: readonly string[], jsonType: JsonType | undefined): unknown {
  if (step === undefined) return value;
  if (Array.isArray(value)) {
    if (jsonType !== undefined) {
      if (rest.length === 0) return value.filter((one) => jsonTypeOf(one) !== jsonType);
      return value.map((one) => removeValues(one, rest, jsonType));
    }
    const index = Number(step);
    if (!(index < value.length)) return value;
    return rest.length === 0
      ? value.toSpliced(index, 1)
      : value.with(index, removeValues(value[index], rest, jsonType));
  }
  if (!isRecord(value) || !Object.hasOwn(value, step)) return value;
  if (rest.length > 0) return { ...value, [step]: removeValues(value[step], rest, jsonType) };
  if (jsonType !== undefined && jsonTypeOf(value[step]) !== jsonType) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== step));
}
