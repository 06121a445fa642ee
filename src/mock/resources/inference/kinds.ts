// Resource types: merges path groups of the same resource, and names them.

import type { References } from '../../../openapi/references.ts';
import { getSchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { listIn } from './envelope.ts';
import { answerOf, type Family } from './family.ts';
import { isSameThing, plain, singular, wordsOf } from './word.ts';

/** A resource type: path groups with the same items. */
export interface Kind {
  readonly name: string;
  /** The path group with the shortest paths. */
  readonly family: Family;
}

export interface Kinds {
  readonly all: readonly Kind[];
  of(family: Family): Kind;
  /** The type of the items in a list, by schema and name; undefined if the document has no paths for them. */
  ofSchema(key: string | undefined, word: string): Kind | undefined;
}

/** A key of a schema: its name, else its pointer; undefined without properties. */
export function schemaKey(schema: Family['schema'], references: References): string | undefined {
  const shape = getSchemaShape(schema, references);
  return shape && shape.properties.size > 0 ? (shape.name ?? shape.part.pointer) : undefined;
}

/** Maximum number of path groups with the same schema that are compared. */
const MOST_HOMES = 30;

export function kindsOf(families: readonly Family[], references: References): Kinds {
  const homes = new Map<Family, Family>();
  const bySchema = new Map<string, Family[]>();
  const note = (key: string | undefined, family: Family) => {
    if (key === undefined) return;
    const known = bySchema.get(key);
    if (!known) bySchema.set(key, [family]);
    else if (known.length < MOST_HOMES && known.at(-1) !== family) known.push(family);
  };
  const shortestFirst = families.toSorted((one, other) => one.values.length - other.values.length);
  const itemsFirst = [...shortestFirst.filter(hasItems), ...shortestFirst.filter((family) => !hasItems(family))];
  // Path groups with the same annotated name are one type.
  const called = new Map<string, Family>();
  for (const family of itemsFirst) {
    const { resource } = family.said;
    if (typeof resource !== 'string') continue;
    const home = called.get(resource) ?? family;
    called.set(resource, home);
    homes.set(family, home);
    if (home === family && hasItems(family)) note(schemaKey(family.schema, references), family);
  }
  for (const family of shortestFirst) {
    if (!hasItems(family) || homes.has(family)) continue;
    const key = schemaKey(family.schema, references);
    const home = bySchema.get(key ?? '')?.find((known) => isHomeOf(known, family)) ?? family;
    homes.set(family, home);
    if (home !== family) continue;
    note(key, family);
    note(schemaKey(family.list?.schema, references), family);
  }
  for (const family of shortestFirst) {
    if (homes.has(family)) continue;
    const key = family.single ? undefined : schemaKey(family.schema, references);
    const home = bySchema.get(key ?? '')?.find((known) => isListOf(family, known));
    homes.set(family, home ?? family);
    if (!home && !family.single) note(key, family);
  }
  const kinds = new Map<Family, Kind>();
  // If a parameter takes the place of the name, the names of the other groups apply.
  const words = new Map<Family, string>();
  for (const [{ word }, home] of homes) {
    const schema = home.word === '' ? wordsOf(getSchemaShape(home.schema, references)?.name ?? '').at(-1) : undefined;
    // A name like that of the schema is best.
    const isBest = schema !== undefined && isSameThing(word, schema);
    if (word !== '' && (isBest || !words.has(home))) words.set(home, word);
  }
  const named = new Set<string>();
  // Shorter paths get shorter names, and groups with item paths come first.
  for (const [name, family] of called) {
    named.add(name.toLowerCase());
    kinds.set(family, { name, family });
  }
  for (const family of itemsFirst) {
    if (homes.get(family) !== family || kinds.has(family)) continue;
    const name = firstFree(namesOf(family, words.get(family), references), named);
    named.add(name.toLowerCase());
    kinds.set(family, { name, family });
  }
  const kindOf = (family: Family) => kinds.get(homes.get(family) as Family) as Kind;
  return {
    all: families.filter((family) => homes.get(family) === family).map(kindOf),
    of: kindOf,
    ofSchema(key, word) {
      const known = bySchema.get(key ?? '') ?? [];
      const found = known.find((family) => isSameThing(family.word, word)) ?? known[0];
      return found && kindOf(found);
    },
  };
}

function firstFree(names: Iterable<string>, taken: ReadonlySet<string>): string {
  for (const name of names) if (!taken.has(name.toLowerCase())) return name;
  throw new Error('there is always one more');
}

function hasItems({ item, single }: Family): boolean {
  return !single && item !== undefined && item.operations.size > 0;
}

/**
 * Whether two path groups have the same items: the same name, and the shorter path has only parents of the longer one.
 */
function isHomeOf(home: Family, family: Family): boolean {
  const below = new Set(family.values.map(placeName));
  return (
    home.word !== '' && isSameThing(home.word, family.word) && home.values.every((value) => below.has(placeName(value)))
  );
}

/** Whether a list contains items of another path group: the same name, or both without parents. */
function isListOf({ word, values, collection }: Family, home: Family): boolean {
  if (!collection) return false;
  if (home.word === '') return true;
  if (home.item !== undefined && values.includes(home.item)) return false;
  return isSameThing(word, home.word) || (values.length === 0 && home.values.length === 0);
}

/** A path parameter is identified by the segment before it. */
function placeName({ above, parameter = '' }: Family['values'][number]): string {
  return above?.word === undefined ? plain(parameter) : singular(plain(above.word));
}

/** Candidate names of a type, the best first: `pets`, `owners-pets`, … */
function* namesOf(family: Family, word: string | undefined, references: References): Generator<string> {
  const { item, collection, values } = family;
  const schema = getSchemaShape(family.schema, references)?.name;
  let name = tidy(word || schema || (item?.parameter ?? collection?.path ?? '')) || 'items';
  yield name;
  for (const value of values.toReversed()) {
    name = `${tidy(value.above?.word ?? value.parameter ?? '') || 'of'}-${name}`;
    yield name;
  }
  const whole = tidy((item ?? collection)?.path ?? '');
  if (whole) yield whole;
  for (let count = 2; ; count += 1) yield `${name}-${count}`;
}

/** Converts a name to characters that are valid in file names. */
function tidy(name: string): string {
  return name.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

/** The schema key of the items in a list response; undefined without a list. */
export function listKey(operation: Parameters<typeof answerOf>[0], word: string, references: References) {
  return schemaKey(listIn(answerOf(operation), word, references)?.schema, references);
}
