// A collection of records, and the draft of one while a change is being made.

import { frozen, type Identified } from './record.ts';

/** Records of one kind: found by id in constant time, listed in order of creation. */
export interface Collection<R extends Identified> {
  get(id: string): R | undefined;
  values(): IterableIterator<R>;
  readonly size: number;
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

/** What a draft did to one collection: the new record by id, or undefined for a removed one. */
export type Changes<R extends Identified> = ReadonlyMap<string, R | undefined>;

/** A draft over a collection: reads see its own changes, the collection below stays as it was. */
export class Overlay<R extends Identified> implements DraftCollection<R> {
  readonly #below: ReadonlyMap<string, R>;
  readonly #changes = new Map<string, R | undefined>();
  #closed = false;

  constructor(below: ReadonlyMap<string, R>) {
    this.#below = below;
  }

  get(id: string): R | undefined {
    return this.#changes.has(id) ? this.#changes.get(id) : this.#below.get(id);
  }

  *values(): IterableIterator<R> {
    for (const [id, record] of this.#below) {
      if (!this.#changes.has(id)) yield record;
      else {
        const changed = this.#changes.get(id);
        if (changed) yield changed;
      }
    }
    for (const [id, record] of this.#changes) if (record && !this.#below.has(id)) yield record;
  }

  get size(): number {
    let size = this.#below.size;
    for (const [id, record] of this.#changes) size += Number(record !== undefined) - Number(this.#below.has(id));
    return size;
  }

  add(record: R): void {
    if (this.get(record.id)) throw new Error(`a record with the id "${record.id}" exists already`);
    this.#put(record.id, frozen(record));
  }

  replace(record: R): void {
    if (!this.get(record.id)) throw new Error(`there is no record with the id "${record.id}" to replace`);
    this.#put(record.id, frozen(record));
  }

  remove(id: string): boolean {
    const present = this.get(id) !== undefined;
    if (present) this.#put(id, undefined);
    return present;
  }

  /** Ends the draft and gives what it did. Later changes through it are refused. */
  close(): Changes<R> {
    this.#closed = true;
    return this.#changes;
  }

  #put(id: string, record: R | undefined): void {
    if (this.#closed) throw new Error('this change has ended; make every change before its function returns');
    this.#changes.set(id, record);
  }
}
