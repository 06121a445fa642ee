// The properties of an item, as far as the rules of resources ask for them.

import { isRecord } from '../openapi/is-record.ts';
import type { References } from '../openapi/references.ts';
import { type FlatSchema, flatSchema } from '../openapi/schemas/flat-schema.ts';
import { typeOf } from '../openapi/schemas/sample.ts';

/** One property of an item. */
export interface Member {
  readonly name: string;
  readonly type: string | undefined;
  readonly format: string | undefined;
  readonly required: boolean;
  /** Whether only the server says what it is. */
  readonly readOnly: boolean;
  /** Whether it is never shown. */
  readonly writeOnly: boolean;
  readonly schema: FlatSchema;
}

const known = new WeakMap<object, readonly Member[]>();

/** The properties of what a schema describes; none where it describes no object. */
export function membersOf(schema: unknown, references: References): readonly Member[] {
  if (!isRecord(schema)) return [];
  const found = known.get(schema) ?? membersIn(schema, references);
  known.set(schema, found);
  return found;
}

function membersIn(schema: object, references: References): readonly Member[] {
  const { properties, required } = flatSchema(schema, references);
  return Object.entries(properties).map(([name, property]) => {
    const flat = flatSchema(property, references);
    return {
      name,
      type: typeOf(flat),
      format: typeof flat.format === 'string' ? flat.format : undefined,
      required: required.includes(name),
      readOnly: flat.readOnly === true,
      writeOnly: flat.writeOnly === true,
      schema: flat,
    };
  });
}

const hidden = new WeakMap<readonly Member[], readonly string[]>();

/** The properties that are never shown. */
export function hiddenNames(schema: unknown, references: References): readonly string[] {
  const members = membersOf(schema, references);
  const names = hidden.get(members) ?? members.flatMap(({ name, writeOnly }) => (writeOnly ? [name] : []));
  hidden.set(members, names);
  return names;
}
