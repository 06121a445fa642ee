// Answers a list: the items that are asked for, in their order, one page of them, and what is told beside them.

import { Failure } from '../../engine/failure.ts';
import type { RequestParts } from '../../openapi/document.ts';
import { lazy } from '../../openapi/lazy.ts';
import type { KeptItem, Place } from '../resource.ts';
import { nameOfList, type Position, readCursor, writeCursor } from './cursor.ts';
import { testOf } from './filter.ts';
import { sentFor } from './input.ts';
import type { ListRule } from './list-rule.ts';
import { type Asked, askedOf } from './paging.ts';
import { compareBy, type SortKey, sortKeysOf, sortValues } from './sorting.ts';
import { factsOf, headersFor } from './told.ts';

/** Items in the order in which they were made, the oldest first. They are looked at as far as they are needed. */
export interface Listing {
  /** How many there are, where that is known without a look at each. */
  readonly size?: number | undefined;
  values(): Iterable<KeptItem>;
  /** Those behind a number; where it is not there, the ones before are passed over one by one. */
  after?(number: number): Iterable<KeptItem>;
}

/** What is asked of a list. */
export interface ListRequest {
  readonly parts: RequestParts;
  /** The address of the request, as its sender knows it: pages before and behind are told by their addresses. */
  readonly url: string;
  /** The id of an item, as clients know it: some give it instead of a cursor. */
  idOf(kept: KeptItem): string;
}

/** One page of a list. */
export interface ListAnswer {
  readonly items: readonly KeptItem[];
  /** What is told in the body beside the list, by its place; what is undefined there is left out. */
  readonly beside: readonly (readonly [place: Place, value: unknown])[];
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sentences about what was asked for and means nothing. */
  readonly warnings: readonly string[];
}

/** A page, and where it lies in its list. */
export interface Page {
  readonly items: readonly KeptItem[];
  readonly asked: Asked;
  /** How many items come before it, as far as that is known. */
  readonly before: number | undefined;
  readonly hasMore: boolean;
  readonly hasLess: boolean;
  /** How many there are on all pages. Looks at each where that is not known. */
  total(): number;
  /** The cursor behind an item. */
  cursorOf(kept: KeptItem): string;
}

/**
 * Answers a list. Without a filter, an order or a count that nobody knows, nothing behind the page is looked at.
 *
 * @throws Failure `invalid_argument` for a cursor that is none of this list
 */
export function answerList(listing: Listing, rule: ListRule, request: ListRequest): ListAnswer {
  const { parts } = request;
  const warnings = rule.ignored
    .filter((input) => sentFor(input, parts) !== undefined)
    .map(({ name }) => `${name} means nothing to a stand-in, so it changes nothing here`);
  const unknown = (text: string) =>
    warnings.push(`${JSON.stringify(text)} is no property to sort by, so it changes nothing here`);
  const keys = sortKeysOf(rule.sorting, parts, rule.property, unknown);
  const page = pageOf(listing, rule, keys, request);
  return {
    items: page.items,
    beside: factsOf(page, rule, request),
    headers: headersFor(page, rule, request),
    warnings,
  };
}

function pageOf(listing: Listing, rule: ListRule, keys: readonly SortKey[], request: ListRequest): Page {
  const { parts } = request;
  const asked = askedOf(rule.paging, parts);
  const test = testOf(rule.filters, parts);
  const fits = (kept: KeptItem) => test === undefined || test(kept.item);
  const name = lazy(() => listName(rule, keys, parts));
  const positionOf = (kept: KeptItem): Position => ({ keys: sortValues(kept, keys), number: kept.number });
  const inOrder = (one: Position, other: Position) =>
    compareBy(keys, one.keys, other.keys) || one.number - other.number;

  const all = (): Iterable<KeptItem> => {
    if (keys.length === 0) return test ? filtered(listing.values(), fits) : listing.values();
    const placed = [...filtered(listing.values(), fits)].map((kept) => ({ kept, ...positionOf(kept) }));
    return placed.sort(inOrder).map(({ kept }) => kept);
  };
  const total = lazy(() =>
    test || listing.size === undefined ? countOf(filtered(listing.values(), fits)) : listing.size,
  );
  const known = { asked, total, cursorOf: (kept: KeptItem) => writeCursor(name(), positionOf(kept)) };

  const { size, cursor } = asked;
  if (cursor === undefined) {
    const { items, hasMore } = take(all(), asked.offset, size);
    // Behind the end there is something before only where there is anything at all.
    const hasLess = asked.offset > 0 && (items.length > 0 || total() > 0);
    return { ...known, items, before: asked.offset, hasMore, hasLess };
  }
  const at = readCursor(name(), cursor) ?? positionOfId(cursor, rule, listing, request, positionOf);
  if (asked.by === 'before') {
    const earlier = [...filtered(all(), (kept) => inOrder(positionOf(kept), at) < 0)];
    const from = size === undefined ? 0 : Math.max(0, earlier.length - size);
    return { ...known, items: earlier.slice(from), before: from, hasMore: true, hasLess: from > 0 };
  }
  const behind =
    keys.length === 0 && listing.after
      ? filtered(listing.after(at.number), fits)
      : filtered(all(), (kept) => inOrder(positionOf(kept), at) > 0);
  const { items, hasMore } = take(behind, 0, size);
  return { ...known, items, before: undefined, hasMore, hasLess: true };
}

/** Lists that are asked for in different ways are different ones, but for which page it is. */
function listName(
  { operationId, filters }: ListRule,
  keys: readonly SortKey[],
  { path, query, body, ...parts }: RequestParts,
): string {
  const said = filters.map(({ input }) => [input.name, sentFor(input, { ...parts, path, query, body })] as const);
  const sent = said.filter(([, value]) => value !== undefined);
  return nameOfList(operationId, Object.entries(path), sent, keys);
}

/** Some clients say by the id of an item where they are. */
function positionOfId(
  cursor: string,
  { paging }: ListRule,
  listing: Listing,
  { idOf }: ListRequest,
  positionOf: (kept: KeptItem) => Position,
): Position {
  for (const kept of listing.values()) if (idOf(kept) === cursor) return positionOf(kept);
  const input = paging.after ?? paging.before;
  throw new Failure(
    'invalid_argument',
    `${input?.name} is ${JSON.stringify(cursor.slice(0, 100))}, which leads to no page of this list`,
  );
}

function* filtered(items: Iterable<KeptItem>, fits: (kept: KeptItem) => boolean): Generator<KeptItem> {
  for (const kept of items) if (fits(kept)) yield kept;
}

/** Some items, and whether there are more. */
function take(items: Iterable<KeptItem>, offset: number, size: number | undefined) {
  const taken: KeptItem[] = [];
  let at = 0;
  for (const kept of items) {
    if (at >= offset && taken.length === size) return { items: taken, hasMore: true };
    if (at >= offset) taken.push(kept);
    at += 1;
  }
  return { items: taken, hasMore: false };
}

function countOf(items: Iterable<unknown>): number {
  let count = 0;
  for (const _ of items) count += 1;
  return count;
}
