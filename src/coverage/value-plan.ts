// The coverage points in the values of a schema.

import type { Schema } from '../openapi/objects.ts';
import type { Part, References } from '../openapi/references.ts';
import type { JsonScalar } from '../openapi/schema/scalar.ts';
import type { SchemaDirection } from '../openapi/schema/schema-validators.ts';
import type { Union } from '../openapi/schema/union.ts';
import { collectValueLocations, type ValueLocation } from '../openapi/schema/value-locations.ts';
import { stringifyJson } from '../schema/json/stringify-json.ts';
import type { Bits } from './bit-set.ts';
import type { Dimension } from './dimension.ts';

/** A point in values. */
export interface ValuePoint {
  readonly dimension: Dimension;
  /**
   * Its name in values such as `request` or `query filter`.
   *
   * @param between - the separator before the name of a property
   */
  name(whole: string, between: ' ' | '.'): string;
}

/** A place with the numbers of its points. */
export interface PlannedPlace {
  /** A pseudo point: everything here and below is covered. */
  readonly number: number;
  /** The points of this place. */
  readonly own: readonly number[];
  readonly values: ReadonlyMap<unknown, number>;
  /** The points of the branches by their numbers. */
  readonly unions: readonly (Pick<Union, 'which'> & { readonly branches: readonly number[] })[];
  readonly properties: readonly PlannedProperty[];
  /** Undefined if it has no points. */
  readonly items: PlannedPlace | undefined;
  readonly members: PlannedPlace | undefined;
  /** The names of the properties that the document has; all others are members. */
  readonly names: ReadonlySet<string>;
}

export interface PlannedProperty {
  readonly name: string;
  /** That it is given, and that it is left out; -1 where that is no point. */
  readonly given: number;
  readonly left: number;
  readonly place: PlannedPlace | undefined;
}

export interface ValuePlan {
  readonly points: readonly ValuePoint[];
  /** The root is the first. */
  readonly places: readonly PlannedPlace[];
  /** The number of all points and places. */
  readonly size: number;
  /** Whether some points are not counted. */
  readonly isCut: boolean;
}

/** How many places and points of one schema are counted: in some documents everything leads to everything. */
const MOST_PLACES = 200;
const MOST_POINTS = 1000;

/** Plans the values of a schema. The same points always have the same numbers. */
export function planValues(schema: Part<Schema>, references: References, direction: SchemaDirection): ValuePlan {
  const { locations: places, isTruncated: hasMore } = collectValueLocations(schema, references, direction, MOST_PLACES);
  const points: ValuePoint[] = [];
  const byName = new Map<string, number>();
  let isCut = hasMore;
  const add = (dimension: Dimension, name: ValuePoint['name']): number => {
    const text = name('', ' ');
    const known = byName.get(text);
    if (known !== undefined) return known;
    isCut ||= points.length === MOST_POINTS;
    if (points.length === MOST_POINTS) return -1;
    byName.set(text, points.length);
    return points.push({ dimension, name }) - 1;
  };
  const numbered = places.map((place) => numberedPlace(place, direction, add));
  const byPlace = new Map(numbered.map((one, index) => [places[index], { ...one, number: points.length + index }]));
  const planned = [...byPlace.values()];
  const below = (place: ValueLocation | undefined): Draft | undefined => place && byPlace.get(place);
  for (const [place, draft] of byPlace) {
    draft.items = below(place?.items);
    draft.members = below(place?.members);
    draft.properties = draft.properties.map((one, at) => ({ ...one, place: below(place?.properties[at]?.location) }));
  }
  const bare = new Set(coveredPlaces(planned, { has: () => false }));
  const seen = (place: PlannedPlace | undefined) => (place && bare.has(place.number) ? undefined : place);
  for (const draft of planned) {
    draft.items = seen(draft.items);
    draft.members = seen(draft.members);
    draft.properties = draft.properties
      .map((one) => ({ ...one, place: seen(one.place) }))
      .filter(({ given, left, place }) => given >= 0 || left >= 0 || place);
  }
  return { points, places: planned, size: points.length + planned.length, isCut };
}

type Draft = { -readonly [Key in keyof PlannedPlace]: PlannedPlace[Key] };
type Add = (dimension: Dimension, name: ValuePoint['name']) => number;

/** A place with its points, and without the places below. */
function numberedPlace(
  { path, values, unions, properties }: ValueLocation,
  direction: SchemaDirection,
  add: Add,
): Draft {
  const at = (whole: string, between: string, inside = path) =>
    inside === '' ? whole : `${whole}${between === '.' && inside.startsWith('[') ? '' : between}${inside}`;
  const inside = (name: string) => (path === '' ? name : `${path}.${name}`);
  const valuePoints = values.map(
    (value) => [value, add('values', (whole, between) => `${at(whole, between)}=${valueText(value)}`)] as const,
  );
  const unionPoints = unions.map(({ which, names }) => ({
    which,
    branches: names.map((name) => add('branches', (whole, between) => `${at(whole, between)} is ${name}`)),
  }));
  const propertyPoints = properties.map(({ name, isOptional }) => ({
    name,
    given: add('properties', (whole, between) => at(whole, between, inside(name))),
    // Clients have no influence on properties that a response omits.
    left: isOptional && direction === 'request' ? add('properties', (whole) => `${whole} without ${inside(name)}`) : -1,
    place: undefined,
  }));
  const own = [
    ...valuePoints.map(([, point]) => point),
    ...unionPoints.flatMap(({ branches }) => branches),
    ...propertyPoints.flatMap(({ given, left }) => [given, left]),
  ];
  return {
    number: -1,
    own: own.filter((point) => point >= 0),
    values: new Map(valuePoints),
    unions: unionPoints,
    properties: propertyPoints,
    items: undefined,
    members: undefined,
    names: new Set(properties.map(({ name }) => name)),
  };
}

function valueText(value: JsonScalar): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}

/** The numbers of the places that are completely covered, also in recursive schemas. */
export function coveredPlaces(places: readonly PlannedPlace[], seen: Pick<Bits, 'has'>): readonly number[] {
  const open = new Set(places.filter(({ own }) => own.some((point) => !seen.has(point))));
  const leadsOn = ({ properties, items, members }: PlannedPlace) =>
    [items, members, ...properties.map(({ place }) => place)].some((place) => place && open.has(place));
  // Deeper ones come later in the list.
  for (let before = -1; before < open.size; ) {
    before = open.size;
    for (let at = places.length - 1; at >= 0; at -= 1) {
      const place = places[at] as PlannedPlace;
      if (!open.has(place) && leadsOn(place)) open.add(place);
    }
  }
  return places.filter((place) => !open.has(place)).map(({ number }) => number);
}
