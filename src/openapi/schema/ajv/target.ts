// What references lead to, compiled when a value gets there.

import type { ValidateFunction } from 'ajv';
import { isRecord } from '../../is-record.ts';
import { child } from '../../pointer.ts';
import { type Choice, tagOf } from '../discriminator.ts';
import { anchorKey, type Context, type Target } from './keywords.ts';

/** One value being checked. */
export interface Run {
  /** How many references have been followed for it. */
  calls: number;
  /** How many of them are being followed, one inside the other. */
  depth: number;
  /** What was found of parts of it, once they are looked at very often. */
  found: Map<Target, Map<unknown, Outcome>>;
}

interface Outcome {
  /** Where the value stood. Nothing where that makes no difference. */
  readonly path: string | undefined;
  readonly valid: boolean;
  readonly errors: Target['errors'];
  readonly evaluated: unknown;
}

/** How many references are followed before it is taken down what each of them gave. Choices that contain themselves try each part twice as often with each level. */
const MANY_CALLS = 2000;
/** And how many inside one another: each takes several frames of the stack, and how large these are is up to V8. */
const DEEP = 300;
/** How many errors of one reference are looked at. */
const MOST_ERRORS = 200;

export function createRun(): Run {
  return { calls: 0, depth: 0, found: new Map() };
}

/** Forgets all of the value before. */
export function beginRun(run: Run): void {
  if (run.found.size > 0) run.found = new Map();
  run.calls = 0;
  // What was thrown has left it as it was.
  run.depth = 0;
}

/** The target of a reference, of which `make` gives the validator. */
export function createTarget(make: () => ValidateFunction, run: Run): Target {
  let validate: ValidateFunction | undefined;
  const target: Target = (value, context) => {
    validate ??= make();
    run.calls += 1;
    if (run.calls > MANY_CALLS || run.depth > DEEP) return recalled(target, validate, value, context, run);
    run.depth += 1;
    const valid = validate(value, context as never) as boolean;
    run.depth -= 1;
    target.errors = few(validate.errors);
    target.evaluated = validate.evaluated;
    return valid;
  };
  target.compile = () => {
    validate ??= make();
  };
  return target;
}

/** Of what is right, or is just being asked about: there is nothing to tell, and so it is the same at each place. Most parts of a large value are. */
const RIGHT: Outcome = { path: undefined, valid: true, errors: null, evaluated: undefined };

/** Asks a validator once for each part of a value. A part that is asked for inside itself is right there: nothing new can be found. */
function recalled(
  target: Target,
  validate: ValidateFunction,
  value: unknown,
  context: Context | undefined,
  run: Run,
): boolean {
  const known = run.found.get(target) ?? new Map<unknown, Outcome>();
  run.found.set(target, known);
  const path = context?.instancePath ?? '';
  let outcome = known.get(value);
  if (!outcome || (outcome.path !== undefined && outcome.path !== path)) {
    // Ajv asks what was evaluated by whatever counts that, and here it is nothing.
    known.set(value, validate.evaluated ? { ...RIGHT, path, evaluated: {} } : RIGHT);
    const valid = validate(value, context as never) as boolean;
    const { errors, evaluated } = validate;
    // The same object is filled anew for each value.
    outcome =
      valid && !evaluated ? RIGHT : { path, valid, errors: few(errors), evaluated: evaluated && { ...evaluated } };
    known.set(value, outcome);
  }
  // Ajv adds to the list that it is given.
  target.errors = outcome.errors && [...outcome.errors];
  target.evaluated = outcome.evaluated;
  return outcome.valid;
}

/** The first errors and the last one, which says what these come to. Each of several choices tells all of what it leads to, and they may all lead to the same. */
function few(errors: Target['errors']): Target['errors'] {
  return errors && errors.length > MOST_ERRORS ? [...errors.slice(0, MOST_ERRORS - 1), ...errors.slice(-1)] : errors;
}

/** A target that a discriminator chooses among others. */
export function chosenTarget(choice: Choice, targetAt: (chosen: string | undefined) => Target): Target {
  const { property, byValue, isOpen, ofBranches } = choice;
  const names = [...byValue.keys()];
  const listed = names.slice(0, MOST_NAMES).join(', ') + (names.length > MOST_NAMES ? ', …' : '');
  const target: Target = (value, context) => {
    const refuse = (path: string, message: string): false => {
      const instancePath = (context?.instancePath ?? '') + path;
      target.errors = [{ keyword: 'discriminator', instancePath, params: { property }, message }];
      return false;
    };
    const given = tagOf(value, property);
    const chosen = given === undefined ? undefined : byValue.get(given);
    const isNull = isRecord(value) && value[property] === null;
    const isUnknown = given !== undefined && !isNull && chosen === undefined && !isOpen;
    if (isUnknown) return refuse(child('', property), `must be one of ${listed}`);
    const next = targetAt(chosen);
    const valid = next(value, context);
    target.errors = next.errors;
    target.evaluated = next.evaluated;
    if (valid || !ofBranches || given !== undefined || !isRecord(value)) return valid;
    return refuse('', `must have the discriminator property "${property}": ${listed}`);
  };
  target.compile = () => {
    for (const chosen of [undefined, ...byValue.values()]) targetAt(chosen);
  };
  return target;
}

/** How many names a message lists. */
const MOST_NAMES = 20;

/** A target in a resource whose dynamic anchors stand for those of the resources that lead there, unless one of these has them too. */
export function withAnchors(
  target: Target,
  anchors: () => readonly (readonly [name: string, target: Target])[],
): Target {
  const entering: Target = (value, context) => {
    const known = context?.dynamicAnchors ?? {};
    const own = anchors().map(([name, target]) => [anchorKey(name), target]);
    const whole = { instancePath: '', parentData: undefined, parentDataProperty: '', rootData: value, ...context };
    const valid = target(value, { ...whole, dynamicAnchors: { ...Object.fromEntries(own), ...known } });
    entering.errors = target.errors;
    entering.evaluated = target.evaluated;
    return valid;
  };
  entering.compile = target.compile;
  return entering;
}
