// Whether a value is what a JSON schema (draft 7) describes.

import { Ajv, type SchemaValidateFunction } from 'ajv';
import { withoutConsequences } from './consequences.ts';
import { addEquality } from './equality.ts';
import { errorPointer, explain } from './explain.ts';
import { addFormats } from './formats.ts';

/** One breach of a schema: where in the value, and a sentence about it. */
export interface Breach {
  /** JSON pointer (RFC 6901) into the value; empty for the whole of it. Of a missing property, where it belongs. */
  readonly pointer: string;
  readonly message: string;
}

/**
 * A compiled schema: gives every breach in a value, none when it is as described.
 *
 * @param isThere - whether an id is one of those under a name, for a value that does not hold all of them. Default: those in the value are
 */
export type Check = (value: unknown, isThere?: IsThere) => readonly Breach[];

/** Whether there is an item with an id under a name. */
export type IsThere = (name: string, id: unknown) => boolean;

/**
 * Compiles a schema. Beside the keywords of draft 7 it knows `x-references: <name>`: the value must be the `id` of an item of
 * the array that stands under this name in the whole value.
 *
 * @param isKnown - whether it is known to be a schema, because it was compiled before: to see that takes a quarter of the time. Default false
 * @throws Error if it is none
 */
export function compileSchema(schema: object, { isKnown = false }: { readonly isKnown?: boolean } = {}): Check {
  const told = { allErrors: true, strict: false, logger: false, verbose: true } as const;
  // What Ajv would make shorter is as fast as it is, and takes half as long again to be made.
  const ajv = addEquality(addFormats(new Ajv({ ...told, validateSchema: !isKnown, code: { optimize: false } })));
  let asked: IsThere | undefined;
  ajv.addKeyword({ keyword: 'x-references', schemaType: 'string', validate: references(() => asked) });
  const validate = ajv.compile(schema);
  return (value, isThere) => {
    asked = isThere;
    return validate(value)
      ? []
      : withoutConsequences(validate.errors ?? []).map((error) => ({
          pointer: errorPointer(error),
          message: explain(error),
        }));
  };
}

/**
 * The check behind `x-references`. The ids of a value are collected once, when the first reference into them is met.
 *
 * @param asked - who knows what is there, if it is not the value
 */
function references(asked: () => IsThere | undefined): SchemaValidateFunction {
  const idsOf = new WeakMap<object, Map<string, Set<unknown>>>();
  const isAmong =
    (whole: Record<string, unknown>): IsThere =>
    (name, id) => {
      const known = idsOf.get(whole) ?? new Map<string, Set<unknown>>();
      idsOf.set(whole, known);
      const ids = known.get(name) ?? idsIn(whole[name]);
      known.set(name, ids);
      return ids.has(id);
    };
  const check: SchemaValidateFunction = (name: string, id: unknown, _schema: unknown, context) => {
    const whole = context?.rootData as Record<string, unknown>;
    const isThere = asked() ?? isAmong(whole);
    if (isThere(name, id)) return true;
    check.errors = [{ params: {}, message: `must be the id of an item in ${name}; "${id}" not found` }];
    return false;
  };
  return check;
}

function idsIn(items: unknown): Set<unknown> {
  return new Set(Array.isArray(items) ? items.map((item) => item?.id) : []);
}
