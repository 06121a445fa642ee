// All records of a store at one moment, and changes between moments.

import { isDeepStrictEqual } from 'node:util';
import { once } from '../schema/once.ts';
import type { Places, WholeState } from './log/store-log.ts';
import { deepFreeze, type Identified, type RecordLists } from './record.ts';
import type { LocatedEdit, StoreChange } from './store-change.ts';
import { Table } from './table.ts';

/** Creates a table on first use. */
type MakeTable = () => Table;

/** An immutable state. Keeping one costs nothing: related states share everything unchanged. */
export class StoreState implements WholeState {
  readonly #tables: ReadonlyMap<string, MakeTable>;
  /** The collections with lazy records that have not been created or changed yet. */
  readonly #unmeasured: ReadonlySet<string>;
  /** The size of its records as JSON, in bytes, without unmeasured collections. */
  readonly size: number;

  private constructor(tables: ReadonlyMap<string, MakeTable>, unmeasured: ReadonlySet<string>, size: number) {
    this.#tables = tables;
    this.#unmeasured = unmeasured;
    this.size = size;
  }

  /**
   * A state with exactly these collections and records. Records behind a getter are read when their collection is
   * first used: there may be thousands of collections, most of them unused.
   *
   * @param places - of the records. Default: 0, 1, 2 and so on
   */
  static of(collections: readonly string[], records: RecordLists, places: Places = {}): StoreState {
    let size = 0;
    const unmeasured = new Set<string>();
    const tables = collections.map((name) => {
      const property = Object.getOwnPropertyDescriptor(records, name);
      const make = once(() => Table.of(deepFreeze(property === undefined ? [] : (records[name] ?? [])), places[name]));
      if (property?.get) unmeasured.add(name);
      else size += make().bytes;
      return [name, make] as const;
    });
    return new StoreState(new Map(tables), unmeasured, size);
  }

  get collections(): readonly string[] {
    return [...this.#tables.keys()];
  }

  has(collection: string): boolean {
    return this.#tables.has(collection);
  }

  /** Whether a collection of both has the same records in the same order. */
  agrees(other: StoreState, collection: string): boolean {
    if (this.#tables.get(collection) === other.#tables.get(collection)) return true;
    return this.table(collection).editsTo(other.table(collection), sameRecord).length === 0;
  }

  /** @throws Error if the collection is unknown */
  table(collection: string): Table {
    const make = this.#tables.get(collection);
    if (!make) throw new Error(`collection "${collection}" not found`);
    return make();
  }

  /** The same state but for some tables. */
  with(tables: Iterable<readonly [collection: string, table: Table]>): StoreState {
    const all = new Map(this.#tables);
    let unmeasured = this.#unmeasured;
    let { size } = this;
    for (const [name, table] of tables) {
      size += table.bytes - (unmeasured.has(name) ? 0 : (this.#tables.get(name)?.().bytes ?? 0));
      if (unmeasured.has(name)) unmeasured = new Set([...unmeasured].filter((one) => one !== name));
      all.set(name, giving(table));
    }
    return new StoreState(all, unmeasured, size);
  }

  /** The state after a change, which must be one that was made in this state. */
  after(change: StoreChange): StoreState {
    const touched = [...new Set(change.map(({ collection }) => collection))];
    return this.with(
      touched.map((collection) => {
        const table = this.table(collection).fork();
        table.put(change.filter((edit) => edit.collection === collection));
        return [collection, table] as const;
      }),
    );
  }

  /** Whether the record of an edit is here as it was before the edit. */
  isBefore({ collection, id, was }: LocatedEdit): boolean {
    if (!this.has(collection)) return false;
    const record = this.table(collection).get(id);
    return record === undefined || was === undefined ? record === was : sameRecord(was.record, record);
  }

  /** The change that leads from here to another state. A collection that the other one does not have is empty there. */
  changeTo(other: StoreState): StoreChange {
    // Shared tables are equal.
    const touched = this.collections.filter((name) => this.#tables.get(name) !== other.#tables.get(name));
    return touched.flatMap((collection) =>
      this.table(collection)
        .editsTo(other.has(collection) ? other.table(collection) : Table.of<Identified>([]), sameRecord)
        .map((edit) => ({ ...edit, collection })),
    );
  }

  /** @param names - of the collections that are wanted. Default: all */
  records(names: readonly string[] = this.collections): RecordLists {
    return Object.fromEntries(names.map((name) => [name, [...this.table(name).values()]]));
  }

  places(): Places {
    return Object.fromEntries(this.collections.map((name) => [name, this.table(name).places]));
  }

  next(collection: string, place: number): Identified | undefined {
    return this.table(collection).after(place);
  }
}

/** Outside of the methods of a state: a closure in one would keep that state, and so all earlier ones, in memory. */
function giving(table: Table): MakeTable {
  return () => table;
}

function sameRecord(was: Identified, is: Identified): boolean {
  return was === is || isDeepStrictEqual(was, is);
}

/** The one change that undoes several, given oldest first. */
export function undoChange(changes: readonly StoreChange[]): StoreChange {
  const edits = new Map<string, LocatedEdit>();
  for (const change of changes.toReversed()) {
    for (const { collection, id, was, is } of change) {
      const key = JSON.stringify([collection, id]);
      edits.set(key, { collection, id, was: edits.has(key) ? edits.get(key)?.was : is, is: was });
    }
  }
  return [...edits.values()].filter(({ was, is }) => was !== is);
}
