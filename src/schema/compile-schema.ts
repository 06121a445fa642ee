// Compiles JSON Schema (draft 7, or 2020-12) for validation of data.

import { createRequire } from 'node:module';
import { Ajv, type SchemaValidateFunction } from 'ajv';
import { removeConsequentErrors } from './consequent-errors.ts';
import { addEquality } from './equality.ts';
import { errorPointer, explainError } from './explain-error.ts';
import { createPattern } from './pattern.ts';
import { addFormats } from './schema-formats.ts';

/** A violation of a schema: location and message. */
export interface SchemaError {
  /** JSON Pointer (RFC 6901) into the value, or to a missing property; empty for the whole value. */
  readonly pointer: string;
  readonly message: string;
}

/**
 * A compiled schema: returns all violations of a value.
 *
 * @param isThere - whether an id exists, if the value does not contain all items. Default: only those in the value
 * exist
 */
export type SchemaCheck = (value: unknown, isThere?: ItemExists) => readonly SchemaError[];

/** Whether an item with an id exists in a collection. */
export type ItemExists = (name: string, id: unknown) => boolean;

/**
 * Compiles a schema. Adds the keyword `x-references: <name>` to draft 7: the value must be the `id` of an item in the
 * array with this name at the root of the whole value.
 *
 * @param isKnown - whether the schema is known to be valid: validating it takes a quarter of the time. Default: false
 * @param isForeign - whether it comes from a document: then it is of draft 2020-12, its patterns always terminate, and
 * its defaults are set in the value. Default: false
 * @throws Error if it is invalid
 */
export function compileSchema(
  schema: object,
  { isKnown = false, isForeign = false }: { readonly isKnown?: boolean; readonly isForeign?: boolean } = {},
): SchemaCheck {
  const options = { allErrors: true, strict: false, logger: false, verbose: true, validateSchema: !isKnown } as const;
  // Optimized code is not faster, and takes half as long again to generate.
  const code = { optimize: false } as const;
  const regExp = Object.assign(createPattern, { code: 'createPattern' });
  const ajv = addEquality(
    addFormats(
      isForeign
        ? new (ajv2020())({ ...options, useDefaults: true, code: { ...code, regExp } })
        : new Ajv({ ...options, code }),
    ),
  );
  let itemExists: ItemExists | undefined;
  ajv.addKeyword({ keyword: 'x-references', schemaType: 'string', validate: createReferenceCheck(() => itemExists) });
  const validate = ajv.compile(schema);
  return (value, isThere) => {
    itemExists = isThere;
    return validate(value)
      ? []
      : removeConsequentErrors(validate.errors ?? []).map((error) => ({
          pointer: errorPointer(error),
          message: explainError(error),
        }));
  };
}

/** Loaded only for schemas of documents. */
function ajv2020(): typeof Ajv {
  const require = createRequire(import.meta.url);
  return (require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')).Ajv2020;
}

/**
 * The `x-references` check. The ids of a value are collected on the first reference to them.
 *
 * @param itemExists - the lookup of ids, if it is not the value
 */
function createReferenceCheck(itemExists: () => ItemExists | undefined): SchemaValidateFunction {
  const idsOf = new WeakMap<object, Map<string, Set<unknown>>>();
  const existsIn =
    (whole: Record<string, unknown>): ItemExists =>
    (name, id) => {
      const known = idsOf.get(whole) ?? new Map<string, Set<unknown>>();
      idsOf.set(whole, known);
      const ids = known.get(name) ?? collectIds(whole[name]);
      known.set(name, ids);
      return ids.has(id);
    };
  const check: SchemaValidateFunction = (name: string, id: unknown, _schema: unknown, context) => {
    const whole = context?.rootData as Record<string, unknown>;
    const isThere = itemExists() ?? existsIn(whole);
    if (isThere(name, id)) return true;
    check.errors = [{ params: {}, message: `must be the id of an item in ${name}; "${id}" not found` }];
    return false;
  };
  return check;
}

function collectIds(items: unknown): Set<unknown> {
  return new Set(Array.isArray(items) ? items.map((item) => item?.id) : []);
}
