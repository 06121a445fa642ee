// The references between schemas, with their writers and variants.

import type { Part } from '../openapi/references.ts';
import { DIRECTIONS, type Direction, varies } from './direction.ts';
import { extensionsIn } from './discriminator-types.ts';
import { findCycles } from './find-cycles.ts';
import { type AnySchema, type Inner, type SchemaRelation, schemasIn } from './schema-parts.ts';
import type { SchemaReader } from './schema-reader.ts';

/** A schema that an operation speaks of. */
export interface GraphRoot {
  readonly part: Part<AnySchema>;
  readonly direction: Direction;
}

export interface SchemaGraph {
  /** Named schemas: the given ones, and all reference targets. */
  readonly named: ReadonlyMap<string, Part<AnySchema>>;
  /** The directions in which a schema has types of their own; the first one has the name of the schema. */
  formsOf(pointer: string): readonly Direction[];
  /** Of these, the one that a schema has in some direction. */
  formIn(pointer: string, direction: Direction): Direction;
  /** Whether two schemas are parts or choices of one another; or by choices alone. */
  isCircle(one: string, other: string, by: 'anything' | 'choices'): boolean;
}

/** A schema with its references. */
interface Node {
  readonly part: Part<AnySchema>;
  readonly refers: Readonly<Record<SchemaRelation, ReadonlyMap<string, Part<AnySchema>>>>;
  readonly oneWay: boolean;
  readonly files: boolean;
}

/** @param given - schemas with names */
export function createSchemaGraph(
  reading: SchemaReader,
  given: readonly Part<AnySchema>[],
  roots: readonly GraphRoot[],
): SchemaGraph {
  const nodes = new Map<string, Node>();
  const tops = roots.map(({ part, direction }) => ({ node: survey(reading, part), direction }));
  const open = [...given, ...tops.flatMap(({ node }) => targetsOf(node))];
  for (let part = open.pop(); part; part = open.pop()) {
    if (nodes.has(part.pointer)) continue;
    const node = survey(reading, part);
    nodes.set(part.pointer, node);
    open.push(...targetsOf(node));
  }
  const named = new Map([
    ...given.map((part) => [part.pointer, part] as const),
    ...[...nodes].map(([pointer, { part }]) => [pointer, part] as const),
  ]);

  const uses = new Map(
    DIRECTIONS.map((direction) => {
      const starts = tops.filter((top) => top.direction === direction).flatMap(({ node }) => namesIn(node));
      return [direction, reached(starts, (pointer) => namesIn(nodes.get(pointer)))];
    }),
  );
  const referrers = new Map<string, string[]>();
  for (const [pointer, node] of nodes)
    for (const target of namesIn(node)) {
      const known = referrers.get(target);
      if (known) known.push(pointer);
      else referrers.set(target, [pointer]);
    }
  const leadingTo = (is: (node: Node) => boolean) =>
    reached(
      [...nodes].filter(([, node]) => is(node)).map(([pointer]) => pointer),
      (pointer) => referrers.get(pointer) ?? [],
    );
  const oneWay = leadingTo((node) => node.oneWay);
  const files = leadingTo((node) => node.files);
  const isSame = (pointer: string, one: Direction, other: Direction) =>
    !(oneWay.has(pointer) && (one === 'output') !== (other === 'output')) &&
    !(files.has(pointer) && (one === 'form') !== (other === 'form'));

  const circles = {
    anything: findCycles(nodes.keys(), (pointer) => namesIn(nodes.get(pointer), 'all', 'any')),
    choices: findCycles(nodes.keys(), (pointer) => namesIn(nodes.get(pointer), 'any')),
  };
  const formsOf = (pointer: string): readonly Direction[] => {
    const used = DIRECTIONS.filter((direction) => uses.get(direction)?.has(pointer));
    const forms = used.filter((one, index) => !used.slice(0, index).some((earlier) => isSame(pointer, one, earlier)));
    return forms.length > 0 ? forms : ['output'];
  };
  return {
    named,
    formsOf,
    formIn(pointer, direction) {
      const forms = formsOf(pointer);
      return forms.find((form) => isSame(pointer, form, direction)) ?? forms[0] ?? 'output';
    },
    isCircle: (one, other, by) => circles[by].get(one) === circles[by].get(other),
  };
}

/** The parts of a schema. Without recursion, because it may be very deep. */
function survey(reading: SchemaReader, whole: Part<AnySchema>): Node {
  const refers = { all: new Map(), any: new Map(), below: new Map() } satisfies Record<SchemaRelation, unknown>;
  let [oneWay, files] = [false, false];
  const open: Inner[] = [{ part: whole, place: 'any' }];
  for (let inner = open.pop(); inner; inner = open.pop()) {
    const { part, place } = inner;
    const target = reading.target(part);
    if (target) refers[place].set(target.pointer, target);
    if (!reading.isRead(part)) continue;
    const varying = varies(reading, part, whole);
    oneWay ||= varying.oneWay;
    files ||= varying.files;
    for (const other of extensionsIn(reading, part)) refers[joinRelations(place, 'any')].set(other.pointer, other);
    for (const one of schemasIn(part)) open.push({ part: one.part, place: joinRelations(place, one.place) });
  }
  return { part: whole, refers, oneWay, files };
}

/** The relation of two schemas with a third one in between. */
export function joinRelations(outer: SchemaRelation, inner: SchemaRelation): SchemaRelation {
  if (outer === 'below' || inner === 'below') return 'below';
  return outer === 'all' || inner === 'all' ? 'all' : 'any';
}

function targetsOf({ refers }: Node): readonly Part<AnySchema>[] {
  return Object.values(refers).flatMap((targets) => [...targets.values()]);
}

function namesIn(node: Node | undefined, ...places: readonly SchemaRelation[]): readonly string[] {
  const among = places.length > 0 ? places : (['all', 'any', 'below'] as const);
  return node ? among.flatMap((place) => [...node.refers[place].keys()]) : [];
}

/** All reachable nodes, including the starts. */
function reached<T>(starts: readonly T[], next: (one: T) => readonly T[]): ReadonlySet<T> {
  const found = new Set<T>();
  const open = [...starts];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (found.has(one)) continue;
    found.add(one);
    open.push(...next(one));
  }
  return found;
}
