// What a schema says of the places in its values, as far as one can tell there what came: properties, values to choose among, branches.

import { isRecord } from '../is-record.ts';
import type { Schema } from '../objects.ts';
import { child } from '../pointer.ts';
import type { Part, References } from '../references.ts';
import type { Direction } from './ajv/rewrite.ts';
import { type Union, unionOf } from './branches.ts';
import { allOf, type Piece, textsIn } from './pieces.ts';
import { isScalar, type Scalar } from './scalar.ts';

/** A place in values. A schema that several places refer to has one, the first and nearest to the root: so places come to an end where schemas do not. */
export interface Place {
  /** From the root: `result[].details.sequence`, `labels.*`; empty for the root itself. */
  readonly path: string;
  /** Those of which a value is one, where there are several. */
  readonly values: readonly Scalar[];
  /** Schemas of which a value fits one, where one can tell which. */
  readonly unions: readonly Union[];
  readonly properties: readonly Property[];
  /** Of the elements of a list. */
  readonly items: Place | undefined;
  /** Of the members of an object that are not among the properties. */
  readonly members: Place | undefined;
}

export interface Property {
  readonly name: string;
  /** Whether it may be left out, whatever the value is else. */
  readonly isOptional: boolean;
  readonly place: Place;
}

/** How many values one place may have to choose among: of more, the first are taken. */
const MOST_VALUES = 100;

/** A place that is being looked at. */
interface Draft extends Place {
  values: readonly Scalar[];
  unions: readonly Union[];
  readonly properties: Property[];
  items: Place | undefined;
  members: Place | undefined;
}

/**
 * The places in the values of a schema, those that are nearest to the root first.
 *
 * @param direction - properties that are `readOnly` are no part of requests, `writeOnly` ones none of answers
 * @param most - how many places there may be; what is beyond is not looked at, and `isCut` tells of it
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

/** A constant is no choice, and yes or no are one. */
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
  /** Each of the schemas that say something of it. */
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
