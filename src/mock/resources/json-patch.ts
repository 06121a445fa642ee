// JSON Patch (RFC 6902).

import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../schema/is-record.ts';
import { pointerSegments } from '../../schema/json-pointer.ts';
import { ApiError } from '../../server/pipeline/errors/api-error.ts';
import { measureValue } from './measure-value.ts';
import { getAtPath } from './property-path.ts';

/** Maximum number of steps of a JSON Patch. */
const MAX_STEPS = 10_000;
/**
 * Maximum size of all copied and moved values, see `ValueSize`: a few steps that double a value would exhaust the memory.
 */
const MAX_WORK = 4 * 1024 * 1024;
/** Maximum depth of the result, as in a body. */
const MAX_DEPTH = 100;

/** One operation of a JSON Patch. */
export interface PatchStep {
  /** Any text; unknown operations are rejected when they are applied. */
  readonly op: string;
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

/** Whether a body is a JSON Patch. */
export function isJsonPatch(body: unknown): body is readonly PatchStep[] {
  return Array.isArray(body) && body.every(isStep);
}

function isStep(one: unknown): one is PatchStep {
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
export function applyJsonPatch(item: unknown, patch: readonly PatchStep[]): unknown {
  if (patch.length > MAX_STEPS)
    throw new ApiError('invalid_argument', `The patch has ${patch.length} steps; the maximum is ${MAX_STEPS}`);
  const state: PatchState = { value: { item: structuredClone(item) }, work: 0 };
  for (const [index, step] of patch.entries()) {
    const problem = applyStep(state, step);
    const named = `Patch step ${index + 1} (${step.op.slice(0, 20)} ${step.path.slice(0, 100)})`;
    if (state.work > MAX_WORK)
      throw new ApiError(
        'invalid_argument',
        `${named} copies or moves too much; the maximum for all steps is ${MAX_WORK} characters (8 for each value)`,
      );
    if (problem !== undefined)
      throw new ApiError('failed_precondition', `${named} cannot be applied: ${problem}`, { status: 409 });
  }
  const patched = getAtPath(state.value, ['item']);
  if (patched === undefined)
    throw new ApiError('failed_precondition', 'The patch would remove the whole item', { status: 409 });
  return patched;
}

/** The patched value, and the work done so far. */
interface PatchState {
  readonly value: object;
  work: number;
}

type Path = readonly string[];

/**
 * Applies a step; returns the reason if it fails (RFC 6902, section 4). The step is valid, but the item may have any
 * form.
 */
function applyStep(state: PatchState, { op, path, from, value }: PatchStep): string | undefined {
  const target = ['item', ...pointerSegments(path)];
  const source = from === undefined ? undefined : ['item', ...pointerSegments(from)];
  switch (op) {
    case 'test':
      return isDeepStrictEqual(getAtPath(state.value, target), value) ? undefined : 'the value is different';
    case 'remove':
      return remove(state, target);
    case 'add':
      return value === undefined ? 'it has no value' : add(state, target, value);
    case 'replace':
      if (value === undefined) return 'it has no value';
      return replace(state, target, value);
    case 'copy':
    case 'move': {
      const found = source && getAtPath(state.value, source);
      if (!source || found === undefined) return 'the from path does not exist';
      state.work += measureValue(found).amount;
      if (state.work > MAX_WORK) return undefined;
      if (op === 'copy') return add(state, target, found);
      if (source.length < target.length && source.every((name, index) => name === target[index]))
        return 'a value cannot be moved into itself';
      return remove(state, source) ?? add(state, target, found);
    }
    default:
      return 'unknown op; use add, remove, replace, move, copy or test';
  }
}

/** Removes the value at a path. */
function remove(state: PatchState, target: Path): string | undefined {
  const name = target.at(-1) ?? '';
  const container = getAtPath(state.value, target.slice(0, -1));
  if (getAtPath(container, [name]) === undefined) return 'the path does not exist';
  if (Array.isArray(container)) {
    state.work += container.length;
    container.splice(Number(name), 1);
  } else delete (container as Record<string, unknown>)[name];
  return undefined;
}

/** Replaces the value at a path; the order of properties is preserved. */
function replace(state: PatchState, target: Path, value: unknown): string | undefined {
  if (getAtPath(state.value, target) === undefined) return 'the path does not exist';
  const isItem = Array.isArray(getAtPath(state.value, target.slice(0, -1)));
  return (isItem ? remove(state, target) : undefined) ?? add(state, target, value);
}

/** Adds a copy of a value to a list or an object. */
function add(state: PatchState, target: Path, value: unknown): string | undefined {
  if (target.length + measureValue(value).depth > MAX_DEPTH) return 'the result would be nested too deeply';
  const name = target.at(-1) ?? '';
  const container = getAtPath(state.value, target.slice(0, -1));
  const copy = structuredClone(value);
  if (Array.isArray(container)) {
    const index = name === '-' ? container.length : /^(0|[1-9]\d*)$/.test(name) ? Number(name) : Number.NaN;
    if (!(index <= container.length)) return 'array index out of range';
    state.work += container.length - index;
    container.splice(index, 0, copy);
    return undefined;
  }
  if (!isRecord(container)) return 'the parent of the path does not exist';
  Object.defineProperty(container, name, { value: copy, enumerable: true, writable: true, configurable: true });
  return undefined;
}
