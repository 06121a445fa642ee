// A table inside a change: reads see the change so far, other readers do not.

import type { DraftCollection } from './collection.ts';
import type { Group, Index } from './groups.ts';
import { deepFreeze, type Identified } from './record.ts';
import type { PlacedRecord, RecordEdit, Table } from './table.ts';

export class DraftTable<R extends Identified = Identified> implements DraftCollection<R> {
  /** The table that is, until the first edit; then a fork of it. */
  #table: Table<R>;
  readonly #edits = new Map<string, RecordEdit<R>>();
  #closed = false;

  constructor(table: Table<R>) {
    this.#table = table;
  }

  get(id: string): R | undefined {
    return this.#table.get(id);
  }

  values(from = 0): IterableIterator<R> {
    // Of a fork, so that records may be changed during the iteration.
    return this.#table.fork().values(from);
  }

  get size(): number {
    return this.#table.size;
  }

  group(index: Index<R>, ...key: readonly string[]): Group<R> {
    return this.#table.group(index, ...key);
  }

  add(record: R): void {
    // JavaScript callers have no types, and a state file with another id could not be read again.
    if (typeof record.id !== 'string' || record.id === '')
      throw new TypeError(`the id of a record must be a non-empty string, not ${JSON.stringify(record.id)}`);
    if (this.get(record.id)) throw new Error(`a record with the id "${record.id}" exists already`);
    this.#put(record.id, { place: this.#table.nextPlace, record: deepFreeze(record) });
  }

  replace(record: R): void {
    const was = this.#table.placed(record.id);
    if (!was) throw new Error(`there is no record with the id "${record.id}" to replace`);
    this.#put(record.id, { place: was.place, record: deepFreeze(record) });
  }

  remove(id: string): boolean {
    const present = this.get(id) !== undefined;
    if (present) this.#put(id, undefined);
    return present;
  }

  /** Ends the draft; later edits are rejected. Returns the current table, and one edit for each changed record. */
  close(): { readonly table: Table<R>; readonly edits: readonly RecordEdit<R>[] } {
    this.#closed = true;
    return { table: this.#table, edits: [...this.#edits.values()].filter(({ was, is }) => was !== is) };
  }

  #put(id: string, is: PlacedRecord<R> | undefined): void {
    if (this.#closed) throw new Error('this change has ended; make every change before its function returns');
    const was = this.#table.placed(id);
    if (this.#edits.size === 0) this.#table = this.#table.fork();
    this.#table.put([{ id, was, is }]);
    const first = this.#edits.get(id);
    this.#edits.set(id, { id, was: first ? first.was : was, is });
  }
}
