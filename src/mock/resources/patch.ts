// An item changed by a JSON Patch (RFC 6902).

import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../openapi/is-record.ts';
import { pointerSegments } from '../../schema/json-pointer.ts';
import { ApiError } from '../../server/pipeline/errors/failure.ts';
import { valueAt } from './place.ts';
import { sizeOf } from './size.ts';

/** How many steps a JSON Patch may have. */
const MOST_STEPS = 10_000;
/** How much the steps of a patch may copy and move in all, see `Size`: a few that each double a value would fill any memory. */
const MOST_WORK = 4 * 1024 * 1024;
/** How deep values may stand in one another then: as deep as in a body. */
const DEEPEST = 100;

/** One operation of a JSON Patch. */
export interface Step {
  /** Any text: there are six operations, and what is none of them cannot be done. */
  readonly op: string;
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

/** Whether a body is a JSON Patch: a list of operations. */
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
 * An item after a JSON Patch, of which all is done or nothing.
 *
 * @throws ApiError `failed_precondition` (409) when a step cannot be done, or a test does not hold (RFC 5789, section 2.2)
 * @throws ApiError `invalid_argument` when it is more than is done at once
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

/** What is changed in place, and how much was copied and moved. */
interface Whole {
  readonly value: object;
  work: number;
}

type Path = readonly string[];

/** Does a step; tells why it cannot be done. What it says was checked, but the item may have any form (RFC 6902, section 4). */
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

/** Takes away what stands there. */
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

/** Puts a copy of a value in the place of what stands there; the order of properties stays. */
function replaced(whole: Whole, place: Path, value: unknown): string | undefined {
  if (valueAt(whole.value, place) === undefined) return 'the path does not exist';
  const isItem = Array.isArray(valueAt(whole.value, place.slice(0, -1)));
  return (isItem ? taken(whole, place) : undefined) ?? added(whole, place, value);
}

/** Puts a copy of a value there: into a list, or as a property. */
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
