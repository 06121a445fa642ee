// Validation targets of references, compiled on first use.

import type { ValidateFunction } from 'ajv';
import { isRecord } from '../../../schema/is-record.ts';
import { childPointer } from '../../../schema/json-pointer.ts';
import { type DiscriminatorChoice, discriminatorValue } from '../discriminator.ts';
import { anchorKey, type ValidationContext, type ValidationTarget } from './keywords.ts';

/** The validation of one value. */
export interface ValidationRun {
  /** References followed so far. */
  calls: number;
  /** Nested references at the moment. */
  depth: number;
  /** Cached results for parts of the value, used after many calls. */
  found: Map<ValidationTarget, Map<unknown, Outcome>>;
}

interface Outcome {
  /** The path of the value; undefined if the result does not depend on it. */
  readonly path: string | undefined;
  readonly valid: boolean;
  readonly errors: ValidationTarget['errors'];
  readonly evaluated: unknown;
}

/** Calls after which results are cached. Recursive alternatives double the attempts with each level. */
const MAX_UNCACHED_CALLS = 2000;
/** Nested calls after which results are cached: each takes several stack frames. */
const MAX_UNCACHED_DEPTH = 300;
/** Maximum errors of one reference. */
const MAX_ERRORS = 200;

export function createValidationRun(): ValidationRun {
  return { calls: 0, depth: 0, found: new Map() };
}

/** Resets the state for the next value. */
export function resetValidationRun(run: ValidationRun): void {
  if (run.found.size > 0) run.found = new Map();
  run.calls = 0;
  // An exception leaves the depth as it was.
  run.depth = 0;
}

/** Creates the target of a reference. `make` compiles the validator. */
export function createValidationTarget(make: () => ValidateFunction, run: ValidationRun): ValidationTarget {
  let validate: ValidateFunction | undefined;
  const target: ValidationTarget = (value, context) => {
    validate ??= make();
    run.calls += 1;
    if (run.calls > MAX_UNCACHED_CALLS || run.depth > MAX_UNCACHED_DEPTH)
      return validateCached(target, validate, value, context, run);
    run.depth += 1;
    const valid = validate(value, context as never) as boolean;
    run.depth -= 1;
    target.errors = limitErrors(validate.errors);
    target.evaluated = validate.evaluated;
    return valid;
  };
  target.compile = () => {
    validate ??= make();
  };
  return target;
}

/** The result of valid parts, and of parts that are being validated: without errors, the path does not matter. */
const VALID: Outcome = { path: undefined, valid: true, errors: null, evaluated: undefined };

/**
 * Validates each part of a value once. A recursive call for the same part returns valid: it cannot find anything new.
 */
function validateCached(
  target: ValidationTarget,
  validate: ValidateFunction,
  value: unknown,
  context: ValidationContext | undefined,
  run: ValidationRun,
): boolean {
  const known = run.found.get(target) ?? new Map<unknown, Outcome>();
  run.found.set(target, known);
  const path = context?.instancePath ?? '';
  let outcome = known.get(value);
  if (!outcome || (outcome.path !== undefined && outcome.path !== path)) {
    // Ajv reads `evaluated` of validators that have it; here nothing is evaluated.
    known.set(value, validate.evaluated ? { ...VALID, path, evaluated: {} } : VALID);
    const valid = validate(value, context as never) as boolean;
    const { errors, evaluated } = validate;
    // Ajv reuses the same object for each value.
    outcome =
      valid && !evaluated
        ? VALID
        : { path, valid, errors: limitErrors(errors), evaluated: evaluated && { ...evaluated } };
    known.set(value, outcome);
  }
  // Ajv appends to the list that it receives.
  target.errors = outcome.errors && [...outcome.errors];
  target.evaluated = outcome.evaluated;
  return outcome.valid;
}

/** The first errors and the last one, which is the summary. Alternatives may report the same errors many times. */
function limitErrors(errors: ValidationTarget['errors']): ValidationTarget['errors'] {
  return errors && errors.length > MAX_ERRORS ? [...errors.slice(0, MAX_ERRORS - 1), ...errors.slice(-1)] : errors;
}

/** A target that a discriminator selects. */
export function createDiscriminatorTarget(
  choice: DiscriminatorChoice,
  targetAt: (chosen: string | undefined) => ValidationTarget,
): ValidationTarget {
  const {
    property,
    byValue,
    untagged,
    defaultSchema,
    allowsUnmappedValues: isOpen,
    isAmongBranches: ofBranches,
  } = choice;
  const names = [...byValue.keys()];
  const listed = names.slice(0, MAX_NAMES).join(', ') + (names.length > MAX_NAMES ? ', …' : '');
  const target: ValidationTarget = (value, context) => {
    const fail = (path: string, message: string): false => {
      const instancePath = (context?.instancePath ?? '') + path;
      target.errors = [{ keyword: 'discriminator', instancePath, params: { property }, message }];
      return false;
    };
    const tag = discriminatorValue(value, property);
    const chosen = (tag === undefined ? undefined : byValue.get(tag)) ?? defaultSchema;
    const isNull = isRecord(value) && value[property] === null;
    const isUnknown = tag !== undefined && !isNull && chosen === undefined && !isOpen;
    if (isUnknown) return fail(childPointer('', property), `must be one of ${listed}`);
    for (const branch of tag === undefined ? untagged : []) {
      const next = targetAt(branch);
      if (!next(value, context)) continue;
      target.errors = null;
      target.evaluated = next.evaluated;
      return true;
    }
    const next = targetAt(chosen);
    const valid = next(value, context);
    target.errors = next.errors;
    target.evaluated = next.evaluated;
    if (valid || !ofBranches || tag !== undefined || chosen !== undefined || !isRecord(value)) return valid;
    return fail('', `must have the discriminator property "${property}": ${listed}`);
  };
  target.compile = () => {
    for (const chosen of [defaultSchema, ...byValue.values(), ...untagged]) targetAt(chosen);
  };
  return target;
}

/** Maximum names in a message. */
const MAX_NAMES = 20;

/** A target in a resource with dynamic anchors, which calling resources may override. */
export function withDynamicAnchors(
  target: ValidationTarget,
  anchors: () => readonly (readonly [name: string, target: ValidationTarget])[],
): ValidationTarget {
  const entryTarget: ValidationTarget = (value, context) => {
    const known = context?.dynamicAnchors ?? {};
    const own = anchors().map(([name, target]) => [anchorKey(name), target]);
    const whole = { instancePath: '', parentData: undefined, parentDataProperty: '', rootData: value, ...context };
    const valid = target(value, { ...whole, dynamicAnchors: { ...Object.fromEntries(own), ...known } });
    entryTarget.errors = target.errors;
    entryTarget.evaluated = target.evaluated;
    return valid;
  };
  entryTarget.compile = target.compile;
  return entryTarget;
}
