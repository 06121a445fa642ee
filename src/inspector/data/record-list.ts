// The records of a collection in brief, loaded in pages and updated by events.

import type { EditedRecord, SandboxClient } from '../../client/client.ts';
import { messageOf } from '../session.ts';
import { type RecordRow, rowOf } from './row.ts';

/** Which records. */
interface Which {
  readonly api: string;
  readonly collection: string;
  /** Text that they contain; empty for all. */
  readonly q: string;
}

/** Page sizes: the first page is small to arrive soon. */
const [FIRST, OTHERS] = [100, 1000];
/** How many rows are loaded beyond the visible ones. */
const AHEAD = 200;
/** Up to this many changes and records are applied one by one; otherwise the list is loaded again. */
const MOST = 20;
const MOST_TOUCHED = 1000;
/** Rows that are not loaded yet, shared by all lists. */
const absent: RecordRow[] = [];

/** Calls `onChange` whenever the rows have changed. */
export class RecordList {
  readonly #sandbox: SandboxClient;
  readonly #which: Which;
  readonly #onChange: () => void;
  #here: RecordRow[] = [];
  #rows: readonly RecordRow[] = [];
  #total: number | undefined;
  #after: number | undefined;
  #isAll = false;
  #isOver = false;
  #wanted = FIRST;
  #problem: string | undefined;
  /** Work that is done one after the other. */
  #work: Promise<void> = Promise.resolve();
  #waiting = new Set<number | 'reload'>();

  constructor(sandbox: SandboxClient, which: Which, onChange: () => void) {
    this.#sandbox = sandbox;
    this.#which = which;
    this.#onChange = onChange;
    this.#queue(() => this.#fetch());
  }

  /** All rows. Those that are not loaded yet have no id. */
  get rows(): readonly RecordRow[] {
    return this.#rows;
  }

  /** The number of records in the collection; undefined before the first page. */
  get total(): number | undefined {
    return this.#total;
  }

  /** The number of loaded rows. */
  get count(): number {
    return this.#here.length;
  }

  /** Whether all matching records are loaded. */
  get isAll(): boolean {
    return this.#isAll;
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  /** Loads the rows before an index, and some more. */
  see(to: number): void {
    this.#wanted = Math.max(FIRST, to + AHEAD);
    if (!this.#isAll && this.#here.length < this.#wanted) this.#queue(() => this.#fetch());
  }

  /** Applies the change with this number; `reload` when it is unknown what has changed. */
  changed(number: number | 'reload'): void {
    const isQueued = this.#waiting.size > 0;
    this.#waiting.add(number);
    if (!isQueued) this.#queue(() => this.#catchUp());
  }

  /** Ends all loading. */
  stop(): void {
    this.#isOver = true;
  }

  #queue(work: () => Promise<void>): void {
    this.#work = this.#work.then(async () => {
      if (this.#isOver) return;
      try {
        await work();
        this.#problem = undefined;
      } catch (thrown) {
        this.#problem = messageOf(thrown);
      }
      this.#show();
    });
  }

  #show(): void {
    if (this.#isOver) return;
    const isListed = this.#which.q === '' && !this.#isAll;
    const length = isListed ? Math.max(this.#total ?? 0, this.#here.length) : this.#here.length;
    while (absent.length < length)
      absent.push({ id: undefined, name: '', key: `absent ${absent.length}`, cells: new Map() });
    this.#rows =
      this.#here.length < length ? [...this.#here, ...absent.slice(this.#here.length, length)] : [...this.#here];
    this.#onChange();
  }

  /** Loads pages until there are enough rows. */
  async #fetch(): Promise<void> {
    while (!this.#isOver && !this.#isAll && this.#here.length < this.#wanted) {
      const page = await this.#page(this.#after, this.#here.length === 0 ? FIRST : OTHERS);
      this.#total = page.total;
      this.#after = page.after;
      this.#isAll = page.after === undefined;
      for (const row of page.rows) this.#here.push(row);
      this.#show();
    }
  }

  async #page(after: number | undefined, limit: number) {
    const { api, collection, q } = this.#which;
    const input = { api, collection, limit, ...(q !== '' && { q }), ...(after !== undefined && { after }) };
    const page = await this.#sandbox.control('listRecords', input);
    return { total: page.total, after: page.after, rows: page.records.map(rowOf) };
  }

  /** Applies the waiting changes. */
  async #catchUp(): Promise<void> {
    const numbers = [...this.#waiting].filter((one) => one !== 'reload');
    const isReload = numbers.length < this.#waiting.size || numbers.length > MOST || this.#which.q !== '';
    this.#waiting.clear();
    const edits = isReload ? undefined : await this.#editsOf(numbers);
    if (edits) this.#apply(edits);
    else await this.#reload();
  }

  /** The edits of this collection; undefined when there are too many. */
  async #editsOf(numbers: readonly number[]): Promise<ReadonlyMap<string, EditedRecord> | undefined> {
    const edits = new Map<string, EditedRecord>();
    for (const number of numbers) {
      const { api, collection } = this.#which;
      const shown = await this.#sandbox
        .control('showChange', { api, number, limit: MOST_TOUCHED })
        .catch(() => undefined);
      if (!shown || shown.change.touched > shown.records.length) return undefined;
      for (const edit of shown.records) if (edit.collection === collection) edits.set(edit.id, edit);
    }
    return edits;
  }

  #apply(edits: ReadonlyMap<string, EditedRecord>): void {
    const here = new Set<string>();
    const left = this.#here.flatMap((row) => {
      const edit = row.id === undefined ? undefined : edits.get(row.id);
      if (!edit) return [row];
      here.add(edit.id);
      return edit.is === undefined ? [] : [rowOf({ id: edit.id, record: edit.is })];
    });
    for (const { id, kind, is } of edits.values()) {
      if (kind === 'removed' && this.#total !== undefined) this.#total -= here.has(id) || !this.#isAll ? 1 : 0;
      // A page that was loaded since may contain it already. New records come last.
      if (kind !== 'added' || here.has(id)) continue;
      if (this.#total !== undefined) this.#total += 1;
      if (this.#isAll) left.push(rowOf({ id, record: is }));
    }
    this.#here = left;
  }

  /** Loads all rows again; until then the old ones stay. */
  async #reload(): Promise<void> {
    const rows: RecordRow[] = [];
    let page = await this.#page(undefined, FIRST);
    rows.push(...page.rows);
    while (!this.#isOver && page.after !== undefined && rows.length < this.#wanted) {
      page = await this.#page(page.after, OTHERS);
      rows.push(...page.rows);
    }
    this.#here = rows;
    this.#total = page.total;
    this.#after = page.after;
    this.#isAll = page.after === undefined;
  }
}
