// Location of the keyword that a value violates. Compiled schemas were rewritten, so it is searched in the document.

import { createPattern } from '../../../schema/pattern.ts';
import { holderPointer } from '../../finding.ts';
import { isRecord } from '../../is-record.ts';
import { child, stepsOf, valueAt } from '../../pointer.ts';
import type { Part, References } from '../../references.ts';
import { type Breach, isBrokenBy } from '../breach.ts';
import { tagOf } from '../discriminator.ts';
import { createSchemaPlaces, type SchemaObject, type SchemaPlaces } from '../schema-places.ts';

/** A step from the schema of a value to a subschema of one of its parts. */
interface Spot extends Part {
  readonly from: Spot | undefined;
  /** Whether the value must be valid against it, instead of one of several alternatives. */
  readonly isSure: boolean;
}

/** Maximum steps for one violation. */
const MOST = 1000;

/**
 * The location of the violated keyword. If several alternatives have it, their common parent; if it is not found, the
 * nearest schema for that part of the value.
 *
 * @param schema - the schema of the value, possibly a reference
 * @returns JSON Pointer (RFC 6901) into the document
 */
export function brokenKeyword(schema: Part, value: unknown, breach: Breach, references: References): string {
  const walk = createWalk(placesIn(references));
  const steps = [...stepsOf(holderPointer(breach))];
  // An unknown discriminator value is reported at the property, but declared in its parent.
  const isOfProperty = breach.keyword === 'discriminator' && !isRecord(valueAt(value, breach.pointer));
  if (isOfProperty && steps.at(-1) === breach.params.property) steps.pop();

  let part = value;
  let spots = walk.together([{ ...schema, from: undefined, isSure: true }], part);
  for (const step of steps) {
    const inside = spots.flatMap((spot) => [...below(spot, step, part)]);
    part = valueAt(part, child('', step));
    const next = walk.together(inside, part);
    if (next.length === 0) return common(spots);
    spots = next;
  }
  const found = spots.flatMap((spot) => {
    const at = walk.saysSomething(spot) ? isBrokenBy(spot, breach) : undefined;
    return at === undefined ? [] : [{ ...spot, pointer: at, from: spot }];
  });
  const sure = found.find(({ isSure }) => isSure);
  return sure?.pointer ?? common(found.length > 0 ? found : spots);
}

interface Walk {
  /** All schemas for the same value: the given ones and those they are composed of. */
  together(schemas: readonly Spot[], value: unknown): readonly Spot[];
  /** Whether siblings of a reference count. */
  saysSomething(spot: Spot): boolean;
}

function createWalk(places: SchemaPlaces): Walk {
  let left = MOST;
  const saysSomething = ({ value, pointer }: Spot) =>
    !isRecord(value) || !places.isOnlyReference({ value, pointer } as Part<SchemaObject>);
  return {
    saysSomething,
    together(schemas, value) {
      const found = new Map<string, Spot>();
      const open = [...schemas].reverse();
      for (let spot = open.pop(); spot && left > 0; spot = open.pop()) {
        const known = found.get(spot.pointer);
        if (known && (known.isSure || !spot.isSure)) continue;
        left -= 1;
        found.set(spot.pointer, spot);
        if (!isRecord(spot.value)) continue;
        const inside = [...referred(spot, places), ...(saysSomething(spot) ? beside(spot, value, places) : [])];
        open.push(...inside.reverse());
      }
      return [...found.values()];
    },
  };
}

/** Targets of references. A dynamic anchor depends on the path of evaluation: there the search ends. */
function* referred(spot: Spot, places: SchemaPlaces): Generator<Spot> {
  const { value, pointer, isSure } = spot as Spot & Part<SchemaObject>;
  for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
    if (typeof value[keyword] !== 'string') continue;
    for (const target of places.referred({ value: { [keyword]: value[keyword] }, pointer })) {
      const isDynamic = keyword !== '$ref' && ('$dynamicAnchor' in target.value || '$recursiveAnchor' in target.value);
      if (isDynamic) yield { value: true, pointer: child(pointer, keyword), from: spot, isSure };
      else yield { ...target, from: spot, isSure };
    }
  }
}

/** Subschemas for the same value. */
function* beside(spot: Spot, value: unknown, places: SchemaPlaces): Generator<Spot> {
  const { value: schema, pointer, isSure } = spot as Spot & Part<SchemaObject>;
  yield* listed(spot, 'allOf', isSure);
  const choice = places.choiceOf({ value: schema, pointer });
  const named = choice && tagOf(value, choice.property);
  const chosen = named === undefined ? undefined : choice?.byValue.get(named);
  if (chosen !== undefined) yield* at(places.at(chosen), spot, isSure);
  const decided = chosen === undefined || !choice?.ofBranches ? undefined : schema.oneOf ? 'oneOf' : 'anyOf';
  for (const word of ['oneOf', 'anyOf']) if (word !== decided) yield* listed(spot, word, false);
  for (const word of ['then', 'else', 'propertyNames']) yield* inside(spot, false, word);
  for (const word of ['dependentSchemas', 'dependencies'])
    for (const name of isRecord(schema[word]) ? Object.keys(schema[word]) : [])
      if (isRecord(value) && Object.hasOwn(value, name)) yield* inside(spot, isSure, word, name);
}

/** Subschemas for a part of the value. */
function* below(spot: Spot, step: string, value: unknown): Generator<Spot> {
  const { value: schema, isSure } = spot as Spot & Part<SchemaObject>;
  if (!isRecord(schema)) return;
  const { properties, patternProperties } = schema;
  const isNamed = isRecord(properties) && Object.hasOwn(properties, step);
  // In an unknown value, a number may be the index of an item.
  if (Array.isArray(value) || (value === undefined && /^\d+$/.test(step) && !isNamed)) {
    const first = ['prefixItems', 'items'].find(
      (word) => Array.isArray(schema[word]) && Object.hasOwn(schema[word], step),
    );
    if (first !== undefined) yield* inside(spot, isSure, first, step);
    else yield* inside(spot, isSure, Array.isArray(schema.items) ? 'additionalItems' : 'items');
    for (const word of ['contains', 'unevaluatedItems']) yield* inside(spot, false, word);
    return;
  }
  const patterns = isRecord(patternProperties) ? Object.keys(patternProperties) : [];
  const matching = patterns.filter((pattern) => createPattern(pattern).test(step));
  if (isNamed) yield* inside(spot, isSure, 'properties', step);
  for (const pattern of matching) yield* inside(spot, isSure, 'patternProperties', pattern);
  if (!isNamed && matching.length === 0) yield* inside(spot, isSure, 'additionalProperties');
  yield* inside(spot, false, 'unevaluatedProperties');
}

/** The subschema below a keyword, if there is one. */
function* inside(spot: Spot, isSure: boolean, ...steps: readonly string[]): Generator<Spot> {
  const value = valueAt(spot.value, child('', ...steps));
  if (isRecord(value) || typeof value === 'boolean')
    yield { value, pointer: child(spot.pointer, ...steps), from: spot, isSure };
}

/** The subschemas in the list of a keyword, which is a step of its own. */
function* listed(spot: Spot, word: string, isSure: boolean): Generator<Spot> {
  const list = (spot.value as SchemaObject)[word];
  if (!Array.isArray(list)) return;
  const from: Spot = { value: undefined, pointer: child(spot.pointer, word), from: spot, isSure };
  for (const [index, value] of list.entries())
    yield { value, pointer: child(from.pointer, index), from, isSure: isSure || list.length === 1 };
}

function* at(part: Part | undefined, from: Spot, isSure: boolean): Generator<Spot> {
  if (part) yield { ...part, from, isSure };
}

/** The last common step of several paths. */
function common([first, ...others]: readonly Spot[]): string {
  let way = wayTo(first);
  for (const other of others) {
    const there = new Set(wayTo(other));
    way = way.slice(way.findIndex((pointer) => there.has(pointer)));
  }
  return way[0] as string;
}

/** The steps from a spot back to the start. */
function wayTo(spot: Spot | undefined): readonly string[] {
  const way: string[] = [];
  for (let next = spot; next; next = next.from) way.push(next.pointer);
  return way;
}

const known = new WeakMap<References, SchemaPlaces>();

function placesIn(references: References): SchemaPlaces {
  const { openapi } = references.root as { readonly openapi?: unknown };
  const places = known.get(references) ?? createSchemaPlaces(references, String(openapi));
  known.set(references, places);
  return places;
}
