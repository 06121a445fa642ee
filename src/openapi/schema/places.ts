// The locations in values of a schema, with properties, choices and alternatives, for coverage.

import { isRecord } from '../is-record.ts';
import type { Schema } from '../objects.ts';
import { child } from '../pointer.ts';
import type { Part, References } from '../references.ts';
import type { Direction } from './ajv/rewrite.ts';
import { type Union, unionOf } from './branches.ts';
import { allOf, type Piece, textsIn } from './pieces.ts';
import { isScalar, type Scalar } from './scalar.ts';

/** A location in values. Schemas with several references have one, the nearest to the root, so the result is finite. */
export interface Place {
  /** From the root: `result[].details.sequence`, `labels.*`; empty for the root. */
  readonly path: string;
  /** Values to choose from; empty if there are fewer than two. */
  readonly values: readonly Scalar[];
  /** Alternatives that can be distinguished. */
  readonly unions: readonly Union[];
  readonly properties: readonly Property[];
  /** The location of list items. */
  readonly items: Place | undefined;
  /** The location of members without a declared property. */
  readonly members: Place | undefined;
}

export interface Property {
  readonly name: string;
  /** Whether it is optional in some value. */
  readonly isOptional: boolean;
  readonly place: Place;
}

/** Maximum values of one location; others are omitted. */
const MOST_VALUES = 100;

/** A location under construction. */
interface Draft extends Place {
  values: readonly Scalar[];
  unions: readonly Union[];
  readonly properties: Property[];
  items: Place | undefined;
  members: Place | undefined;
}

/**
 * Collects the locations in values of a schema, the nearest to the root first.
 *
 * @param direction - `readOnly` properties are omitted in requests, `writeOnly` ones in responses
 * @param most - maximum locations; `isTruncated` reports that others were omitted
 */
export function placesOf(
  schema: Part<Schema>,
  references: References,
  direction: Direction,
  most: number,
): { readonly places: readonly Place[]; readonly isCut: boolean } {
  const places: Draft[] = [];
  let isCut = false;
  const byKey = new Map<string, Draft>();
  const open: { readonly place: Draft; readonly schemas: readonly Part<Schema>[] }[] = [];
  const placeAt = (path: string, given: readonly Part<Schema>[]): Draft | undefined => {
    const schemas = given.flatMap((one) => references.target(one) ?? []);
    const key = [...new Set(schemas.map(({ pointer }) => pointer))].join(' ');
    const known = byKey.get(key);
    if (known) return known;
    if (places.length >= most) {
      isCut = true;
      return undefined;
    }
    const place: Draft = { path, values: [], unions: [], properties: [], items: undefined, members: undefined };
    byKey.set(key, place);
    places.push(place);
    open.push({ place, schemas });
    return place;
  };
  placeAt('', [schema]);
  for (let at = 0; at < open.length; at += 1) {
    const { place, schemas } = open[at] as (typeof open)[number];
    const pieces = allOf(schemas, references);
    place.values = valuesIn(pieces);
    place.unions = pieces.flatMap(({ choices }) => choices.flatMap((choice) => unionOf(choice, references) ?? []));
    for (const [name, { parts, isOptional }] of propertiesOf(pieces)) {
      if (isHidden(parts, direction, references)) continue;
      const below = placeAt(place.path === '' ? name : `${place.path}.${name}`, parts);
      if (below) place.properties.push({ name, isOptional, place: below });
    }
    const items = pieces.flatMap(({ part }) => itemsIn(part));
    if (items.length > 0) place.items = placeAt(`${place.path}[]`, items);
    const members = pieces.flatMap(({ part }) => membersIn(part));
    if (members.length > 0) place.members = placeAt(place.path === '' ? '*' : `${place.path}.*`, members);
  }
  return { places, isCut };
}

/** A constant is not a choice; a boolean is one. */
function valuesIn(pieces: readonly Piece[]): readonly Scalar[] {
  const found = new Set<Scalar>();
  for (const { part } of pieces) {
    const { enum: choice, const: only, type } = part.value as { enum?: unknown; const?: unknown; type?: unknown };
    const said = Array.isArray(choice) ? choice : only !== undefined ? [only] : type === 'boolean' ? [true, false] : [];
    for (const one of said) if (isScalar(one) && found.size < MOST_VALUES) found.add(one);
  }
  return found.size > 1 ? [...found] : [];
}

interface Declared {
  /** The schemas of the property. */
  readonly parts: Part<Schema>[];
  isOptional: boolean;
}

function propertiesOf(pieces: readonly Piece[]): ReadonlyMap<string, Declared> {
  const found = new Map<string, Declared>();
  const required = new Set(pieces.flatMap(({ part, isSure }) => (isSure ? textsIn(part.value.required) : [])));
  for (const { part, isSure } of pieces) {
    const { properties }: { readonly properties?: unknown } = part.value;
    if (!isRecord(properties)) continue;
    for (const [name, value] of Object.entries(properties)) {
      const known = found.get(name) ?? { parts: [], isOptional: false };
      known.parts.push({ value: value as Schema, pointer: child(part.pointer, 'properties', name) });
      known.isOptional ||= isSure && !required.has(name);
      found.set(name, known);
    }
  }
  return found;
}

function isHidden(parts: readonly Part<Schema>[], direction: Direction, references: References): boolean {
  const word = direction === 'request' ? 'readOnly' : 'writeOnly';
  return parts.some((part) => {
    const { value } = references.target(part) ?? {};
    return isRecord(value) && value[word] === true;
  });
}

function itemsIn({ value, pointer }: Part<Schema>): Part<Schema>[] {
  const { items, prefixItems } = value as { items?: unknown; prefixItems?: unknown };
  const first = Array.isArray(prefixItems) ? prefixItems : [];
  return [
    ...first.map((one: Schema, index) => ({ value: one, pointer: child(pointer, 'prefixItems', index) })),
    ...(isRecord(items) ? [{ value: items as Schema, pointer: child(pointer, 'items') }] : []),
  ];
}

function membersIn({ value, pointer }: Part<Schema>): Part<Schema>[] {
  const { additionalProperties: others, patternProperties: some } = value as Readonly<Record<string, unknown>>;
  return [
    ...(isRecord(others) ? [{ value: others as Schema, pointer: child(pointer, 'additionalProperties') }] : []),
    ...Object.entries(isRecord(some) ? some : {}).map(([name, one]) => ({
      value: one as Schema,
      pointer: child(pointer, 'patternProperties', name),
    })),
  ];
}
