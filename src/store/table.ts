// The records of one collection at one moment.

import type { Collection } from './collection.ts';
import { createGroups, type Group, type Groups, groupOf, type Index, updateGroups } from './groups.ts';
import type { Identified } from './record.ts';
import { recordSize } from './record-size.ts';
import { emptyTree, type Tree, treeDifferences, valuesFrom } from './tree.ts';

/** A record with its place in the order of its collection. */
export interface PlacedRecord<R extends Identified = Identified> {
  readonly place: number;
  readonly record: R;
}

/** The edit of one record: previous and new value. Swapped, it undoes the edit. */
export interface RecordEdit<R extends Identified = Identified> {
  readonly id: string;
  readonly was: PlacedRecord<R> | undefined;
  readonly is: PlacedRecord<R> | undefined;
}

/** Immutable once it is part of a state: changes are made to a fork, which costs the same for any number of records. */
export class Table<R extends Identified = Identified> implements Collection<R> {
  readonly #byId: Tree<string, PlacedRecord<R>>;
  readonly #byPlace: Tree<number, R>;
  readonly #indexes = new Map<Index<R>, Groups<R>>();
  /** Indexes used here or in a table with the same origin: a fork needs them again. */
  readonly #used: Set<Index<R>>;
  #bytes: number;

  private constructor(
    byId: Tree<string, PlacedRecord<R>>,
    byPlace: Tree<number, R>,
    used: Set<Index<R>>,
    bytes: number,
  ) {
    this.#byId = byId;
    this.#byPlace = byPlace;
    this.#used = used;
    this.#bytes = bytes;
  }

  /** A table of these records, in this order. @param places - of each. Default: 0, 1, 2 and so on */
  static of<R extends Identified>(records: readonly R[], places?: readonly number[]): Table<R> {
    const table = new Table<R>(emptyTree(), emptyTree(), new Set(), 0);
    const placeOf = (index: number) => places?.[index] ?? index;
    table.put(
      records.map((record, index) => ({ id: record.id, was: undefined, is: { place: placeOf(index), record } })),
    );
    return table;
  }

  /** The same records, to be changed. */
  fork(): Table<R> {
    const fork = new Table(this.#byId.clone(), this.#byPlace.clone(), this.#used, this.#bytes);
    for (const index of this.#used) fork.#indexes.set(index, this.#groupsOf(index).clone());
    return fork;
  }

  /** The same records, without indexes. */
  bare(): Table<R> {
    return new Table(this.#byId.clone(), this.#byPlace.clone(), new Set(), this.#bytes);
  }

  get(id: string): R | undefined {
    return this.#byId.get(id)?.record;
  }

  placed(id: string): PlacedRecord<R> | undefined {
    return this.#byId.get(id);
  }

  values(from = 0): IterableIterator<R> {
    return valuesFrom(this.#byPlace, from);
  }

  get size(): number {
    return this.#byId.size;
  }

  /** How many bytes its records have as JSON. */
  get bytes(): number {
    return this.#bytes;
  }

  group(index: Index<R>, ...key: readonly string[]): Group<R> {
    // A copy, which later edits of a fork do not change.
    return groupOf(this.#groupsOf(index).clone(), key);
  }

  /** The positions of the records, in order. */
  get places(): readonly number[] {
    return this.#byPlace.keysArray();
  }

  /** A place after every record. */
  get nextPlace(): number {
    return (this.#byPlace.maxKey() ?? -1) + 1;
  }

  /** The records after a position, each with its own. @param place - default: before all of them */
  placedAfter(place = -1): IterableIterator<[place: number, record: R]> {
    return this.#byPlace.entries(place + 1);
  }

  /** The next record after a position. */
  after(place: number): R | undefined {
    return this.#byPlace.nextHigherPair(place)?.[1];
  }

  /** Applies edits. Only for a fork that is not shared yet. */
  put(edits: readonly RecordEdit<R>[]): void {
    // Positions are freed first: one record may move to the position of another.
    for (const { was, is } of edits) if (was && was.place !== is?.place) this.#byPlace.delete(was.place);
    for (const { id, was, is } of edits) {
      this.#bytes += recordSize(is?.record) - recordSize(was?.record);
      if (is) {
        this.#byId.set(id, is);
        this.#byPlace.set(is.place, is.record);
      } else this.#byId.delete(id);
      for (const [index, groups] of this.#indexes) updateGroups(groups, index, was, is);
    }
  }

  /** The edits that lead from this table to another one. */
  editsTo(other: Table<R>, same: (was: R, is: R) => boolean): RecordEdit<R>[] {
    const unmoved = (was: PlacedRecord<R>, is: PlacedRecord<R>) =>
      was.place === is.place && same(was.record, is.record);
    return treeDifferences(this.#byId, other.#byId, unmoved).map(({ key, was, is }) => ({ id: key, was, is }));
  }

  #groupsOf(index: Index<R>): Groups<R> {
    let groups = this.#indexes.get(index);
    if (!groups) {
      groups = createGroups(this.#byPlace.entries(), index);
      this.#indexes.set(index, groups);
      this.#used.add(index);
    }
    return groups;
  }
}
