// Pages of a list; unfiltered and unsorted lists are not scanned.

import type { RequestParts } from '../../../openapi/document.ts';
import { once } from '../../../schema/once.ts';
import { ApiError } from '../../../server/pipeline/errors/api-error.ts';
import type { StoredItem } from '../resource.ts';
import { type CursorPosition, getListFingerprint, readCursor, writeCursor } from './cursor.ts';
import type { ListRule } from './input-roles.ts';
import { createItemTest } from './list-filter.ts';
import { getInputValue } from './list-input.ts';
import { type PageRequest, parsePageRequest } from './paging.ts';
import { createComparator, getCursorPosition, type SortKey, sortItems } from './sorting.ts';

/** Items in creation order, the oldest first. They are read lazily. */
export interface ItemSource {
  /** The number of items, if known without a scan. */
  readonly size?: number | undefined;
  /** @param from - number of items to skip without reading them; only if the size is known. Default: 0 */
  values(from?: number): Iterable<StoredItem>;
}

/** A page and its position in the list. */
export interface ItemPage {
  readonly items: readonly StoredItem[];
  readonly request: PageRequest;
  /** The number of items before the page, if known. */
  readonly offset: number | undefined;
  readonly hasMore: boolean;
  readonly hasPrevious: boolean;
  /** The number of items on all pages. Scans the list if unknown. */
  total(): number;
  /** The cursor after an item. */
  createCursor(stored: StoredItem): string;
}

/**
 * @param withId - finds an item by id; undefined without one
 * @throws ApiError `invalid_argument` for an invalid cursor
 */
export function selectPage(
  listing: ItemSource,
  rule: ListRule,
  keys: readonly SortKey[],
  parts: RequestParts,
  withId: (id: string) => StoredItem | undefined,
): ItemPage {
  const { cursorPrefix: prefix } = rule.paging;
  const requested = parsePageRequest(rule.paging, parts);
  const found = createSelection(listing, keys, createItemTest(rule.filters, parts));
  const total = once(found.total);
  const name = once(() => listName(rule, keys, parts));
  const known = {
    request: requested,
    total,
    createCursor: (stored: StoredItem) => prefix + writeCursor(name(), getCursorPosition(stored, keys)),
  };
  const { size, cursor, offset } = requested;
  if (cursor === undefined) {
    const { items, hasMore } = take(found.values(offset), size);
    // A page beyond the end has a previous page only if the list is not empty.
    const hasLess = offset > 0 && (items.length > 0 || total() > 0);
    return { ...known, items, offset, hasMore, hasPrevious: hasLess };
  }
  const position =
    readCursor(name(), cursor.startsWith(prefix) ? cursor.slice(prefix.length) : cursor) ??
    positionOfId(cursor, rule, keys, withId);
  if (requested.by === 'before') {
    const end = found.countBefore(position);
    const before = size === undefined ? 0 : Math.max(0, end - size);
    const { items } = take(found.values(before), end - before);
    return { ...known, items, offset: before, hasMore: true, hasPrevious: before > 0 };
  }
  const { items, hasMore } = take(found.behind(position), size);
  return { ...known, items, offset: undefined, hasMore, hasPrevious: true };
}

/** The filtered and sorted items of a list. */
interface Selection {
  total(): number;
  values(offset: number): Iterable<StoredItem>;
  behind(position: CursorPosition): Iterable<StoredItem>;
  countBefore(position: CursorPosition): number;
}

function createSelection(
  listing: ItemSource,
  keys: readonly SortKey[],
  test: ((item: unknown) => boolean) | undefined,
): Selection {
  const { size } = listing;
  if (size !== undefined && keys.length === 0 && !test) return inStoredOrder(listing, size);
  const matching = (from = 0) =>
    test ? filtered(listing.values(from), ({ item }) => test(item)) : listing.values(from);
  const order = createComparator(keys);
  const all = keys.length === 0 ? matching : once(() => sortItems([...matching()], keys));
  const wherePosition = (matches: (order: number) => boolean, position: CursorPosition) =>
    filtered(all(), (stored) => matches(order(getCursorPosition(stored, keys), position)));
  return {
    total: () => (size === undefined || test ? countOf(matching()) : size),
    values: (offset) => skip(all(), offset),
    behind(position) {
      if (size !== undefined && keys.length === 0) return matching(countUpTo(listing, size, position.number));
      return wherePosition((order) => order > 0, position);
    },
    countBefore: (position) => countOf(wherePosition((order) => order < 0, position)),
  };
}

/** A whole list in creation order: only the items of the page are read. */
function inStoredOrder(listing: ItemSource, size: number): Selection {
  return {
    total: () => size,
    values: (offset) => listing.values(offset),
    behind: ({ number }) => listing.values(countUpTo(listing, size, number)),
    countBefore: ({ number }) => countUpTo(listing, size, number - 1),
  };
}

/** The number of items up to a number, by binary search. */
function countUpTo(listing: ItemSource, size: number, number: number): number {
  let [from, to] = [0, size];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const [stored] = listing.values(middle);
    if (stored && stored.number <= number) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Lists with different parameters are different lists, except for the page. */
function listName(
  { operationId, filters }: ListRule,
  keys: readonly SortKey[],
  { path, query, body, ...parts }: RequestParts,
): string {
  const values = filters.map(
    ({ input }) => [input.name, getInputValue(input, { ...parts, path, query, body })] as const,
  );
  const sent = values.filter(([, value]) => value !== undefined);
  return getListFingerprint(operationId, Object.entries(path), sent, keys);
}

/** The position of an item that a client sent by id instead of a cursor. */
function positionOfId(
  cursor: string,
  { paging }: ListRule,
  keys: readonly SortKey[],
  withId: (id: string) => StoredItem | undefined,
): CursorPosition {
  const stored = withId(cursor);
  if (stored) return getCursorPosition(stored, keys);
  const input = paging.after ?? paging.before;
  throw new ApiError('invalid_argument', `invalid ${input?.name} ${JSON.stringify(cursor.slice(0, 100))}`);
}

function* filtered(items: Iterable<StoredItem>, fits: (stored: StoredItem) => boolean): Generator<StoredItem> {
  for (const stored of items) if (fits(stored)) yield stored;
}

function* skip(items: Iterable<StoredItem>, offset: number): Generator<StoredItem> {
  let position = 0;
  for (const stored of items) {
    if (position >= offset) yield stored;
    position += 1;
  }
}

/** The first items, and whether there are more. */
function take(items: Iterable<StoredItem>, size: number | undefined) {
  const taken: StoredItem[] = [];
  for (const stored of items) {
    if (taken.length === size) return { items: taken, hasMore: true };
    taken.push(stored);
  }
  return { items: taken, hasMore: false };
}

function countOf(items: Iterable<unknown>): number {
  let count = 0;
  for (const _ of items) count += 1;
  return count;
}
