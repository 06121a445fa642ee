// Every record of a store at one moment, and the changes that lead from one moment to another.

import { isDeepStrictEqual } from 'node:util';
import { once } from '../schema/once.ts';
import type { Change, LocatedEdit } from './change.ts';
import type { Places, Whole } from './log/log.ts';
import { frozen, type Identified, type RecordLists } from './record.ts';
import { Table } from './table.ts';

/** A table, made when it is first asked for. */
type MakeTable = () => Table;

/** A state never changes, and to keep one costs nothing: two that were one share what has not changed since. */
export class State implements Whole {
  readonly #tables: ReadonlyMap<string, MakeTable>;
  /** The collections whose records are made when they are first asked for, and that have not been changed since. */
  readonly #unmeasured: ReadonlySet<string>;
  /** How many bytes its records have as JSON, without those of unmeasured collections. */
  readonly size: number;

  private constructor(tables: ReadonlyMap<string, MakeTable>, unmeasured: ReadonlySet<string>, size: number) {
    this.#tables = tables;
    this.#unmeasured = unmeasured;
    this.size = size;
  }

  /**
   * The state in which these collections, and no others, have these records. Records that come of a getter are asked for when their collection first is:
   * there may be thousands of collections, and hardly any of them is looked at.
   *
   * @param places - of the records. Default: 0, 1, 2 and so on
   */
  static of(collections: readonly string[], records: RecordLists, places: Places = {}): State {
    let size = 0;
    const unmeasured = new Set<string>();
    const tables = collections.map((name) => {
      const property = Object.getOwnPropertyDescriptor(records, name);
      const make = once(() => Table.of(frozen(property === undefined ? [] : (records[name] ?? [])), places[name]));
      if (property?.get) unmeasured.add(name);
      else size += make().bytes;
      return [name, make] as const;
    });
    return new State(new Map(tables), unmeasured, size);
  }

  get collections(): readonly string[] {
    return [...this.#tables.keys()];
  }

  has(collection: string): boolean {
    return this.#tables.has(collection);
  }

  /** Whether a collection that both have holds the same records in the same order. */
  agrees(other: State, collection: string): boolean {
    if (this.#tables.get(collection) === other.#tables.get(collection)) return true;
    return this.table(collection).editsTo(other.table(collection), sameRecord).length === 0;
  }

  /** @throws Error if there is no such collection */
  table(collection: string): Table {
    const make = this.#tables.get(collection);
    if (!make) throw new Error(`collection "${collection}" not found`);
    return make();
  }

  /** The same state but for some tables. */
  with(tables: Iterable<readonly [collection: string, table: Table]>): State {
    const all = new Map(this.#tables);
    let unmeasured = this.#unmeasured;
    let { size } = this;
    for (const [name, table] of tables) {
      size += table.bytes - (unmeasured.has(name) ? 0 : (this.#tables.get(name)?.().bytes ?? 0));
      if (unmeasured.has(name)) unmeasured = new Set([...unmeasured].filter((one) => one !== name));
      all.set(name, giving(table));
    }
    return new State(all, unmeasured, size);
  }

  /** The state after a change, which must be one that was made in this state. */
  after(change: Change): State {
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
  changeTo(other: State): Change {
    // What is the same in both needs no look at its records.
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

/** Apart from the methods of a state: a function made in one keeps that state in memory, and so all that came before. */
function giving(table: Table): MakeTable {
  return () => table;
}

function sameRecord(was: Identified, is: Identified): boolean {
  return was === is || isDeepStrictEqual(was, is);
}

/** The one change that takes back several; they come in the order in which they were made. */
export function takingBack(changes: readonly Change[]): Change {
  const edits = new Map<string, LocatedEdit>();
  for (const change of changes.toReversed()) {
    for (const { collection, id, was, is } of change) {
      const key = JSON.stringify([collection, id]);
      edits.set(key, { collection, id, was: edits.has(key) ? edits.get(key)?.was : is, is: was });
    }
  }
  return [...edits.values()].filter(({ was, is }) => was !== is);
}
