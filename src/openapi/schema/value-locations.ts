// The locations in values of a schema, with properties, choices and alternatives, for coverage.

import { isRecord } from '../../schema/is-record.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import type { Schema } from '../objects.ts';
import type { Part, References } from '../references.ts';
import type { SchemaDirection } from './ajv/rewrite-schema.ts';
import { type ComposedSchema, collectComposedSchemas, stringsIn } from './composed-schemas.ts';
import { isScalar, type JsonScalar } from './scalar.ts';
import { createUnion, type Union } from './union.ts';

/** A location in values. Schemas with several references have one, the nearest to the root, so the result is finite. */
export interface ValueLocation {
  /** From the root: `result[].details.sequence`, `labels.*`; empty for the root. */
  readonly path: string;
  /** Values to choose from; empty if there are fewer than two. */
  readonly values: readonly JsonScalar[];
  /** Alternatives that can be distinguished. */
  readonly unions: readonly Union[];
  readonly properties: readonly LocationProperty[];
  /** The location of list items. */
  readonly items: ValueLocation | undefined;
  /** The location of members without a declared property. */
  readonly members: ValueLocation | undefined;
}

interface LocationProperty {
  readonly name: string;
  /** Whether it is optional in some value. */
  readonly isOptional: boolean;
  readonly location: ValueLocation;
}

/** Maximum values of one location; others are omitted. */
const MAX_VALUES = 100;

/** A location under construction. */
interface Draft extends ValueLocation {
  values: readonly JsonScalar[];
  unions: readonly Union[];
  readonly properties: LocationProperty[];
  items: ValueLocation | undefined;
  members: ValueLocation | undefined;
}

/**
 * Collects the locations in values of a schema, the nearest to the root first.
 *
 * @param direction - `readOnly` properties are omitted in requests, `writeOnly` ones in responses
 * @param maximum - maximum locations; `isTruncated` reports that others were omitted
 */
export function collectValueLocations(
  schema: Part<Schema>,
  references: References,
  direction: SchemaDirection,
  maximum: number,
): { readonly locations: readonly ValueLocation[]; readonly isTruncated: boolean } {
  const locations: Draft[] = [];
  let isTruncated = false;
  const byKey = new Map<string, Draft>();
  const open: { readonly place: Draft; readonly schemas: readonly Part<Schema>[] }[] = [];
  const locationFor = (path: string, given: readonly Part<Schema>[]): Draft | undefined => {
    const schemas = given.flatMap((one) => references.resolve(one) ?? []);
    const key = [...new Set(schemas.map(({ pointer }) => pointer))].join(' ');
    const known = byKey.get(key);
    if (known) return known;
    if (locations.length >= maximum) {
      isTruncated = true;
      return undefined;
    }
    const location: Draft = { path, values: [], unions: [], properties: [], items: undefined, members: undefined };
    byKey.set(key, location);
    locations.push(location);
    open.push({ place: location, schemas });
    return location;
  };
  locationFor('', [schema]);
  for (let at = 0; at < open.length; at += 1) {
    const { place: location, schemas } = open[at] as (typeof open)[number];
    const composed = collectComposedSchemas(schemas, references);
    location.values = collectValues(composed);
    location.unions = composed.flatMap(({ choices }) =>
      choices.flatMap((choice) => createUnion(choice, references) ?? []),
    );
    for (const [name, { parts, isOptional }] of collectProperties(composed)) {
      if (isExcluded(parts, direction, references)) continue;
      const below = locationFor(location.path === '' ? name : `${location.path}.${name}`, parts);
      if (below) location.properties.push({ name, isOptional, location: below });
    }
    const items = composed.flatMap(({ part }) => itemSchemas(part));
    if (items.length > 0) location.items = locationFor(`${location.path}[]`, items);
    const members = composed.flatMap(({ part }) => memberSchemas(part));
    if (members.length > 0) location.members = locationFor(location.path === '' ? '*' : `${location.path}.*`, members);
  }
  return { locations, isTruncated };
}

/** A constant is not a choice; a boolean is one. */
function collectValues(composed: readonly ComposedSchema[]): readonly JsonScalar[] {
  const found = new Set<JsonScalar>();
  for (const { part } of composed) {
    const { enum: choice, const: only, type } = part.value as { enum?: unknown; const?: unknown; type?: unknown };
    const declared = Array.isArray(choice)
      ? choice
      : only !== undefined
        ? [only]
        : type === 'boolean'
          ? [true, false]
          : [];
    for (const one of declared) if (isScalar(one) && found.size < MAX_VALUES) found.add(one);
  }
  return found.size > 1 ? [...found] : [];
}

interface DeclaredProperty {
  /** The schemas of the property. */
  readonly parts: Part<Schema>[];
  isOptional: boolean;
}

function collectProperties(composed: readonly ComposedSchema[]): ReadonlyMap<string, DeclaredProperty> {
  const found = new Map<string, DeclaredProperty>();
  const required = new Set(
    composed.flatMap(({ part, isRequired }) => (isRequired ? stringsIn(part.value.required) : [])),
  );
  for (const { part, isRequired } of composed) {
    const { properties }: { readonly properties?: unknown } = part.value;
    if (!isRecord(properties)) continue;
    for (const [name, value] of Object.entries(properties)) {
      const known = found.get(name) ?? { parts: [], isOptional: false };
      known.parts.push({ value: value as Schema, pointer: childPointer(part.pointer, 'properties', name) });
      known.isOptional ||= isRequired && !required.has(name);
      found.set(name, known);
    }
  }
  return found;
}

function isExcluded(parts: readonly Part<Schema>[], direction: SchemaDirection, references: References): boolean {
  const word = direction === 'request' ? 'readOnly' : 'writeOnly';
  return parts.some((part) => {
    const { value } = references.resolve(part) ?? {};
    return isRecord(value) && value[word] === true;
  });
}

function itemSchemas({ value, pointer }: Part<Schema>): Part<Schema>[] {
  const { items, prefixItems } = value as { items?: unknown; prefixItems?: unknown };
  const first = Array.isArray(prefixItems) ? prefixItems : [];
  return [
    ...first.map((one: Schema, index) => ({ value: one, pointer: childPointer(pointer, 'prefixItems', index) })),
    ...(isRecord(items) ? [{ value: items as Schema, pointer: childPointer(pointer, 'items') }] : []),
  ];
}

function memberSchemas({ value, pointer }: Part<Schema>): Part<Schema>[] {
  const { additionalProperties: others, patternProperties: some } = value as Readonly<Record<string, unknown>>;
  return [
    ...(isRecord(others) ? [{ value: others as Schema, pointer: childPointer(pointer, 'additionalProperties') }] : []),
    ...Object.entries(isRecord(some) ? some : {}).map(([name, one]) => ({
      value: one as Schema,
      pointer: childPointer(pointer, 'patternProperties', name),
    })),
  ];
}
