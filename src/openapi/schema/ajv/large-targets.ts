// Validation of keywords with very many subschemas, one by one and only where needed.

import type { ErrorObject } from 'ajv';
import { childPointer } from '../../../schema/json-pointer.ts';
import { createPattern } from '../../../schema/pattern.ts';
import type { ValidationContext, ValidationTarget } from './keywords.ts';

/** The keywords for properties: by name, by pattern, and others. */
export interface LargeObject {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly patternProperties?: Readonly<Record<string, unknown>>;
  readonly additionalProperties?: unknown;
}

/** Settings of an Ajv: all errors or the first, and schema lookup. */
export interface LargeKeywordContext {
  readonly allErrors: boolean;
  targetOf(schema: unknown): ValidationTarget;
  /** A violation that is visible without compilation. */
  findQuickViolation(schema: unknown, value: unknown, path: string): Partial<ErrorObject> | undefined;
}

type Errors = Partial<ErrorObject>[];

/** A property and its schema. */
type Check = readonly [name: string, schema: unknown];

/** Evaluated properties by name, and the number of evaluated items; true for all. */
interface Evaluated {
  props?: true | Record<string, true> | undefined;
  items?: true | number | undefined;
}

/** The target of an object; additional properties are reported first, as by Ajv. */
export function createLargeObjectTarget(
  { properties = {}, patternProperties = {}, additionalProperties }: LargeObject,
  { allErrors, targetOf }: LargeKeywordContext,
): ValidationTarget {
  const patterns = Object.entries(patternProperties).map(([text, schema]) => [createPattern(text), schema] as const);
  const target: ValidationTarget = (value, context) => {
    const object = value as Readonly<Record<string, unknown>>;
    const others: string[] = [];
    const checks: Check[] = [];
    const props: Record<string, true> = {};
    for (const name of Object.keys(object)) {
      const isNamed = Object.hasOwn(properties, name);
      const matching = patterns.filter(([pattern]) => pattern.test(name));
      if (isNamed && object[name] !== undefined) checks.push([name, properties[name]]);
      checks.push(...matching.map(([, schema]) => [name, schema] as const));
      if (isNamed || matching.length > 0) props[name] = true;
      else others.push(name);
    }
    const errors: Errors = [];
    const instancePath = context?.instancePath ?? '';
    if (additionalProperties === false)
      for (const additionalProperty of others)
        errors.push({
          keyword: 'additionalProperties',
          instancePath,
          params: { additionalProperty },
          message: 'must NOT have additional properties',
        });
    const hasOthers = additionalProperties !== undefined && additionalProperties !== false;
    const first = hasOthers ? others.map((name): Check => [name, additionalProperties]) : [];
    for (const [name, schema] of first.concat(checks)) {
      if (errors.length > 0 && !allErrors) break;
      const next = targetOf(schema);
      if (!next(object[name], childContext(context, object, name))) appendErrors(errors, next);
    }
    target.evaluated = { props: additionalProperties === undefined ? props : true } satisfies Evaluated;
    return finish(target, errors);
  };
  return target;
}

/** The target of the first items of a list. */
export function createLargeListTarget(
  schemas: readonly unknown[],
  { allErrors, targetOf }: LargeKeywordContext,
): ValidationTarget {
  const target: ValidationTarget = (value, context) => {
    const errors: Errors = [];
    for (const [index, item] of (value as readonly unknown[]).slice(0, schemas.length).entries()) {
      if (errors.length > 0 && !allErrors) break;
      const next = targetOf(schemas[index]);
      if (!next(item, childContext(context, value, index))) appendErrors(errors, next);
    }
    target.evaluated = {} satisfies Evaluated;
    return finish(target, errors);
  };
  return target;
}

/** The target of a value that must be valid against all schemas. */
export function createLargeAllTarget(
  schemas: readonly unknown[],
  { allErrors, targetOf }: LargeKeywordContext,
): ValidationTarget {
  const targets = schemas.map(targetOf);
  const target: ValidationTarget = (value, context) => {
    const errors: Errors = [];
    let evaluated: Evaluated = {};
    for (const next of targets) {
      if (errors.length > 0 && !allErrors) break;
      if (!next(value, context)) appendErrors(errors, next);
      evaluated = mergeEvaluated(evaluated, next.evaluated as Evaluated | undefined);
    }
    target.evaluated = evaluated;
    return finish(target, errors);
  };
  return target;
}

/** The target of `oneOf` or `anyOf`. Most schemas are excluded by a quick check and never compiled. */
export function createLargeChoiceTarget(
  keyword: 'oneOf' | 'anyOf',
  schemas: readonly unknown[],
  { targetOf, findQuickViolation: mismatch }: Pick<LargeKeywordContext, 'targetOf' | 'findQuickViolation'>,
): ValidationTarget {
  const target: ValidationTarget = (value, context) => {
    const errors: Errors = [];
    const passing: number[] = [];
    let evaluated: Evaluated = {};
    for (const [index, schema] of schemas.entries()) {
      const ruledOut = mismatch(schema, value, context?.instancePath ?? '');
      if (ruledOut) {
        errors.push(ruledOut);
        continue;
      }
      const next = targetOf(schema);
      if (!next(value, context)) {
        appendErrors(errors, next);
        continue;
      }
      passing.push(index);
      evaluated = mergeEvaluated(evaluated, next.evaluated as Evaluated | undefined);
      // With `anyOf`, further matches matter only for evaluated properties.
      if (keyword === 'oneOf' ? passing.length === 2 : next.evaluated === undefined) break;
    }
    const isRight = keyword === 'oneOf' ? passing.length === 1 : passing.length > 0;
    target.evaluated = isRight ? evaluated : {};
    if (isRight) return finish(target, []);
    const message = keyword === 'oneOf' ? 'must match exactly one schema in oneOf' : 'must match a schema in anyOf';
    const params = keyword === 'oneOf' ? { passingSchemas: passing.length === 2 ? passing : null } : {};
    return finish(target, [...errors, { keyword, instancePath: context?.instancePath ?? '', params, message }]);
  };
  return target;
}

/** Appends the errors of a target; too many for the arguments of one call. */
function appendErrors(errors: Errors, { errors: more }: ValidationTarget): void {
  for (const error of more ?? []) errors.push(error);
}

function finish(target: ValidationTarget, errors: Errors): boolean {
  target.errors = errors.length > 0 ? errors : null;
  return errors.length === 0;
}

function childContext(
  context: ValidationContext | undefined,
  parent: unknown,
  step: string | number,
): ValidationContext {
  const whole = { rootData: parent, dynamicAnchors: {}, ...context };
  const instancePath = (context?.instancePath ?? '') + childPointer('', step);
  return { ...whole, instancePath, parentData: parent, parentDataProperty: step };
}

function mergeEvaluated(one: Evaluated, other: Evaluated = {}): Evaluated {
  const isAll = one.props === true || other.props === true;
  const props = isAll
    ? true
    : one.props || other.props
      ? { ...(one.props as object), ...(other.props as object) }
      : undefined;
  const items =
    one.items === true || other.items === true
      ? true
      : Math.max(one.items ?? 0, (other.items as number) ?? 0) || undefined;
  return { props, items };
}
