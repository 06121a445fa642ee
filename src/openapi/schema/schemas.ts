// The schemas of a document as validators: each compiled once for whoever refers to it, when a value first gets there.

import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import type { Remark } from '../document-finding.ts';
import { lazy } from '../lazy.ts';
import type { Direction } from './ajv/rewrite.ts';
import { createSchemaCompiler } from './ajv/schema-compiler.ts';
import { beginRun } from './ajv/target.ts';
import type { SchemaSources } from './schema-sources.ts';
import { thrifty, type Validate } from './validate.ts';

export type { Direction } from './ajv/rewrite.ts';

export interface Schemas {
  /** The id of the schema at a place, for the `$ref`s of what the Ajvs here compile. */
  id(pointer: string, direction: Direction): string;
  /** The validator of the schema at a place. */
  validator(pointer: string, direction: Direction): Validate;
  /** The Ajv that stops at the first error, and the one that looks for all. */
  readonly ajv: { first(): Ajv; all(): Ajv };
  /** Makes a validator of two that these have compiled, see `thrifty`. */
  thrifty(first: ValidateFunction, all: () => ValidateFunction | undefined): Validate;
  /** The ids that have been given, in their order. Those of what a schema refers to come when it is compiled. */
  readonly ids: readonly string[];
  /** Compiles a schema before a value gets to it. */
  compile(id: string): void;
  /** Takes down something else that is not enforced. */
  tell(pointer: string, message: string): void;
  /** What is not enforced of the schemas that have been compiled, by its place. */
  readonly notEnforced: readonly Remark[];
}

const TOO_DEEP: ErrorObject = {
  keyword: 'depth',
  instancePath: '',
  schemaPath: '',
  params: {},
  message: 'resolves through too many schemas to be validated',
};

export function createSchemas(sources: SchemaSources): Schemas {
  const first = createSchemaCompiler(sources, false);
  const all = createSchemaCompiler(sources, true);
  const dialect = lazy(() => sources.resourceAt('').dialect ?? '2020-12');
  const id = (pointer: string, direction: Direction): string => sources.id({ direction, role: 'schema', pointer });
  const bounded = (validate: Validate): Validate => {
    return (value) => {
      beginRun(first.run);
      beginRun(all.run);
      try {
        return validate(value);
      } catch (error) {
        // The stack is full: schemas lead to schemas, thousands of them for one value.
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
      return bounded(thrifty(first.targetOf(named) as ValidateFunction, () => all.targetOf(named) as ValidateFunction));
    },
    ajv: { first: () => first.ajvFor(dialect()), all: () => all.ajvFor(dialect()) },
    thrifty: (one, other) => bounded(thrifty(one, other)),
    compile: (named) => first.targetOf(named).compile?.(),
    tell: sources.tell,
    get notEnforced() {
      return sources.notEnforced;
    },
  };
}
