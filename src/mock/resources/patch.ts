// JSON Patch (RFC 6902).

import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../openapi/is-record.ts';
import { pointerSegments } from '../../schema/json-pointer.ts';
import { ApiError } from '../../server/pipeline/errors/failure.ts';
import { valueAt } from './place.ts';
import { sizeOf } from './size.ts';

/** Maximum number of steps of a JSON Patch. */
const MOST_STEPS = 10_000;
/**
 * Maximum size of all copied and moved values, see `Size`: a few steps that double a value would exhaust the memory.
 */
const MOST_WORK = 4 * 1024 * 1024;
/** Maximum depth of the result, as in a body. */
const DEEPEST = 100;

/** One operation of a JSON Patch. */
export interface Step {
  /** Any text; unknown operations are rejected when they are applied. */
  readonly op: string;
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

/** Whether a body is a JSON Patch. */
export function isJsonPatch(body: unknown): body is readonly Step[] {
  return Array.isArray(body) && body.every(isStep);
}

function isStep(one: unknown): one is Step {
  if (!isRecord(one) || typeof one.op !== 'string') return false;
  return isPointer(one.path) && (one.from === undefined || isPointer(one.from));
}

function isPointer(value: unknown): boolean {
  return typeof value === 'string' && (value === '' || value.startsWith('/'));
}

/**
 * Applies a JSON Patch, all or nothing.
 *
 * @throws ApiError `failed_precondition` (409) if a step or a test fails (RFC 5789, section 2.2)
 * @throws ApiError `invalid_argument` if it exceeds a limit
 */
export function jsonPatch(item: unknown, patch: readonly Step[]): unknown {
  if (patch.length > MOST_STEPS)
    throw new ApiError('invalid_argument', `The patch has ${patch.length} steps; the maximum is ${MOST_STEPS}`);
  const whole: Whole = { value: { item: structuredClone(item) }, work: 0 };
  for (const [index, step] of patch.entries()) {
    const problem = problemOf(whole, step);
    const named = `Patch step ${index + 1} (${step.op.slice(0, 20)} ${step.path.slice(0, 100)})`;
    if (whole.work > MOST_WORK)
      throw new ApiError(
        'invalid_argument',
        `${named} copies or moves too much; the maximum for all steps is ${MOST_WORK} characters (8 for each value)`,
      );
    if (problem !== undefined)
      throw new ApiError('failed_precondition', `${named} cannot be applied: ${problem}`, { status: 409 });
  }
  const patched = valueAt(whole.value, ['item']);
  if (patched === undefined)
    throw new ApiError('failed_precondition', 'The patch would remove the whole item', { status: 409 });
  return patched;
}

/** The patched value, and the work done so far. */
interface Whole {
  readonly value: object;
  work: number;
}

type Path = readonly string[];

/**
 * Applies a step; returns the reason if it fails (RFC 6902, section 4). The step is valid, but the item may have any
 * form.
 */
function problemOf(whole: Whole, { op, path, from, value }: Step): string | undefined {
  const place = ['item', ...pointerSegments(path)];
  const source = from === undefined ? undefined : ['item', ...pointerSegments(from)];
  switch (op) {
    case 'test':
      return isDeepStrictEqual(valueAt(whole.value, place), value) ? undefined : 'the value is different';
    case 'remove':
      return taken(whole, place);
    case 'add':
      return value === undefined ? 'it has no value' : added(whole, place, value);
    case 'replace':
      if (value === undefined) return 'it has no value';
      return replaced(whole, place, value);
    case 'copy':
    case 'move': {
      const found = source && valueAt(whole.value, source);
      if (!source || found === undefined) return 'the from path does not exist';
      whole.work += sizeOf(found).amount;
      if (whole.work > MOST_WORK) return undefined;
      if (op === 'copy') return added(whole, place, found);
      if (source.length < place.length && source.every((name, index) => name === place[index]))
        return 'a value cannot be moved into itself';
      return taken(whole, source) ?? added(whole, place, found);
    }
    default:
      return 'unknown op; use add, remove, replace, move, copy or test';
  }
}

/** Removes the value at a path. */
function taken(whole: Whole, place: Path): string | undefined {
  const name = place.at(-1) ?? '';
  const holder = valueAt(whole.value, place.slice(0, -1));
  if (valueAt(holder, [name]) === undefined) return 'the path does not exist';
  if (Array.isArray(holder)) {
    whole.work += holder.length;
    holder.splice(Number(name), 1);
  } else delete (holder as Record<string, unknown>)[name];
  return undefined;
}

/** Replaces the value at a path; the order of properties is preserved. */
function replaced(whole: Whole, place: Path, value: unknown): string | undefined {
  if (valueAt(whole.value, place) === undefined) return 'the path does not exist';
  const isItem = Array.isArray(valueAt(whole.value, place.slice(0, -1)));
  return (isItem ? taken(whole, place) : undefined) ?? added(whole, place, value);
}

/** Adds a copy of a value to a list or an object. */
function added(whole: Whole, place: Path, value: unknown): string | undefined {
  if (place.length + sizeOf(value).depth > DEEPEST) return 'the result would be nested too deeply';
  const name = place.at(-1) ?? '';
  const holder = valueAt(whole.value, place.slice(0, -1));
  const copy = structuredClone(value);
  if (Array.isArray(holder)) {
    const index = name === '-' ? holder.length : /^(0|[1-9]\d*)$/.test(name) ? Number(name) : Number.NaN;
    if (!(index <= holder.length)) return 'array index out of range';
    whole.work += holder.length - index;
    holder.splice(index, 0, copy);
    return undefined;
  }
  if (!isRecord(holder)) return 'the parent of the path does not exist';
  Object.defineProperty(holder, name, { value: copy, enumerable: true, writable: true, configurable: true });
  return undefined;
}
