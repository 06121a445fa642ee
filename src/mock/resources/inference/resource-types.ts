// Resource types: merges path groups of the same resource, and names them.

import { normalizeName, splitWords } from '../../../openapi/name-words.ts';
import type { References } from '../../../openapi/references.ts';
import { getSchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { isSameName, singular } from '../../../openapi/singular.ts';
import { findListSchema } from './envelope.ts';
import { findResponseSchema, type PathGroup } from './path-group.ts';

/** A resource type: path groups with the same items. */
export interface ResourceType {
  readonly name: string;
  /** The path group with the shortest paths. */
  readonly group: PathGroup;
}

export interface ResourceTypes {
  readonly all: readonly ResourceType[];
  of(group: PathGroup): ResourceType;
  /** The type of the items in a list, by schema and name; undefined if the document has no paths for them. */
  ofSchema(key: string | undefined, word: string): ResourceType | undefined;
}

/** A key of a schema: its name, else its pointer; undefined without properties. */
export function getSchemaKey(schema: PathGroup['schema'], references: References): string | undefined {
  const shape = getSchemaShape(schema, references);
  return shape && shape.properties.size > 0 ? (shape.name ?? shape.part.pointer) : undefined;
}

/** Maximum number of path groups with the same schema that are compared. */
const MAX_GROUPS = 30;

export function groupResourceTypes(groups: readonly PathGroup[], references: References): ResourceTypes {
  const mains = new Map<PathGroup, PathGroup>();
  const bySchema = new Map<string, PathGroup[]>();
  const addToIndex = (key: string | undefined, group: PathGroup) => {
    if (key === undefined) return;
    const candidates = bySchema.get(key);
    if (!candidates) bySchema.set(key, [group]);
    else if (candidates.length < MAX_GROUPS && candidates.at(-1) !== group) candidates.push(group);
  };
  const shortestFirst = groups.toSorted((one, other) => one.parameters.length - other.parameters.length);
  const itemsFirst = [...shortestFirst.filter(hasItems), ...shortestFirst.filter((group) => !hasItems(group))];
  // Path groups with the same annotated name are one type.
  const annotated = new Map<string, PathGroup>();
  for (const group of itemsFirst) {
    const { resource } = group.annotations;
    if (typeof resource !== 'string') continue;
    const main = annotated.get(resource) ?? group;
    annotated.set(resource, main);
    mains.set(group, main);
    if (main === group && hasItems(group)) addToIndex(getSchemaKey(group.schema, references), group);
  }
  for (const group of shortestFirst) {
    if (!hasItems(group) || mains.has(group)) continue;
    const key = getSchemaKey(group.schema, references);
    const main = bySchema.get(key ?? '')?.find((candidates) => isMainOf(candidates, group)) ?? group;
    mains.set(group, main);
    if (main !== group) continue;
    addToIndex(key, group);
    addToIndex(getSchemaKey(group.list?.schema, references), group);
  }
  for (const group of shortestFirst) {
    if (mains.has(group)) continue;
    const key = group.isSingleton ? undefined : getSchemaKey(group.schema, references);
    const main = bySchema.get(key ?? '')?.find((candidates) => isListOf(group, candidates));
    mains.set(group, main ?? group);
    if (!main && !group.isSingleton) addToIndex(key, group);
  }
  const types = new Map<PathGroup, ResourceType>();
  // If a parameter takes the place of the name, the names of the other groups apply.
  const words = new Map<PathGroup, string>();
  for (const [{ name: word }, main] of mains) {
    const schema =
      main.name === '' ? splitWords(getSchemaShape(main.schema, references)?.name ?? '').at(-1) : undefined;
    // A name like that of the schema is best.
    const isBest = schema !== undefined && isSameName(word, schema);
    if (word !== '' && (isBest || !words.has(main))) words.set(main, word);
  }
  const named = new Set<string>();
  // Shorter paths get shorter names, and groups with item paths come first.
  for (const [name, group] of annotated) {
    named.add(name.toLowerCase());
    types.set(group, { name, group });
  }
  for (const group of itemsFirst) {
    if (mains.get(group) !== group || types.has(group)) continue;
    const name = firstFree(namesOf(group, words.get(group), references), named);
    named.add(name.toLowerCase());
    types.set(group, { name, group });
  }
  const typeOf = (group: PathGroup) => types.get(mains.get(group) as PathGroup) as ResourceType;
  return {
    all: groups.filter((group) => mains.get(group) === group).map(typeOf),
    of: typeOf,
    ofSchema(key, word) {
      const candidates = bySchema.get(key ?? '') ?? [];
      const found = candidates.find((group) => isSameName(group.name, word)) ?? candidates[0];
      return found && typeOf(found);
    },
  };
}

function firstFree(names: Iterable<string>, taken: ReadonlySet<string>): string {
  for (const name of names) if (!taken.has(name.toLowerCase())) return name;
  throw new Error('namesOf ended');
}

function hasItems({ item, isSingleton }: PathGroup): boolean {
  return !isSingleton && item !== undefined && item.operations.size > 0;
}

/**
 * Whether two path groups have the same items: the same name, and the shorter path has only parents of the longer one.
 */
function isMainOf(main: PathGroup, group: PathGroup): boolean {
  const parentNames = new Set(group.parameters.map(parentName));
  return (
    main.name !== '' &&
    isSameName(main.name, group.name) &&
    main.parameters.every((value) => parentNames.has(parentName(value)))
  );
}

/** Whether a list contains items of another path group: the same name, or both without parents. */
function isListOf({ name: word, parameters: values, collection }: PathGroup, main: PathGroup): boolean {
  if (!collection) return false;
  if (main.name === '') return true;
  if (main.item !== undefined && values.includes(main.item)) return false;
  return isSameName(word, main.name) || (values.length === 0 && main.parameters.length === 0);
}

/** A path parameter is identified by the segment before it. */
function parentName({ parent, parameter = '' }: PathGroup['parameters'][number]): string {
  return parent?.segment === undefined ? normalizeName(parameter) : singular(normalizeName(parent.segment));
}

/** Candidate names of a type, the best first: `pets`, `owners-pets`, … */
function* namesOf(group: PathGroup, word: string | undefined, references: References): Generator<string> {
  const { item, collection, parameters: values } = group;
  const schema = getSchemaShape(group.schema, references)?.name;
  let name = toFileName(word || schema || (item?.parameter ?? collection?.path ?? '')) || 'items';
  yield name;
  for (const value of values.toReversed()) {
    name = `${toFileName(value.parent?.segment ?? value.parameter ?? '') || 'of'}-${name}`;
    yield name;
  }
  const whole = toFileName((item ?? collection)?.path ?? '');
  if (whole) yield whole;
  for (let count = 2; ; count += 1) yield `${name}-${count}`;
}

/** Converts a name to characters that are valid in file names. */
function toFileName(name: string): string {
  return name.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

/** The schema key of the items in a list response; undefined without a list. */
export function getListSchemaKey(
  operation: Parameters<typeof findResponseSchema>[0],
  word: string,
  references: References,
) {
  return getSchemaKey(findListSchema(findResponseSchema(operation), word, references)?.schema, references);
}
