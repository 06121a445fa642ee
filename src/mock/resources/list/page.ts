// Pages of a list; unfiltered and unsorted lists are not scanned.

import type { RequestParts } from '../../../openapi/document.ts';
import { lazy } from '../../../openapi/lazy.ts';
import { ApiError } from '../../../server/pipeline/errors/failure.ts';
import type { KeptItem } from '../resource.ts';
import { nameOfList, type Position, readCursor, writeCursor } from './cursor.ts';
import { testOf } from './filter.ts';
import { sentFor } from './input.ts';
import type { ListRule } from './list-rule.ts';
import { type Asked, askedOf } from './paging.ts';
import { inOrder, positionOf, type SortKey, sorted } from './sorting.ts';

/** Items in creation order, the oldest first. They are read lazily. */
export interface Listing {
  /** The number of items, if known without a scan. */
  readonly size?: number | undefined;
  /** @param from - number of items to skip without reading them; only if the size is known. Default: 0 */
  values(from?: number): Iterable<KeptItem>;
}

/** A page and its position in the list. */
export interface Page {
  readonly items: readonly KeptItem[];
  readonly asked: Asked;
  /** The number of items before the page, if known. */
  readonly before: number | undefined;
  readonly hasMore: boolean;
  readonly hasLess: boolean;
  /** The number of items on all pages. Scans the list if unknown. */
  total(): number;
  /** The cursor after an item. */
  cursorOf(kept: KeptItem): string;
}

/**
 * @param withId - finds an item by id; undefined without one
 * @throws ApiError `invalid_argument` for an invalid cursor
 */
export function pageOf(
  listing: Listing,
  rule: ListRule,
  keys: readonly SortKey[],
  parts: RequestParts,
  withId: (id: string) => KeptItem | undefined,
): Page {
  const { mark: prefix } = rule.paging;
  const asked = askedOf(rule.paging, parts);
  const found = createSelection(listing, keys, testOf(rule.filters, parts));
  const total = lazy(found.total);
  const name = lazy(() => listName(rule, keys, parts));
  const known = {
    asked,
    total,
    cursorOf: (kept: KeptItem) => prefix + writeCursor(name(), positionOf(kept, keys)),
  };
  const { size, cursor, offset } = asked;
  if (cursor === undefined) {
    const { items, hasMore } = take(found.values(offset), size);
    // A page beyond the end has a previous page only if the list is not empty.
    const hasLess = offset > 0 && (items.length > 0 || total() > 0);
    return { ...known, items, before: offset, hasMore, hasLess };
  }
  const at =
    readCursor(name(), cursor.startsWith(prefix) ? cursor.slice(prefix.length) : cursor) ??
    positionOfId(cursor, rule, keys, withId);
  if (asked.by === 'before') {
    const end = found.countBefore(at);
    const before = size === undefined ? 0 : Math.max(0, end - size);
    const { items } = take(found.values(before), end - before);
    return { ...known, items, before, hasMore: true, hasLess: before > 0 };
  }
  const { items, hasMore } = take(found.behind(at), size);
  return { ...known, items, before: undefined, hasMore, hasLess: true };
}

/** The filtered and sorted items of a list. */
interface Selection {
  total(): number;
  values(offset: number): Iterable<KeptItem>;
  behind(at: Position): Iterable<KeptItem>;
  countBefore(at: Position): number;
}

function createSelection(
  listing: Listing,
  keys: readonly SortKey[],
  test: ((item: unknown) => boolean) | undefined,
): Selection {
  const { size } = listing;
  if (size !== undefined && keys.length === 0 && !test) return asKept(listing, size);
  const fitting = (from = 0) =>
    test ? filtered(listing.values(from), ({ item }) => test(item)) : listing.values(from);
  const order = inOrder(keys);
  const all = keys.length === 0 ? fitting : lazy(() => sorted([...fitting()], keys));
  const where = (matches: (order: number) => boolean, at: Position) =>
    filtered(all(), (kept) => matches(order(positionOf(kept, keys), at)));
  return {
    total: () => (size === undefined || test ? countOf(fitting()) : size),
    values: (offset) => skip(all(), offset),
    behind(at) {
      if (size !== undefined && keys.length === 0) return fitting(countUpTo(listing, size, at.number));
      return where((order) => order > 0, at);
    },
    countBefore: (at) => countOf(where((order) => order < 0, at)),
  };
}

/** A whole list in creation order: only the items of the page are read. */
function asKept(listing: Listing, size: number): Selection {
  return {
    total: () => size,
    values: (offset) => listing.values(offset),
    behind: ({ number }) => listing.values(countUpTo(listing, size, number)),
    countBefore: ({ number }) => countUpTo(listing, size, number - 1),
  };
}

/** The number of items up to a number, by binary search. */
function countUpTo(listing: Listing, size: number, number: number): number {
  let [from, to] = [0, size];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const [kept] = listing.values(middle);
    if (kept && kept.number <= number) from = middle + 1;
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
  const values = filters.map(({ input }) => [input.name, sentFor(input, { ...parts, path, query, body })] as const);
  const sent = values.filter(([, value]) => value !== undefined);
  return nameOfList(operationId, Object.entries(path), sent, keys);
}

/** The position of an item that a client sent by id instead of a cursor. */
function positionOfId(
  cursor: string,
  { paging }: ListRule,
  keys: readonly SortKey[],
  withId: (id: string) => KeptItem | undefined,
): Position {
  const kept = withId(cursor);
  if (kept) return positionOf(kept, keys);
  const input = paging.after ?? paging.before;
  throw new ApiError('invalid_argument', `invalid ${input?.name} ${JSON.stringify(cursor.slice(0, 100))}`);
}

function* filtered(items: Iterable<KeptItem>, fits: (kept: KeptItem) => boolean): Generator<KeptItem> {
  for (const kept of items) if (fits(kept)) yield kept;
}

function* skip(items: Iterable<KeptItem>, offset: number): Generator<KeptItem> {
  let at = 0;
  for (const kept of items) {
    if (at >= offset) yield kept;
    at += 1;
  }
}

/** The first items, and whether there are more. */
function take(items: Iterable<KeptItem>, size: number | undefined) {
  const taken: KeptItem[] = [];
  for (const kept of items) {
    if (taken.length === size) return { items: taken, hasMore: true };
    taken.push(kept);
  }
  return { items: taken, hasMore: false };
}

function countOf(items: Iterable<unknown>): number {
  let count = 0;
  for (const _ of items) count += 1;
  return count;
}
