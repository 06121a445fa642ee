// Where a document says what a value breaks. What is compiled are schemas that were rewritten, so the keyword is found again from the place in the value.

import { createPattern } from '../../../schema/pattern.ts';
import { holderPointer } from '../../finding.ts';
import { isRecord } from '../../is-record.ts';
import { child, stepsOf, valueAt } from '../../pointer.ts';
import type { Part, References } from '../../references.ts';
import { type Breach, isBrokenBy } from '../breach.ts';
import { tagOf } from '../discriminator.ts';
import { createSchemaPlaces, type SchemaObject, type SchemaPlaces } from '../schema-places.ts';

/** A place on the way from the schema of a value to one that says something of a part of it. */
interface Spot extends Part {
  readonly from: Spot | undefined;
  /** Whether the value has to fit what stands there, and not one of several things. */
  readonly isSure: boolean;
}

/** How many places are looked at for one breach. */
const MOST = 1000;

/**
 * The place of the keyword that is broken. Where several of the things that a value may be say the same of it, what has them below it; where the keyword is not
 * found, the nearest schema around it that says something of that place.
 *
 * @param schema - what the value has to fit; it may be a reference
 * @returns JSON pointer (RFC 6901) into the document
 */
export function brokenKeyword(schema: Part, value: unknown, breach: Breach, references: References): string {
  const walk = createWalk(placesIn(references));
  const steps = [...stepsOf(holderPointer(breach))];
  // That a value names nothing that a discriminator knows is told of the property that does, and said beside it.
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
  /** All that says something of the same value as some schemas: these, and what they consist of. */
  together(schemas: readonly Spot[], value: unknown): readonly Spot[];
  /** Whether words beside a reference have a meaning there. */
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

/** What a schema refers to. Where an anchor is dynamic, how one got there decides what it means: there the way ends. */
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

/** The schemas inside one that say something of the same value. */
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

/** The schemas inside one that say something of a part of its value. */
function* below(spot: Spot, step: string, value: unknown): Generator<Spot> {
  const { value: schema, isSure } = spot as Spot & Part<SchemaObject>;
  if (!isRecord(schema)) return;
  const { properties, patternProperties } = schema;
  const isNamed = isRecord(properties) && Object.hasOwn(properties, step);
  // Of a value that is not known, a number may be that of an item.
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

/** The schema below a keyword, if one is there. */
function* inside(spot: Spot, isSure: boolean, ...steps: readonly string[]): Generator<Spot> {
  const value = valueAt(spot.value, child('', ...steps));
  if (isRecord(value) || typeof value === 'boolean')
    yield { value, pointer: child(spot.pointer, ...steps), from: spot, isSure };
}

/** The schemas in the list below a keyword, on the way to which the keyword stands itself. */
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

/** The last place that lies on the ways to all of these. */
function common([first, ...others]: readonly Spot[]): string {
  let way = wayTo(first);
  for (const other of others) {
    const there = new Set(wayTo(other));
    way = way.slice(way.findIndex((pointer) => there.has(pointer)));
  }
  return way[0] as string;
}

/** The places from a spot back to where its way began. */
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
