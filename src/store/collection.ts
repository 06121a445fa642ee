// A collection of records, for reading and for changes.

import type { Group, Index } from './groups.ts';
import type { Identified } from './record.ts';

/** Records of one type: found by id or group in constant time, listed in order of creation. */
export interface Collection<R extends Identified> {
  get(id: string): R | undefined;
  /** @param from - the number of oldest records to skip, at no cost. Default 0 */
  values(from?: number): IterableIterator<R>;
  readonly size: number;
  /** The records with one key of an index, as of now; later changes do not affect them. */
  group(index: Index<R>, ...key: readonly string[]): Group<R>;
}

/** A collection inside of `Store.change`. It cannot be used after that. */
export interface DraftCollection<R extends Identified> extends Collection<R> {
  /** Adds a record. @throws Error if the id exists */
  add(record: R): void;
  /** Replaces the record with the same id. @throws Error if it does not exist */
  replace(record: R): void;
  /** Removes a record. Returns whether it existed. */
  remove(id: string): boolean;
}
