// Validators of the schemas of a document, compiled once and on first use.

import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import { once } from '../../schema/once.ts';
import type { UnlocatedFinding } from '../document-finding.ts';
import type { ValidationDirection } from './ajv/rewrite-schema.ts';
import { createSchemaCompiler } from './ajv/schema-compiler.ts';
import { resetValidationRun } from './ajv/validation-target.ts';
import type { SchemaSources } from './schema-sources.ts';

export type { SchemaDirection, ValidationDirection } from './ajv/rewrite-schema.ts';

export interface SchemaValidators {
  /** The id of the schema at a pointer, for `$ref`s of schemas compiled here. */
  id(pointer: string, direction: ValidationDirection): string;
  /** The validator of the schema at a pointer. */
  validator(pointer: string, direction: ValidationDirection): Validate;
  /** The Ajv that stops at the first error, and the one that finds all. */
  readonly ajv: { first(): Ajv; all(): Ajv };
  /** Combines two validators compiled here, see `createTwoPassValidator`. */
  combine(first: ValidateFunction, all: () => ValidateFunction | undefined): Validate;
  /** The registered ids in order. Compiling a schema adds those it references. */
  readonly ids: readonly string[];
  /** Compiles a schema ahead of its first use. */
  compile(id: string): void;
  /** Records another constraint that is not enforced. */
  reportUnenforced(pointer: string, message: string): void;
  /** Constraints that are not enforced in the schemas compiled so far. */
  readonly notEnforced: readonly UnlocatedFinding[];
}

const TOO_DEEP: ErrorObject = {
  keyword: 'depth',
  instancePath: '',
  schemaPath: '',
  params: {},
  message: 'resolves through too many schemas to be validated',
};

export function createSchemaValidators(sources: SchemaSources): SchemaValidators {
  const first = createSchemaCompiler(sources, false);
  const all = createSchemaCompiler(sources, true);
  const dialect = once(() => sources.resourceAt('').dialect ?? '2020-12');
  const id = (pointer: string, direction: ValidationDirection): string =>
    sources.id({ direction, role: 'schema', pointer });
  const bounded = (validate: Validate): Validate => {
    return (value) => {
      resetValidationRun(first.run);
      resetValidationRun(all.run);
      try {
        return validate(value);
      } catch (error) {
        // Stack overflow: thousands of nested schemas for one value.
        if (error instanceof RangeError) return [TOO_DEEP];
        throw error;
      }
    };
  };
  return {
    id,
    ids: sources.ids,
    validator(pointer, direction) {
      const named = id(pointer, direction);
      return bounded(
        createTwoPassValidator(
          first.targetOf(named) as ValidateFunction,
          () => all.targetOf(named) as ValidateFunction,
        ),
      );
    },
    ajv: { first: () => first.ajvFor(dialect()), all: () => all.ajvFor(dialect()) },
    combine: (one, other) => bounded(createTwoPassValidator(one, other)),
    compile: (named) => first.targetOf(named).compile?.(),
    reportUnenforced: sources.reportUnenforced,
    get notEnforced() {
      return sources.notEnforced;
    },
  };
}

/** Returns the errors in a value: all of a small one, the first of a large one. */
export type Validate = (value: unknown) => readonly ErrorObject[];

/**
 * Combines a validator that stops at the first error with one that finds all, which is used for small values only: a
 * short message may have millions of errors, and Ajv is quadratic for recursive schemas.
 */
export function createTwoPassValidator(first: ValidateFunction, all: () => ValidateFunction | undefined): Validate {
  return (value) => {
    if (first(value)) return [];
    const full = isSmall(value) ? all() : undefined;
    full?.(value);
    const errors = full?.errors ?? first.errors ?? [];
    // Otherwise errors and value would stay in memory until the next call.
    for (const validator of [first, full]) if (validator) validator.errors = null;
    return errors;
  };
}

/** Limits of a small value: values and levels. */
const MAX_VALUES = 1000;

const MAX_LEVELS = 8;

/** With recursive alternatives, each level multiplies the attempts. */
function isSmall(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  let seen = 0;
  for (let depth = 0; depth <= MAX_LEVELS; depth += 1) {
    const objects = level.filter((one): one is object => typeof one === 'object' && one !== null);
    if (objects.length === 0) return true;
    seen += objects.reduce((sum, one) => sum + (Array.isArray(one) ? one.length : Object.keys(one).length), 0);
    if (seen > MAX_VALUES) return false;
    level = objects.flatMap((one) => Object.values(one));
  }
  return false;
}
