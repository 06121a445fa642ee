// The records of a collection in brief, fetched as they are looked at, and kept as they are by what is told of changes.

import type { EditedRecord, SandboxClient } from '../../client/client.ts';
import { sentenceOf } from '../session.ts';
import { type RecordRow, rowOf } from './row.ts';

/** Which records. */
export interface Which {
  readonly api: string;
  readonly collection: string;
  /** A text that they hold; empty for any. */
  readonly q: string;
}

/** How many records a page has: the first one comes soon, the others come seldom. */
const [FIRST, OTHERS] = [100, 1000];
/** How many rows are fetched beyond those that are seen. */
const AHEAD = 200;
/** How many changes are looked at one by one; more, or more records in one, are read anew. */
const MOST = 20;
const MOST_TOUCHED = 1000;
/** Rows that are not here yet: each once, for all lists. */
const absent: RecordRow[] = [];

/** The rows of one list. It calls whoever made it each time they are others. */
export class RecordList {
  readonly #sandbox: SandboxClient;
  readonly #which: Which;
  readonly #tell: () => void;
  #here: RecordRow[] = [];
  #rows: readonly RecordRow[] = [];
  #total: number | undefined;
  #after: number | undefined;
  #isAll = false;
  #isOver = false;
  #wanted = FIRST;
  #problem: string | undefined;
  /** What is done one after the other. */
  #work: Promise<void> = Promise.resolve();
  #waiting = new Set<number | 'anew'>();

  constructor(sandbox: SandboxClient, which: Which, tell: () => void) {
    this.#sandbox = sandbox;
    this.#which = which;
    this.#tell = tell;
    this.#queue(() => this.#fetch());
  }

  /** All rows that there are; those that are not here yet have no id. */
  get rows(): readonly RecordRow[] {
    return this.#rows;
  }

  /** How many records the collection has, whatever is looked for; undefined before that is known. */
  get total(): number | undefined {
    return this.#total;
  }

  /** How many are here. */
  get count(): number {
    return this.#here.length;
  }

  /** Whether all that there are, or that hold the text, are here. */
  get isAll(): boolean {
    return this.#isAll;
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  /** Has the rows before an index fetched, and some more. */
  see(to: number): void {
    this.#wanted = Math.max(FIRST, to + AHEAD);
    if (!this.#isAll && this.#here.length < this.#wanted) this.#queue(() => this.#fetch());
  }

  /** A change with this number was made; `anew` when it is not known what has. */
  changed(number: number | 'anew'): void {
    const isQueued = this.#waiting.size > 0;
    this.#waiting.add(number);
    if (!isQueued) this.#queue(() => this.#catchUp());
  }

  /** Nobody looks at it any more. */
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
        this.#problem = sentenceOf(thrown);
      }
      this.#show();
    });
  }

  #show(): void {
    if (this.#isOver) return;
    const isListed = this.#which.q === '' && !this.#isAll;
    const length = isListed ? Math.max(this.#total ?? 0, this.#here.length) : this.#here.length;
    while (absent.length < length) absent.push({ id: undefined, key: `absent ${absent.length}`, cells: new Map() });
    this.#rows =
      this.#here.length < length ? [...this.#here, ...absent.slice(this.#here.length, length)] : [...this.#here];
    this.#tell();
  }

  /** Fetches until there are as many as are wanted. */
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

  /** Looks at what has changed. */
  async #catchUp(): Promise<void> {
    const numbers = [...this.#waiting].filter((one) => one !== 'anew');
    const isAnew = numbers.length < this.#waiting.size || numbers.length > MOST || this.#which.q !== '';
    this.#waiting.clear();
    const edits = isAnew ? undefined : await this.#editsOf(numbers);
    if (edits) this.#apply(edits);
    else await this.#readAnew();
  }

  /** What became of records of this collection; undefined when that is more than is told. */
  async #editsOf(numbers: readonly number[]): Promise<ReadonlyMap<string, EditedRecord> | undefined> {
    const edits = new Map<string, EditedRecord>();
    for (const number of numbers) {
      const { api, collection } = this.#which;
      const told = await this.#sandbox
        .control('showChange', { api, number, limit: MOST_TOUCHED })
        .catch(() => undefined);
      if (!told || told.change.touched > told.records.length) return undefined;
      for (const edit of told.records) if (edit.collection === collection) edits.set(edit.id, edit);
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
      // A page that was read since may have it already. What is new comes last.
      if (kind !== 'added' || here.has(id)) continue;
      if (this.#total !== undefined) this.#total += 1;
      if (this.#isAll) left.push(rowOf({ id, record: is }));
    }
    this.#here = left;
  }

  /** Reads all rows again that were here, and are still wanted; until then those stay. */
  async #readAnew(): Promise<void> {
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
