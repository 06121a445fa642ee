// Pages of a search result, and the details of the whole.

import type { Group, Store, View } from '../index.ts';
import type { IdentityCaller } from './authenticate.ts';
import { instantOf } from './indexes.ts';
import type { ListDetails, ListQuery } from './operations.ts';
import type { Records } from './records.ts';
import { timestamp } from './timestamp.ts';

/** The limit of a query without one, or with 0. */
const DEFAULT_LIMIT = 1000;

/** An object with a position in the order of a search result. */
interface Dated {
  readonly id: string;
  readonly creationDate: string;
}

/** An object with the time and sequence of its last change. */
interface Sequenced {
  readonly id: string;
  readonly sequence: number;
}

/** Items in the order of a search result: oldest first, equal ages by id. */
export type SearchListing<T> = Pick<Group<T & { readonly id: string }>, 'size' | 'values' | 'reversed'>;

/** The listing of a few items that no index knows. */
export function listingOf<T extends Dated>(items: readonly T[]): SearchListing<T> {
  const keyOf = ({ creationDate, id }: T) => `${instantOf(creationDate)} ${id}`;
  const oldestFirst = [...items].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return {
    size: items.length,
    values: () => oldestFirst.values(),
    reversed: () => oldestFirst.toReversed().values(),
  };
}

/**
 * The page of a query, newest first unless `asc`, and the number of results before paging. Without a filter, nothing
 * after the page is read.
 */
export function resultPage<T extends { readonly id: string }>(
  listing: SearchListing<T>,
  { offset = '0', limit = 0, asc = false }: ListQuery = {},
  filter?: (item: T) => boolean,
): { readonly total: number; readonly page: readonly T[] } {
  const start = Number(offset);
  const page: T[] = [];
  let found = 0;
  for (const item of asc ? listing.values() : listing.reversed()) {
    if (filter && !filter(item)) continue;
    if (found >= start && page.length < (limit || DEFAULT_LIMIT)) page.push(item);
    found += 1;
    if (!filter && page.length === (limit || DEFAULT_LIMIT)) break;
  }
  return { total: filter ? found : listing.size, page };
}

/** The records of a list, and their time. */
export interface Projection {
  readonly records: View<Records>;
  readonly at: Date;
}

/** The projection of a call: as far behind the changes as the caller's lists are, by the clock that the changes were made by. */
export function projectionOf({ store, now, caller: { projectionDelay } }: Listed): Projection {
  if (projectionDelay === 0) return { records: store.collections, at: now };
  const { collections, at } = store.asOf(new Date(now.getTime() - projectionDelay));
  // A clock may have been set back.
  return { records: collections, at: at > now ? now : at };
}

interface Listed {
  readonly store: Pick<Store<Records>, 'collections' | 'asOf'>;
  readonly now: Date;
  readonly caller: Pick<IdentityCaller, 'projectionDelay'>;
}

/**
 * @param total - number of results before paging
 * @param byChange - all searched objects, in every organization: the newest event is the last processed one
 */
export function listDetails(total: number, byChange: Group<Sequenced>, { at }: Projection): ListDetails {
  return {
    totalResult: String(total),
    processedSequence: String(byChange.last?.sequence ?? 0),
    viewTimestamp: timestamp(at),
  };
}
