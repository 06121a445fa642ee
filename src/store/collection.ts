// A collection of records, for reading and for changing.

import type { Group, Index } from './groups.ts';
import type { Identified } from './record.ts';

/** Records of one kind: found by id or by group at once, listed in order of creation. */
export interface Collection<R extends Identified> {
  get(id: string): R | undefined;
  /** @param from - how many of the oldest are left out, which takes no look at them. Default: none */
  values(from?: number): IterableIterator<R>;
  readonly size: number;
  /** The records that an index puts under one key, as they are now: a later change does not show in them. */
  group(index: Index<R>, ...key: readonly string[]): Group<R>;
}

/** A collection that can be changed. Only `Store.change` hands one out, and only until it returns. */
export interface DraftCollection<R extends Identified> extends Collection<R> {
  /** Adds a record. @throws Error if the id is taken */
  add(record: R): void;
  /** Puts a record in the place of the one with the same id. @throws Error if there is none */
  replace(record: R): void;
  /** Takes a record out; tells whether it was there. */
  remove(id: string): boolean;
}
