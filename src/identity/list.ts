// Pages of a search result, and what is said about the whole of it.

import type { Group, Store, View } from '../index.ts';
import type { Principal } from './authenticate.ts';
import { instantOf } from './indexes.ts';
import type { ListDetails, ListQuery } from './operations.ts';
import type { Records } from './records.ts';
import { timestamp } from './timestamp.ts';

/** What is asked for when a query gives no limit, or 0. */
const DEFAULT_LIMIT = 1000;

/** Something with a place in the order of a search result. */
interface Dated {
  readonly id: string;
  readonly creationDate: string;
}

/** Something that tells when it last changed, and by which event. */
interface Sequenced {
  readonly id: string;
  readonly sequence: number;
}

/** Items in the order of a search result: oldest first, equal ages by id. */
export type Listing<T> = Pick<Group<T & { readonly id: string }>, 'size' | 'values' | 'reversed'>;

/** The listing of a few items that no index knows. */
export function listingOf<T extends Dated>(items: readonly T[]): Listing<T> {
  const keyOf = ({ creationDate, id }: T) => `${instantOf(creationDate)} ${id}`;
  const oldestFirst = [...items].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return {
    size: items.length,
    values: () => oldestFirst.values(),
    reversed: () => oldestFirst.toReversed().values(),
  };
}

/**
 * The page of a listing that a query asks for, newest first unless `asc`, and how many results there are before paging. Without a
 * filter, nothing behind the page is looked at.
 */
export function pageOf<T extends { readonly id: string }>(
  listing: Listing<T>,
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

/** What lists show, and the time that it is true for. */
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
  readonly caller: Pick<Principal, 'projectionDelay'>;
}

/**
 * @param total - number of results before paging
 * @param byChange - everything the search looks at, in every organization: its newest event is the last one processed
 */
export function listDetails(total: number, byChange: Group<Sequenced>, { at }: Projection): ListDetails {
  return {
    totalResult: String(total),
    processedSequence: String(byChange.last?.sequence ?? 0),
    viewTimestamp: timestamp(at),
  };
}
