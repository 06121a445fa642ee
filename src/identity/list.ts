// Pages of a search result, and what is said about the whole of it.

import type { ListDetails, ListQuery } from './operations.ts';

/** What is asked for when a query gives no limit, or 0. */
const DEFAULT_LIMIT = 1000;

/** Something with a place in the order of a search result. */
interface Dated {
  readonly id: string;
  readonly creationDate: string;
}

/** Something that tells when it last changed, and by which event. */
interface Sequenced {
  readonly sequence: number;
  readonly changeDate: string;
}

/** The part of `items` that a query asks for: newest first unless `asc`, equal ages by id. */
export function pageOf<T extends Dated>(
  items: readonly T[],
  { offset = '0', limit = 0, asc = false }: ListQuery = {},
): T[] {
  const oldestFirst = [...items].sort((a, b) => compareDates(a.creationDate, b.creationDate) || compare(a.id, b.id));
  const ordered = asc ? oldestFirst : oldestFirst.reverse();
  // Beyond the largest safe integer there is no item anyway.
  const start = Math.min(Number(offset), ordered.length);
  return ordered.slice(start, start + (limit || DEFAULT_LIMIT));
}

/**
 * @param total - number of results before paging
 * @param view - everything the search looks at, in every organization: its newest event is the last one processed
 */
export function listDetails(total: number, view: Iterable<Sequenced>, now: Date): ListDetails {
  let newest: Sequenced | undefined;
  for (const item of view) if (!newest || compareDates(item.changeDate, newest.changeDate) >= 0) newest = item;
  return {
    totalResult: String(total),
    processedSequence: String(newest?.sequence ?? 0),
    viewTimestamp: now.toISOString(),
  };
}

/** Instants finer than the milliseconds of JavaScript's own dates. */
function compareDates(a: string, b: string): number {
  return compare(Date.parse(a), Date.parse(b)) || compare(fractionOf(a), fractionOf(b));
}

/** The digits after the second, padded to nanoseconds. */
function fractionOf(date: string): string {
  return (/\.(\d+)/.exec(date)?.[1] ?? '').padEnd(9, '0');
}

function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
