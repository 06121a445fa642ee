// The format of records in fixture files and the control API.

import type { SchemaField } from '../../../openapi/schema/schema-fields.ts';
import type { SchemaError } from '../../../schema/compile-schema.ts';
import type { Draft } from '../../../store/draft.ts';
import type { RecordConverter } from '../../../store/fixture.ts';
import type { Identified } from '../../../store/record.ts';
import type { StoreState } from '../../../store/state.ts';

/** The collections of any store while they are changed. */
export type AnyDraft = Draft<Record<string, Identified>>;

/** A record that was added, changed or removed. */
export interface RecordKey {
  readonly collection: string;
  readonly id: string;
}

/** A location in a record that refers to an existing one. */
export interface RecordReference extends RecordKey {
  /** JSON Pointer (RFC 6901) in the record in this format. */
  readonly pointer: string;
}

/** A problem of a record. */
export interface RecordProblem extends RecordKey, SchemaError {}

/** The records of one API in this format. Changes run inside a change of its store. */
export interface RecordForm {
  /** The visible collections. */
  readonly collections: readonly string[];
  /** Converts the content of a fixture file to records. @throws Error if that is not possible */
  readonly toRecords: RecordConverter;
  /** A record in this format; undefined for a marker of a removed one. */
  toFileForm(collection: string, record: Identified): unknown;
  /** Whether a collection has one record at most, for each parent: reads generate it until it is written. */
  isSingleton(collection: string): boolean;
  /** Whether a collection may have markers of removed records. */
  hasTombstones(collection: string): boolean;
  /** The described properties of a collection; may be empty. */
  fields(collection: string): readonly SchemaField[];
  /** The references of a record in this format to existing ones. @param id - its id in the store */
  references(state: StoreState, keys: RecordKey, value: unknown): readonly RecordReference[];
  /** Its own id, if it has one and is a valid record; else none. */
  idsOf(collection: string, value: unknown): readonly string[];
  /** The id in the store. @throws ApiError `invalid_argument` if it has none */
  idOf(collection: string, value: unknown): string;
  /**
   * Adds a record. Without an id it gets a new one.
   *
   * @throws ApiError `invalid_argument` if it is invalid, `already_exists` if its id exists
   */
  add(draft: AnyDraft, collection: string, value: unknown, context: RecordContext): Identified;
  /** Replaces a record. @throws ApiError `invalid_argument` if the new one is invalid or has another id */
  replace(draft: AnyDraft, collection: string, current: Identified, value: unknown): Identified;
  /** Removes records, with everything below them. */
  remove(draft: AnyDraft, collection: string, records: readonly Identified[]): void;
  /**
   * Generates records from a template, to be added by a change.
   *
   * @throws ApiError `invalid_argument` if that is impossible
   */
  generate(input: GenerateInput): Promise<GeneratedRecords>;
  /** The problems at the end of a change that the change has caused. */
  problems(draft: AnyDraft, keys: readonly RecordKey[]): readonly RecordProblem[];
}

/** Records that are to be made. */
export interface GenerateInput extends RecordContext {
  readonly collection: string;
  readonly count: number;
  /** The common properties of the records; in its texts `{n}` is replaced by the number of the record. */
  readonly template: unknown;
  /** The current state. */
  readonly state: StoreState;
  /** The ids of earlier records of the same change, by collection. */
  readonly coming: ReadonlyMap<string, readonly string[]>;
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal;
}

/** Records that were made. */
export interface GeneratedRecords {
  /** The given ids. */
  readonly ids: readonly string[];
  readonly add: AddGenerated;
}

/** Adds generated records and returns them. @throws ApiError `already_exists` if an id exists */
export type AddGenerated = (draft: AnyDraft) => readonly Identified[];

/** The sources of generated records. */
export interface RecordContext {
  /** A new id, as the api makes them. */
  newId(): string;
  /** The random seed. */
  readonly seed: string;
}
