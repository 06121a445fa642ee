// Fixtures of an inferred API: items from files, and seed data.

import type { Document } from '../../../openapi/document.ts';
import type { Finding } from '../../../openapi/finding.ts';
import { isRecord } from '../../../schema/is-record.ts';
import { isStringOrNumber, type JsonNumber } from '../../../schema/json/exact-number.ts';
import { emptyFixture, type Fixture, fixtureFiles, fixtureName, readFixtureAs } from '../../../store/fixture.ts';
import type { Identified, RecordLists } from '../../../store/record.ts';
import { FILES } from '../files/stored-files.ts';
import type { Inference } from '../inference.ts';
import { listWriteOnlyNames } from '../item-properties.ts';
import { COUNTERS } from '../items/counters.ts';
import { buildItemKey, getIdFromKey, getParentIds, nameParentIds, type ParentIds } from '../items/item-key.ts';
import { deleteAtPath, getAtPath } from '../property-path.ts';
import type { PropertyPath, Resource, StoredItem } from '../resource.ts';
import { SeedData } from './seed-data.ts';
import { selectFixtureFiles } from './select-fixture-files.ts';
import { describeUnreachableItems } from './unreachable-items.ts';

/** Folders with fixtures. */
export interface FixtureFolders {
  readonly folders: readonly string[];
  /**
   * Whether the user did not name them, so that they may have another purpose: invalid items and files are left out and
   * reported.
   */
  readonly areOptional: boolean;
  /** Whether there are handlers, which may have their own collections. */
  readonly hasHandlers: boolean;
}

/**
 * Reads fixture files: `pets.json` is a list of pets as the API returns them. Parents that an item does not contain are
 * added in a wrapper: `{ "parents": { "ownerId": "1" }, "item": { … } }`. Other files are collections of handlers.
 *
 * @param count - number of seed items of each resource without a file, below each parent
 * @throws UsageError with all errors in named folders, by file and JSON pointer
 */
export async function readFixtureItems(
  parts: Inference,
  count: number,
  { folders, areOptional, hasHandlers }: FixtureFolders,
): Promise<{ readonly fixture: Fixture; readonly first: SeedData }> {
  const { document, resources } = parts;
  const written = new Map<Resource, readonly StoredItem[]>();
  const invalidItems = new Map<string, readonly string[]>();
  const asRecords = (name: string, entries: unknown): unknown => {
    const resource = resources.all.get(name);
    if (!resource || !Array.isArray(entries)) return entries;
    const { items, problems } = areOptional
      ? selectFixtureItems(resource, entries, document)
      : { items: parseFixtureItems(resource, entries, document), problems: [] };
    // A file without any valid item has another purpose.
    if (problems.length > 0 && items.length === 0) throw new Error(problems[0]);
    written.set(resource, items);
    invalidItems.set(name, problems);
    return items;
  };
  const collections = new Set(resources.all.keys());
  const [folder] = folders;
  const optional =
    areOptional && folder !== undefined
      ? await selectFixtureFiles(folder, { asRecords, invalidItems, collections, hasHandlers })
      : undefined;
  const files = optional?.files ?? (await fixtureFiles(folders));
  written.clear();
  const read = files.length > 0 ? await readFixtureAs(asRecords, files, folders.join(' and ')) : emptyFixture;
  const first = new SeedData(parts, count, written);
  const fileOf = ({ name }: Resource) => files.find((file) => fixtureName(file) === name) ?? name;
  const inferred = new Set([...resources.all.keys(), COUNTERS, FILES]);
  const records: RecordLists = { ...read.records };
  for (const name of inferred) {
    if (Object.hasOwn(records, name)) continue;
    const resource = resources.all.get(name);
    // Generated on first use.
    Object.defineProperty(records, name, {
      get: () => (resource && first.areInStore(resource) ? first.of(resource) : []),
      enumerable: true,
    });
  }
  const fixture: Fixture = {
    records,
    remarks: [...(optional?.remarks ?? []), ...describeUnreachableItems(written, first, fileOf)],
    fits(name, record) {
      const resource = resources.all.get(name);
      return !resource || problemOf(resource, record, document) === undefined;
    },
    canName(name, record) {
      const id = resources.all.get(name)?.id;
      return !id || id.type === 'string' || isNumber(getIdFromKey(record.id));
    },
    check(stored) {
      const others = Object.entries(stored ?? {}).filter(([name]) => !inferred.has(name));
      const problems = [...resources.all.keys()].flatMap((name) => {
        const list = isRecord(stored) && Object.hasOwn(stored, name) ? stored[name] : [];
        if (!Array.isArray(list)) return [`${name} / must be a list of items`];
        return list.flatMap((record, index) => {
          const problem = structureProblem(record);
          return problem === undefined ? [] : [`${name} /${index}${problem}`];
        });
      });
      return [...read.check(Object.fromEntries(others)), ...problems];
    },
  };
  return { fixture, first };
}

/** The stored items of a file. @throws Error with the reason */
export function parseFixtureItems(
  resource: Resource,
  entries: readonly unknown[],
  document: Document,
): readonly StoredItem[] {
  return entries.map((entry, index) => itemIn(resource, entry, index, document));
}

/** The valid items of a file, of equal ids the first one, and the problem of each other item. */
function selectFixtureItems(resource: Resource, entries: readonly unknown[], document: Document) {
  const items = new Map<string, StoredItem>();
  const problems: string[] = [];
  for (const [index, entry] of entries.entries()) {
    try {
      const item = itemIn(resource, entry, index, document);
      if (items.has(item.id)) throw new Error(`/${index} has the id of an earlier item`);
      items.set(item.id, item);
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  return { items: [...items.values()], problems };
}

/** The stored item of a file entry. @throws Error with the reason */
function itemIn(resource: Resource, entry: unknown, index: number, document: Document): StoredItem {
  try {
    const { parentIds, id: own, item, isWrapped } = parseFixtureItem(resource, entry);
    if (!resource.isSingleton && own === undefined) throw new Error(getMissingIdMessage(resource));
    const id = buildItemKey(parentIds, String(own ?? ''));
    const stored: StoredItem = { id, number: index + 1, ...nameParentIds(resource.parents, parentIds), item };
    const problem = problemOf(resource, stored, document);
    if (problem !== undefined) throw new Error(problem.replace(/^\/item/, isWrapped ? '/item' : ''));
    return stored;
  } catch (error) {
    throw new Error(`/${index}${(error as Error).message}`);
  }
}

/** A parsed entry of a fixture file. */
export interface FixtureItem {
  /** Its parent ids. */
  readonly parentIds: ParentIds;
  /** Its id; undefined without one, and for a singleton. */
  readonly id: string | JsonNumber | undefined;
  readonly item: unknown;
  /** Whether the entry is a wrapper with `id`, `parents` and `item`. */
  readonly isWrapped: boolean;
}

/** An entry in its parts: the item, and the parents that it has no property for, from the wrapper or beside its properties. */
export function splitFixtureEntry({ parents }: Resource, entry: unknown) {
  if (isRecord(entry) && isWrappedItem(entry))
    return { item: entry.item, id: entry.id, parents: isRecord(entry.parents) ? entry.parents : {}, isWrapped: true };
  const keys = parents.flatMap(({ key, path }) => (path ? [] : [key]));
  const isParent = ([name]: readonly [string, unknown]) => keys.includes(name);
  if (!isRecord(entry) || !Object.entries(entry).some(isParent))
    return { item: entry, id: undefined, parents: {}, isWrapped: false };
  const properties = Object.entries(entry);
  return {
    item: Object.fromEntries(properties.filter((one) => !isParent(one))),
    id: undefined,
    parents: Object.fromEntries(properties.filter(isParent)),
    isWrapped: false,
  };
}

/** @throws Error with the missing part after its location */
export function parseFixtureItem(resource: Resource, entry: unknown): FixtureItem {
  const { item, id: named, parents: beside, isWrapped } = splitFixtureEntry(resource, entry);
  const parentIds = resource.parents.map(({ key, path }) => {
    const value = (Object.hasOwn(beside, key) ? beside[key] : undefined) ?? (path && getAtPath(item, path));
    if (value !== undefined) return String(value);
    const example = JSON.stringify({ [key]: '…' });
    throw new Error(` needs its parent ${key}, such as ${example}`);
  });
  const id = named ?? (resource.id?.path && getAtPath(item, resource.id.path));
  const isId = !resource.isSingleton && isStringOrNumber(id) && id !== '';
  return { parentIds, id: isId ? id : undefined, item, isWrapped };
}

/** An item in fixture format: in a wrapper if it does not contain its id and parents. */
export function toFixtureItem(resource: Resource, { id, item }: StoredItem): unknown {
  const parentIds = getParentIds(id);
  const hasValue = (path: PropertyPath | undefined, text: string | undefined) =>
    path && String(getAtPath(item, path)) === text;
  const hasParents = resource.parents.every(({ path }, index) => hasValue(path, parentIds[index]));
  const hasId = resource.isSingleton || hasValue(resource.id?.path, getIdFromKey(id));
  if (hasParents && hasId && !(isRecord(item) && isWrappedItem(item))) return item;
  return {
    ...(!hasId && { id: getIdFromKey(id) }),
    ...(!hasParents && nameParentIds(resource.parents, parentIds)),
    item,
  };
}

/** Whether a fixture entry is a wrapper. */
export function isWrappedItem(entry: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(entry);
  return (
    Object.hasOwn(entry, 'item') &&
    names.every((name) => WRAPPING.has(name)) &&
    (isRecord(entry.item) || names.length > 1)
  );
}

const WRAPPING = new Set(['id', 'parents', 'item']);

/** The message for an item without an id. */
export function getMissingIdMessage({ id }: Resource): string {
  const name = id?.path?.join('.');
  return ` must have an id${name === undefined ? ' beside it, such as {"id": "1", "item": {}}' : `: the property ${name}`}`;
}

/** The first problem of a stored item, with its location; undefined without one. */
function problemOf(resource: Resource, record: Identified, document: Document): string | undefined {
  const structure = structureProblem(record);
  if (structure !== undefined) return structure;
  const [finding] = checkItem(resource, (record as StoredItem).item, document);
  return finding && `/item${finding.pointer} ${finding.message}`;
}

/** Validates the returned properties of an item. */
export function checkItem({ schema }: Resource, item: unknown, document: Document): readonly Finding[] {
  if (!schema) return [];
  const hidden = listWriteOnlyNames(schema, document.references);
  return document.validate(
    schema,
    hidden.reduce<unknown>((seen, name) => deleteAtPath(seen, [name]), item),
    'response',
  );
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}

/** As `problemOf`, without validation of the item: it is coerced when it is returned. */
function structureProblem(record: unknown): string | undefined {
  if (!isRecord(record) || typeof record.id !== 'string' || record.id === '') return '/id must be a non-empty string';
  if (!Number.isInteger(record.number)) return '/number must be a whole number';
  return Object.hasOwn(record, 'item') ? undefined : ' must have an item';
}
