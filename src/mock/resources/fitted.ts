// Coerces a value to a schema with the smallest possible changes.

import type { Finding } from '../../openapi/finding.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { lazy } from '../../openapi/lazy.ts';
import { pointerSegments } from '../../schema/json-pointer.ts';
import { sizeOf } from './size.ts';

/**
 * Maximum number of validation rounds: a long list reports twenty findings at a time, a very long one a single finding.
 */
const MOST_ROUNDS = 60;
/** After this many rounds, a repair in one list item is applied to all items. */
const ALONE = 2;
/** As `ALONE`, for findings that some items may not have. */
const ALONE_BY_VALUE = 12;
/** Maximum total work of validation, see `Size`. */
const MOST_WORK = 4 * 1024 * 1024;
/** Maximum number of rounds after that, in which whole properties come from the model. */
const MOST_LAST_ROUNDS = 6;

/** Keywords that usually fail in all items of a list alike. */
const OF_FORM: ReadonlySet<string> = new Set([
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
export function fitted(value: unknown, model: () => unknown, check: (value: unknown) => readonly Finding[]): unknown {
  // Creating a model is expensive.
  const right = lazy(model);
  let fit = value;
  let size: number | undefined;
  let work = 0;
  let lastRounds = 0;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const findings = check(fit);
    if (findings.length === 0) return fit;
    size ??= sizeOf(fit).amount;
    work += size;
    const isLast = work > MOST_WORK && round > ALONE;
    if (isLast) lastRounds += 1;
    if (lastRounds > MOST_LAST_ROUNDS) return undefined;
    const before = fit;
    const done = new Set<string>();
    for (const finding of findings) {
      const isWide = isLast || round >= (OF_FORM.has(finding.keyword) ? ALONE : ALONE_BY_VALUE);
      const mend = mendFor(finding, isWide, isLast && isRecord(fit));
      const key = isWide
        ? `${mend.steps.map((step) => (INDEX.test(step) ? '*' : step)).join('/')} ${finding.keyword}`
        : '';
      if (isWide && done.has(key)) continue;
      done.add(key);
      fit = mended(fit, mend, right);
    }
    if (fit === before) return undefined;
  }
  return undefined;
}

const INDEX = /^\d+$/;

/** A repair for a finding. */
interface Mend {
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
function mendFor({ pointer, keyword, params }: Finding, isWide: boolean, isWhole: boolean): Mend {
  const steps = pointerSegments(pointer);
  const surplus = params.additionalProperty ?? params.unevaluatedProperty ?? params.propertyName;
  const { missingProperty } = params;
  const isMissing = typeof surplus !== 'string' && typeof missingProperty === 'string';
  const place = typeof surplus === 'string' ? [...steps, surplus] : steps;
  if (isWhole && place.length > 1) return { steps: place.slice(0, 1), missing: false, isWide: false };
  if (keyword === 'maxItems') return { steps, missing: false, isWide: false, limit: Number(params.limit) };
  return { steps: place, missing: isMissing, isWide, ...(keyword === 'type' && { type: params.type }) };
}

function mended(value: unknown, { steps, missing, isWide, limit, type }: Mend, model: () => unknown): unknown {
  const was = standing(value, steps);
  if (limit !== undefined && Array.isArray(was)) return put(value, steps, () => was.slice(0, limit), undefined);
  const kind = isWide ? kindOf(was) : undefined;
  const isSaid = otherwise(was, type) !== undefined;
  const found = isSaid ? undefined : standing(model(), steps);
  if (isSaid || found !== undefined)
    return put(value, steps, (one) => otherwise(one, type) ?? (found === undefined ? one : found), kind);
  // Remove what cannot be completed.
  const place = missing ? steps.slice(0, -1) : steps;
  return removed(value, place, isWide ? kindOf(standing(value, place)) : undefined);
}

/** Converts a number to a string, or a numeric string to a number; undefined if neither is expected. */
function otherwise(value: unknown, wanted: unknown): string | number | undefined {
  const types: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
  if (typeof value === 'number' && types.includes('string')) return String(value);
  const isNumber = typeof value === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(value);
  return isNumber && (types.includes('number') || (types.includes('integer') && !value.includes('.')))
    ? Number(value)
    : undefined;
}

/** The value at a path; for an index beyond the end of a list, that of the first item. */
function standing(value: unknown, steps: readonly string[]): unknown {
  let found = value;
  for (const step of steps) {
    if (Array.isArray(found)) found = found[Number(step)] ?? found[0];
    else if (isRecord(found) && Object.hasOwn(found, step)) found = found[step];
    else return undefined;
  }
  return found;
}

type Kind = string;

function kindOf(value: unknown): Kind {
  return Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;
}

/** @param kind - applies to all items of lists that hold a value of this type. Default: only to the exact path */
function put(
  value: unknown,
  [step, ...rest]: readonly string[],
  given: (was: unknown) => unknown,
  kind: Kind | undefined,
): unknown {
  if (step === undefined) return kind === undefined || kindOf(value) === kind ? given(value) : value;
  if (Array.isArray(value)) {
    if (kind !== undefined) return value.map((one) => put(one, rest, given, kind));
    const index = Number(step);
    return index < value.length ? value.with(index, put(value[index], rest, given, kind)) : value;
  }
  if (!isRecord(value)) return value;
  return { ...value, [step]: put(Object.hasOwn(value, step) ? value[step] : undefined, rest, given, kind) };
}

/** @param kind - as for `put` */
function removed(value: unknown, [step, ...rest]: readonly string[], kind: Kind | undefined): unknown {
  if (step === undefined) return value;
  if (Array.isArray(value)) {
    if (kind !== undefined) {
      if (rest.length === 0) return value.filter((one) => kindOf(one) !== kind);
      return value.map((one) => removed(one, rest, kind));
    }
    const index = Number(step);
    if (!(index < value.length)) return value;
    return rest.length === 0 ? value.toSpliced(index, 1) : value.with(index, removed(value[index], rest, kind));
  }
  if (!isRecord(value) || !Object.hasOwn(value, step)) return value;
  if (rest.length > 0) return { ...value, [step]: removed(value[step], rest, kind) };
  if (kind !== undefined && kindOf(value[step]) !== kind) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== step));
}
