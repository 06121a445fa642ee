// How people see the records of an api and write them: as they stand in its fixture files, which is not always how the store keeps them.

import type { SchemaField } from '../../../openapi/schema/schema-fields.ts';
import type { SchemaError } from '../../../schema/compile-schema.ts';
import type { Draft } from '../../../store/draft.ts';
import type { RecordConverter } from '../../../store/fixture.ts';
import type { Identified } from '../../../store/record.ts';
import type { StoreState } from '../../../store/state.ts';

/** The collections of any store while they are changed. */
export type AnyDraft = Draft<Record<string, Identified>>;

/** A record that was added, changed or removed. */
export interface Touched {
  readonly collection: string;
  readonly id: string;
}

/** A place in a record where another one is meant, which is there. */
export interface RecordReference extends Touched {
  /** JSON pointer (RFC 6901) in the record as people see it. */
  readonly pointer: string;
}

/** What is wrong with a record. */
export interface RecordProblem extends Touched, SchemaError {}

/** The records of one api as people write them. What changes them does so inside a change of its store. */
export interface RecordForm {
  /** The collections that people see. */
  readonly collections: readonly string[];
  /** The records that what stands in the file of a collection is written for. @throws Error if it can be none */
  readonly asRecords: RecordConverter;
  /** A record as it stands in a file; undefined where it is kept only to remember that something is gone. */
  written(collection: string, record: Identified): unknown;
  /** Whether a collection may have records that only remember that something is gone. */
  remembers(collection: string): boolean;
  /** What is said of the properties that records of a collection may have; none where nothing is. */
  fields(collection: string): readonly SchemaField[];
  /** Where a record, as it stands in a file, refers to others that are there. @param id - by which the store knows it */
  references(state: StoreState, touched: Touched, written: unknown): readonly RecordReference[];
  /** The same if it says one, and can be a record; else nothing. */
  idsOf(collection: string, written: unknown): readonly string[];
  /** The id by which the store knows what is written. @throws ApiError `invalid_argument` if it says none */
  idOf(collection: string, written: unknown): string;
  /**
   * Adds a record. One that says no id has a new one.
   *
   * @throws ApiError `invalid_argument` if it can be no record, `already_exists` if its id is taken
   */
  add(draft: AnyDraft, collection: string, written: unknown, world: RecordWorld): Identified;
  /** Puts a record in the place of the one with its id. @throws ApiError `invalid_argument` if it can be no record, or has another id */
  replace(draft: AnyDraft, collection: string, was: Identified, written: unknown): Identified;
  /** Takes records out, and what is below them. */
  remove(draft: AnyDraft, collection: string, gone: readonly Identified[]): void;
  /**
   * Makes records like a template, with samples for all that it does not say, which a change is to add.
   *
   * @throws ApiError `invalid_argument` if there can be none
   */
  make(order: MakeOrder): Promise<Made>;
  /** What is wrong at the end of a change, as far as it has come about by the change. */
  problems(draft: AnyDraft, touched: readonly Touched[]): readonly RecordProblem[];
}

/** Records that are to be made. */
export interface MakeOrder extends RecordWorld {
  readonly collection: string;
  readonly count: number;
  /** What a record is to be like; in its texts `{n}` is the how manieth it is. */
  readonly template: unknown;
  /** What is there. */
  readonly state: StoreState;
  /** The ids of records that come before them in the same change, by collection. */
  readonly coming: ReadonlyMap<string, readonly string[]>;
  /** Aborted when nobody waits for them any more. */
  readonly signal: AbortSignal;
}

/** Records that were made. */
export interface Made {
  /** The ids of those that have one already. */
  readonly ids: readonly string[];
  readonly add: AddMade;
}

/** Adds what was made; gives the records. @throws ApiError `already_exists` if an id is taken */
export type AddMade = (draft: AnyDraft) => readonly Identified[];

/** What records are made from. */
export interface RecordWorld {
  /** A new id, as the api makes them. */
  newId(): string;
  /** What samples follow from. */
  readonly seed: string;
}
