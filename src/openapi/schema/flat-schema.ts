// A schema in one piece, as far as a value of it has to be made: what its parts say together, and of choices the first.

import { isRecord } from '../is-record.ts';
import { type References, referenceIn } from '../references.ts';

/** What a schema says of a value, its own references followed, and those of its parts. Those inside it are not. */
export interface FlatSchema {
  readonly type?: unknown;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  readonly [keyword: string]: unknown;
}

/** How many parts one schema may consist of. */
const MOST_PARTS = 500;
const NOTHING: FlatSchema = { properties: {}, required: [] };

/** Of what says several things about one value, the schema itself counts first, then its parts in their order. */
export function flatSchema(schema: unknown, references: References): FlatSchema {
  return flatten(schema, references, new Set());
}

/** @param seen - what is a part already: twice it says no more */
function flatten(schema: unknown, references: References, seen: Set<object>): FlatSchema {
  const found = references.follow(schema);
  if (!isRecord(found) || seen.has(found) || seen.size > MOST_PARTS) return NOTHING;
  seen.add(found);
  const { allOf, oneOf, anyOf, ...own } = found;
  const flat = (part: unknown) => flatten(part, references, seen);
  const parts = Array.isArray(allOf) ? allOf.map(flat) : [];
  for (const choices of [oneOf, anyOf]) {
    if (!Array.isArray(choices) || choices.length === 0) continue;
    parts.push(named(own.discriminator, choices[0]), flat(choices[0]));
  }
  return parts.reduce(together, { ...own, ...membersIn(own) });
}

function membersIn({ properties, required }: Readonly<Record<string, unknown>>) {
  return {
    properties: isRecord(properties) ? properties : {},
    required: Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [],
  };
}

function together(first: FlatSchema, second: FlatSchema): FlatSchema {
  const properties: Record<string, unknown> = { ...second.properties };
  for (const [name, schema] of Object.entries(first.properties)) {
    const other = Object.hasOwn(properties, name) ? properties[name] : undefined;
    properties[name] = other === undefined ? schema : { allOf: [schema, other] };
  }
  return { ...second, ...first, properties, required: [...new Set([...first.required, ...second.required])] };
}

/** The name under which a choice is known to its discriminator (OpenAPI 3.0.3, section 4.7.25). */
function named(discriminator: unknown, choice: unknown): FlatSchema {
  const { propertyName, mapping } = (discriminator ?? {}) as {
    readonly propertyName?: unknown;
    readonly mapping?: object;
  };
  const reference = referenceIn(choice);
  if (typeof propertyName !== 'string' || reference === undefined) return NOTHING;
  const [mapped] = Object.entries(mapping ?? {}).find(([, target]) => target === reference) ?? [];
  const name = mapped ?? reference.slice(reference.lastIndexOf('/') + 1);
  return { ...NOTHING, properties: { [propertyName]: { enum: [name] } }, required: [propertyName] };
}
