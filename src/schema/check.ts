// Whether a value is what a JSON schema (draft 7) describes.

import { Ajv, type SchemaValidateFunction } from 'ajv';
import { explain, withoutConsequences } from './explain.ts';
import { addFormats } from './formats.ts';
import { addUniqueItems } from './unique-items.ts';

/** One breach of a schema: where in the value, and a sentence about it. */
export interface Breach {
  /** JSON pointer (RFC 6901) into the value; empty for the whole of it. */
  readonly pointer: string;
  readonly message: string;
}

/** A compiled schema: gives every breach in a value, none when it is as described. */
export type Check = (value: unknown) => readonly Breach[];

/**
 * Compiles a schema. Beside the keywords of draft 7 it knows `x-references: <name>`: the value must be the `id` of an item of
 * the array that stands under this name in the whole value.
 */
export function compileSchema(schema: object): Check {
  const ajv = addUniqueItems(addFormats(new Ajv({ allErrors: true, strict: false, logger: false, verbose: true })));
  ajv.addKeyword({ keyword: 'x-references', schemaType: 'string', validate: references() });
  const validate = ajv.compile(schema);
  return (value) =>
    validate(value)
      ? []
      : withoutConsequences(validate.errors ?? []).map((error) => ({
          pointer: error.instancePath,
          message: explain(error),
        }));
}

/** The check behind `x-references`. The ids of a value are collected once, when the first reference into them is met. */
function references(): SchemaValidateFunction {
  const idsOf = new WeakMap<object, Map<string, Set<unknown>>>();
  const check: SchemaValidateFunction = (name: string, id: unknown, _schema: unknown, context) => {
    const whole = context?.rootData as Record<string, unknown>;
    const known = idsOf.get(whole) ?? new Map<string, Set<unknown>>();
    idsOf.set(whole, known);
    const ids = known.get(name) ?? idsIn(whole[name]);
    known.set(name, ids);
    if (ids.has(id)) return true;
    check.errors = [{ message: `must be the id of one of the ${name}, but none has the id "${id}"` }];
    return false;
  };
  return check;
}

function idsIn(items: unknown): Set<unknown> {
  return new Set(Array.isArray(items) ? items.map((item) => item?.id) : []);
}
