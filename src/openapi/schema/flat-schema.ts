// Merges a schema with its `allOf` and first alternatives, for generating values.

import { isRecord } from '../../schema/is-record.ts';
import { type References, referenceIn } from '../references.ts';
import { isIgnoredSibling } from './schema-relations.ts';

/** A schema with its own references and parts resolved. References of subschemas are not. */
export interface FlatSchema {
  readonly type?: unknown;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  readonly [keyword: string]: unknown;
}

/** Maximum composed schemas of one schema. */
const MAX_PARTS = 500;
const EMPTY: FlatSchema = { properties: {}, required: [] };

/** Flattens a schema. Its own keywords take precedence, then those of its parts in order. */
export function flattenSchema(schema: unknown, references: References): FlatSchema {
  return flatten(schema, references, new Set());
}

/** @param seen - schemas that were merged already */
function flatten(schema: unknown, references: References, seen: Set<object>): FlatSchema {
  const found = references.resolveValue(schema);
  if (!isRecord(found) || seen.has(found) || seen.size > MAX_PARTS) return EMPTY;
  seen.add(found);
  const siblings = siblingsOf(schema, found, references);
  return [...siblings, found].map((part) => flattenParts(part, references, seen)).reduce(mergeFlat);
}

/** Maximum references of references. */
const MAX_CHAIN = 10;

/** The keywords beside the references that lead to a schema; none where they are ignored. */
function siblingsOf(schema: unknown, target: object, references: References): readonly SchemaKeywords[] {
  const found: SchemaKeywords[] = [];
  let at = schema;
  for (let depth = 0; isRecord(at) && at !== target && depth < MAX_CHAIN; depth += 1) {
    const { $ref, ...siblings } = at;
    if (Object.keys(siblings).length > 0 && !isIgnoredSibling(at, references)) found.push(siblings);
    at = references.resolveOnce(at);
  }
  return found;
}

type SchemaKeywords = Readonly<Record<string, unknown>>;

function flattenParts(schema: SchemaKeywords, references: References, seen: Set<object>): FlatSchema {
  const { allOf, oneOf, anyOf, ...own } = schema;
  const flat = (part: unknown) => flatten(part, references, seen);
  const parts = Array.isArray(allOf) ? allOf.map(flat) : [];
  for (const choices of [oneOf, anyOf]) {
    if (!Array.isArray(choices) || choices.length === 0) continue;
    parts.push(discriminatorPart(own.discriminator, choices[0]), flat(choices[0]));
  }
  return parts.reduce(mergeFlat, { ...own, ...ownMembers(own) });
}

function ownMembers({ properties, required }: Readonly<Record<string, unknown>>) {
  return {
    properties: isRecord(properties) ? properties : {},
    required: Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [],
  };
}

function mergeFlat(first: FlatSchema, second: FlatSchema): FlatSchema {
  const properties: Record<string, unknown> = { ...second.properties };
  for (const [name, schema] of Object.entries(first.properties)) {
    const other = Object.hasOwn(properties, name) ? properties[name] : undefined;
    properties[name] = other === undefined ? schema : { allOf: [schema, other] };
  }
  return { ...second, ...first, properties, required: [...new Set([...first.required, ...second.required])] };
}

/** The discriminator value of an alternative (OpenAPI 3.0.3, section 4.7.25). */
function discriminatorPart(discriminator: unknown, choice: unknown): FlatSchema {
  const { propertyName, mapping } = (discriminator ?? {}) as {
    readonly propertyName?: unknown;
    readonly mapping?: object;
  };
  const reference = referenceIn(choice);
  if (typeof propertyName !== 'string' || reference === undefined) return EMPTY;
  const [mapped] = Object.entries(mapping ?? {}).find(([, target]) => target === reference) ?? [];
  const name = mapped ?? reference.slice(reference.lastIndexOf('/') + 1);
  return { ...EMPTY, properties: { [propertyName]: { enum: [name] } }, required: [propertyName] };
}
