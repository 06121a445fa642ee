// The records of one collection in fixture format, for tests.

import type { KnownRecord, ListedRecord, RecordChange, RecordField, RecordsChanged } from '../server/control/operations.ts';
import type { ControlInput, Control } from './control.ts';

/** A record that was changed: its id, and its version if it is still there. */
export type ChangedRecord = RecordsChanged['records'][number];

/** Reads and changes records directly, without operations of their API. Invalid records are rejected. */
export class SandboxRecords {
  readonly #collection: string;
  readonly #api: { readonly api?: string };
  readonly #control: Control;

  constructor(collection: string, api: string | undefined, control: Control) {
    this.#collection = collection;
    this.#api = api === undefined ? {} : { api };
    this.#control = control;
  }

  /** Their possible properties: by the schema of the fixtures, or of the document. */
  async fields(): Promise<readonly RecordField[]> {
    return (await this.#control('describeCollection', { ...this.#api, collection: this.#collection })).fields;
  }

  /** The first 100, unless `limit`, `after` and `q` (a text that they contain) are given. */
  async list(which: Pick<ControlInput<'listRecords'>, 'limit' | 'after' | 'q'> = {}): Promise<readonly ListedRecord[]> {
    return (await this.#control('listRecords', { ...which, ...this.#api, collection: this.#collection })).records;
  }

  /** One record. @throws UnderstudyError `not_found` */
  get(id: string): Promise<KnownRecord> {
    return this.#control('getRecord', { ...this.#api, collection: this.#collection, id });
  }

  /** Adds one. Without an id, it has a new one. */
  add(record: object): Promise<ChangedRecord> {
    return this.#change({ add: record });
  }

  /**
   * Creates valid records, determined by the random seed.
   *
   * @param count - at most 5000
   * @param template - their common properties; in texts, `{n}` is replaced by the number of the record, `{nn}` by one of two digits at least. Default: none
   * @returns their ids and versions
   */
  async make(count: number, template?: Readonly<Record<string, unknown>>): Promise<readonly ChangedRecord[]> {
    const changes = [{ collection: this.#collection, count, ...(template && { template }) }];
    return (await this.#control('changeRecords', { ...this.#api, changes })).records;
  }

  /**
   * Replaces the record with the same id.
   *
   * @param version - the expected version: the call is rejected if the record has changed since
   */
  replace(record: object, version?: string): Promise<ChangedRecord> {
    return this.#change({ replace: record }, version);
  }

  /** Changes a record (JSON Merge Patch, RFC 7396). @param version - as for `replace` */
  patch(id: string, patch: object, version?: string): Promise<ChangedRecord> {
    return this.#change({ id, patch }, version);
  }

  /** Removes one. @param version - as for `replace` */
  remove(id: string, version?: string): Promise<ChangedRecord> {
    return this.#change({ remove: id }, version);
  }

  async #change(change: Omit<RecordChange, 'collection' | 'version'>, version?: string): Promise<ChangedRecord> {
    const changes = [{ ...change, collection: this.#collection, ...(version !== undefined && { version }) }];
    const { records } = await this.#control('changeRecords', { ...this.#api, changes });
    // One for each change.
    return records[0] as ChangedRecord;
  }
}
