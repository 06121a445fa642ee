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

/** A draft over a collection: reads see its own changes, the collection below stays as it was. */
export class Overlay<R extends Identified> implements DraftCollection<R> {
  readonly #below: ReadonlyMap<string, R>;
  readonly #changes = new Map<string, R | undefined>();
  /** Ids added here, in order. They come last, also those of records that were removed here before. */
  readonly #added = new Set<string>();
  #closed = false;

  constructor(below: ReadonlyMap<string, R>) {
    this.#below = below;
  }

  get(id: string): R | undefined {
    return this.#changes.has(id) ? this.#changes.get(id) : this.#below.get(id);
  }

  *values(): IterableIterator<R> {
    for (const [id, record] of this.#below) {
      if (this.#added.has(id)) continue;
      const current = this.#changes.has(id) ? this.#changes.get(id) : record;
      if (current) yield current;
    }
    for (const id of this.#added) {
      const added = this.#changes.get(id);
      if (added) yield added;
    }
  }

  get size(): number {
    let size = this.#below.size;
    for (const [id, record] of this.#changes) size += Number(record !== undefined) - Number(this.#below.has(id));
    return size;
  }

  add(record: R): void {
    if (this.get(record.id)) throw new Error(`a record with the id "${record.id}" exists already`);
    this.#added.add(record.id);
    this.#put(record.id, frozen(record));
  }

  replace(record: R): void {
    if (!this.get(record.id)) throw new Error(`there is no record with the id "${record.id}" to replace`);
    this.#put(record.id, frozen(record));
  }

  remove(id: string): boolean {
    const present = this.get(id) !== undefined;
    if (present) this.#put(id, undefined);
    this.#added.delete(id);
    return present;
  }

  /** What the draft did: the new record by id, or undefined for a removed one. */
  get changes(): ReadonlyMap<string, R | undefined> {
    return this.#changes;
  }

  /** Ends the draft. Later changes through it are refused. */
  close(): void {
    this.#closed = true;
  }

  #put(id: string, record: R | undefined): void {
    if (this.#closed) throw new Error('this change has ended; make every change before its function returns');
    this.#changes.set(id, record);
  }
}
