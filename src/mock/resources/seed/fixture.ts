// What an inferred api starts from: the items in its folders, and first records of the kinds that have no file there.

import type { Document } from '../../../openapi/document.ts';
import type { Finding } from '../../../openapi/finding.ts';
import { isRecord } from '../../../openapi/is-record.ts';
import { emptyFixture, type Fixture, fixtureFiles, readFixtureAs } from '../../../store/fixture.ts';
import type { Identified, RecordLists } from '../../../store/record.ts';
import type { Inference } from '../inference.ts';
import { COUNTERS } from '../items/counters.ts';
import { idIn, keyOf, parentsOf, type Scope, scopeIn } from '../items/key.ts';
import { hiddenNames } from '../members.ts';
import { valueAt, without } from '../place.ts';
import type { KeptItem, Place, Resource } from '../resource.ts';
import { FirstRecords } from './first-records.ts';
import { fittingFiles } from './fitting-files.ts';

/** Where items lie. */
export interface FixtureFolders {
  /** Folders that somebody has named. */
  readonly folders: readonly string[];
  /** Where none is named: one that lies beside the document, and may be for something else. What does not fit is left out, and told. */
  readonly beside?: string | undefined;
  /** Whether there are handlers, which may have collections of their own. */
  readonly hasHandlers: boolean;
}

/**
 * Reads items as people write them: the file `pets.json` is a list of pets as their API shows them. An item that does not say what it is below has that
 * beside it: `{ "parents": { "ownerId": "1" }, "item": { … } }`. Files of other names are collections of handlers, see `readFixture`.
 *
 * @param count - how many first records there are of each kind that has no file, below each parent
 * @throws UsageError with all that is wrong in the folders that were named, by file and JSON pointer
 */
export async function readItems(
  parts: Inference,
  count: number,
  { folders, beside, hasHandlers }: FixtureFolders,
): Promise<{ readonly fixture: Fixture; readonly first: FirstRecords }> {
  const { document, resources } = parts;
  const written = new Map<Resource, readonly KeptItem[]>();
  const asRecords = (name: string, entries: unknown): unknown => {
    const resource = resources.all.get(name);
    if (!resource || !Array.isArray(entries)) return entries;
    const items = itemsIn(resource, entries, document);
    written.set(resource, items);
    return items;
  };
  const kinds = new Set(resources.all.keys());
  const lying = beside === undefined ? undefined : await fittingFiles(beside, { asRecords, kinds, hasHandlers });
  const files = lying?.files ?? (await fixtureFiles(folders));
  written.clear();
  const read = files.length > 0 ? await readFixtureAs(asRecords, files, folders.join(' and ')) : emptyFixture;
  const first = new FirstRecords(parts, count, written);
  const inferred = new Set([...resources.all.keys(), COUNTERS]);
  const records: RecordLists = { ...read.records };
  for (const name of inferred) {
    if (Object.hasOwn(records, name)) continue;
    const resource = resources.all.get(name);
    // Made when they are asked for.
    Object.defineProperty(records, name, {
      get: () => (resource && first.areInStore(resource) ? first.of(resource) : []),
      enumerable: true,
    });
  }
  const fixture: Fixture = {
    records,
    remarks: lying?.remarks ?? [],
    fits(name, record) {
      const resource = resources.all.get(name);
      return !resource || problemOf(resource, record, document) === undefined;
    },
    canName(name, record) {
      const id = resources.all.get(name)?.id;
      return !id || id.type === 'string' || isNumber(idIn(record.id));
    },
    check(kept) {
      const others = Object.entries(kept ?? {}).filter(([name]) => !inferred.has(name));
      const problems = [...resources.all.keys()].flatMap((name) => {
        const list = isRecord(kept) && Object.hasOwn(kept, name) ? kept[name] : [];
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

/** The items of a file, as the store keeps them. @throws Error saying what is wrong */
export function itemsIn(resource: Resource, entries: readonly unknown[], document: Document): readonly KeptItem[] {
  return entries.map((entry, index) => itemIn(resource, entry, index, document));
}

/** What stands in a file, as the store keeps it. @throws Error saying what is wrong */
function itemIn(resource: Resource, entry: unknown, index: number, document: Document): KeptItem {
  try {
    const { scope, own, item, isWrapped } = readItem(resource, entry);
    if (!resource.single && own === undefined) throw new Error(nameless(resource));
    const id = keyOf(scope, String(own ?? ''));
    const kept: KeptItem = { id, number: index + 1, ...parentsOf(resource.parents, scope), item };
    const problem = problemOf(resource, kept, document);
    if (problem !== undefined) throw new Error(problem.replace(/^\/item/, isWrapped ? '/item' : ''));
    return kept;
  } catch (error) {
    throw new Error(`/${index}${(error as Error).message}`);
  }
}

/** An item as people write it, taken apart. */
export interface WrittenItem {
  /** What it is below. */
  readonly scope: Scope;
  /** Its id; undefined where it says none, and of a single one. */
  readonly own: string | number | undefined;
  readonly item: unknown;
  /** Whether it stands in an object with what it does not say itself. */
  readonly isWrapped: boolean;
}

/** @throws Error with what is missing, after the place where it is */
export function readItem(resource: Resource, entry: unknown): WrittenItem {
  const isWrapped = isRecord(entry) && looksWrapped(entry);
  const item = isWrapped ? entry.item : entry;
  const beside = isWrapped && isRecord(entry.parents) ? entry.parents : {};
  const scope = resource.parents.map(({ key, place }) => {
    const value = (Object.hasOwn(beside, key) ? beside[key] : undefined) ?? (place && valueAt(item, place));
    if (value !== undefined) return String(value);
    const example = JSON.stringify({ parents: { [key]: '…' }, item: {} });
    throw new Error(` needs its parent ${key}, such as ${example}`);
  });
  const told = (isWrapped ? entry.id : undefined) ?? (resource.id?.place && valueAt(item, resource.id.place));
  const isId = !resource.single && ((typeof told === 'string' && told !== '') || typeof told === 'number');
  return { scope, own: isId ? told : undefined, item, isWrapped };
}

/** An item as people write it: what it does not say itself stands beside it. */
export function writtenItem(resource: Resource, { id, item }: KeptItem): unknown {
  const scope = scopeIn(id);
  const says = (place: Place | undefined, text: string | undefined) => place && String(valueAt(item, place)) === text;
  const saysParents = resource.parents.every(({ place }, index) => says(place, scope[index]));
  const saysId = resource.single || says(resource.id?.place, idIn(id));
  if (saysParents && saysId && !(isRecord(item) && looksWrapped(item))) return item;
  return { ...(!saysId && { id: idIn(id) }), ...(!saysParents && parentsOf(resource.parents, scope)), item };
}

/** Whether something is an item with what it does not say itself beside it. */
export function looksWrapped(entry: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(entry);
  return (
    Object.hasOwn(entry, 'item') &&
    names.every((name) => WRAPPING.has(name)) &&
    (isRecord(entry.item) || names.length > 1)
  );
}

const WRAPPING = new Set(['id', 'parents', 'item']);

/** What an item without an id is told. */
export function nameless({ id }: Resource): string {
  const name = id?.place?.join('.');
  return ` must have an id${name === undefined ? ' beside it, such as {"id": "1", "item": {}}' : ` in ${name}`}`;
}

/** What is wrong with an item that is kept, with the place where; undefined when nothing is. */
function problemOf(resource: Resource, record: Identified, document: Document): string | undefined {
  const structure = structureProblem(record);
  if (structure !== undefined) return structure;
  const [finding] = findingsIn(resource, (record as KeptItem).item, document);
  return finding && `/item${finding.pointer} ${finding.message}`;
}

/** What the document says against what is shown of an item. */
export function findingsIn({ schema }: Resource, item: unknown, document: Document): readonly Finding[] {
  if (!schema) return [];
  const hidden = hiddenNames(schema, document.references);
  return document.validate(
    schema,
    hidden.reduce<unknown>((seen, name) => without(seen, [name]), item),
    'response',
  );
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}

/** As `problemOf`, without a look at the item: what is shown of it is made to fit. */
function structureProblem(record: unknown): string | undefined {
  if (!isRecord(record) || typeof record.id !== 'string' || record.id === '') return '/id must be a non-empty string';
  if (!Number.isInteger(record.number)) return '/number must be a whole number';
  return Object.hasOwn(record, 'item') ? undefined : ' must have an item';
}
