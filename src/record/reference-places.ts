// Where the records of collections refer to records of others: the places of `x-references` in the schema of a fixture.

import { child, pointerInFragment, valueAt } from '../openapi/pointer.ts';
import type { Identified } from '../store/record.ts';

/** A step to a place: the name of a property, or any item of a list and any further property. */
export type ReferenceStep = string | typeof ANY;

export const ANY = Symbol('any');

/** A place in the records of one collection where the id of a record of another one stands. */
export interface ReferencePlace {
  readonly collection: string;
  readonly to: string;
  /** Undefined where a schema leads back to itself: then it may be anywhere. */
  readonly steps: readonly ReferenceStep[] | undefined;
}

type Schema = Readonly<Record<string, unknown>>;

/** The places in all collections that a schema (JSON Schema draft 7) names. */
export function referencePlaces(schema: object): readonly ReferencePlace[] {
  const { properties } = schema as Schema;
  return Object.entries(isObject(properties) ? properties : {}).flatMap(([collection, list]) => {
    const found: ReferencePlace[] = [];
    const seen = new Set<string>();
    collect(list, [], new Set(), (to, steps) => {
      // A list is of records, each of which is a place of its own.
      const place = { collection, to, steps: steps?.slice(1) };
      const key = JSON.stringify([to, place.steps?.map((step) => (step === ANY ? 0 : step))]);
      if (!seen.has(key)) found.push(place);
      seen.add(key);
    });
    return found;
  });

  function collect(
    part: unknown,
    steps: readonly ReferenceStep[] | undefined,
    around: ReadonlySet<unknown>,
    tell: (to: string, steps: readonly ReferenceStep[] | undefined) => void,
  ): void {
    if (!isObject(part)) return;
    if (around.has(part)) {
      // What is inside was met already, and may stand deeper than can be said.
      if (steps) collect(part, undefined, new Set(), tell);
      return;
    }
    const inner = new Set([...around, part]);
    const below = (step: ReferenceStep): readonly ReferenceStep[] | undefined => steps && [...steps, step];
    if (typeof part['x-references'] === 'string') tell(part['x-references'], steps);
    const pointer = typeof part.$ref === 'string' ? pointerInFragment(part.$ref) : undefined;
    if (pointer !== undefined) collect(valueAt(schema, pointer), steps, inner, tell);
    for (const name of ['if', 'then', 'else']) collect(part[name], steps, inner, tell);
    for (const name of ['allOf', 'anyOf', 'oneOf']) {
      for (const one of listIn(part[name])) collect(one, steps, inner, tell);
    }
    for (const [name, one] of Object.entries(isObject(part.properties) ? part.properties : {}))
      collect(one, below(name), inner, tell);
    const others = [part.additionalProperties, part.items, part.additionalItems, part.contains];
    const named = isObject(part.patternProperties) ? Object.values(part.patternProperties) : [];
    for (const one of [...others.flatMap((other) => (Array.isArray(other) ? other : [other])), ...named])
      collect(one, below(ANY), inner, tell);
  }
}

/** The ids that stand at some places of a record, each once. */
export function idsAt(record: Identified, places: readonly ReferencePlace[]): readonly string[] {
  const ids = new Set<string>();
  for (const { steps } of places) gatherIds(record, steps, ids);
  return [...ids];
}

/** A place in one record, and the id that stands there. */
export interface ReferenceAt {
  readonly pointer: string;
  readonly to: string;
  readonly id: string;
}

/** The places of a record at which ids of others stand. Where they may be anywhere, they are not told. */
export function referencesIn(record: unknown, places: readonly ReferencePlace[]): readonly ReferenceAt[] {
  return places.flatMap(({ steps = [], to }) => {
    let found: readonly (readonly [pointer: string, value: unknown])[] = steps.length > 0 ? [['', record]] : [];
    for (const step of steps)
      found = found.flatMap(([pointer, value]) =>
        membersAt(value, step).map(([name, member]) => [child(pointer, name), member] as const),
      );
    return found.flatMap(([pointer, id]) => (typeof id === 'string' ? [{ pointer, to, id }] : []));
  });
}

function membersAt(value: unknown, step: ReferenceStep): readonly (readonly [name: string, value: unknown])[] {
  if (!isHolder(value)) return [];
  if (step === ANY) return Object.entries(value);
  return Object.hasOwn(value, step) ? [[step, value[step]]] : [];
}

function gatherIds(value: unknown, steps: readonly ReferenceStep[] | undefined, ids: Set<string>): void {
  const [step, ...rest] = steps ?? [ANY];
  if (typeof value === 'string') {
    if (step === undefined || !steps) ids.add(value);
  } else if (step !== undefined && isHolder(value)) {
    const inner = steps && rest;
    if (step === ANY) for (const one of Object.values(value)) gatherIds(one, inner, ids);
    else if (Object.hasOwn(value, step)) gatherIds(value[step], inner, ids);
  }
}

function isObject(value: unknown): value is Schema {
  return isHolder(value) && !Array.isArray(value);
}

function isHolder(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
