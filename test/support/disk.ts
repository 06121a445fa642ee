// A disk in memory that can fail and lose its power: then only what was flushed is sure to be there.

import { Readable } from 'node:stream';
import type { Disk, DiskFile, OpenMode } from '../../src/store/disk/disk.ts';

/** Something that a disk is asked to do; they are numbered from 0. */
export interface Operation {
  readonly kind: 'read' | 'open' | 'write' | 'cut' | 'flush' | 'close' | 'rename' | 'remove' | 'flush folder';
  readonly number: number;
}

/** What becomes of an operation. */
export type Fate = 'done' | 'ENOSPC' | 'EIO' | 'power cut';

/** A number from 0 up to, not including, 1. */
type Random = () => number;

/** A change of bytes or names that was not flushed yet. */
type Write = { readonly bytes: Uint8Array; readonly offset: number };
type Cut = { readonly length: number };
type Names = Map<string, Content>;

/** What stands in a file, whatever it is called. */
interface Content {
  now: Uint8Array;
  safe: Uint8Array;
  unflushed: (Write | Cut)[];
}

/** How many bytes of a write survive a power cut together, or are lost together. */
const SECTOR = 16;

export class SimulatedDisk implements Disk {
  readonly #fateOf: (operation: Operation) => Fate;
  readonly #random: Random;
  readonly #names: Names;
  #safeNames: Names;
  #unflushedNames: ((names: Names) => void)[] = [];
  #operations = 0;
  #isOff = false;

  /** @param random - decides what survives a power cut, and how much of a write a full disk takes */
  constructor(
    random: Random,
    fateOf: (operation: Operation) => Fate,
    files: ReadonlyMap<string, Uint8Array> = new Map(),
  ) {
    this.#random = random;
    this.#fateOf = fateOf;
    this.#names = new Map([...files].map(([path, bytes]) => [path, { now: bytes, safe: bytes, unflushed: [] }]));
    this.#safeNames = new Map(this.#names);
  }

  /** Whether the power was cut: nothing works from then on. */
  get isOff(): boolean {
    return this.#isOff;
  }

  /** The files that there are. */
  get paths(): readonly string[] {
    return [...this.#names.keys()].sort();
  }

  /**
   * What a power cut leaves, drawn anew each time: all that was flushed; of the rest any part, in any order. Where a lost piece of a file
   * lies before one that survived, there are zeros.
   */
  survivors(): Map<string, Uint8Array> {
    const names = new Map(this.#safeNames);
    for (const edit of this.#some(this.#unflushedNames)) edit(names);
    return new Map(
      [...names].map(([path, { safe, unflushed }]) => [
        path,
        this.#some(unflushed.flatMap(pieces)).reduce(edited, safe),
      ]),
    );
  }

  async read(path: string): Promise<Uint8Array | undefined> {
    this.#begin('read');
    return this.#names.get(path)?.now;
  }

  async pieces(path: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    const bytes = await this.read(path);
    return bytes && Readable.from([bytes.subarray(0, 1000), bytes.subarray(1000)]);
  }

  async open(path: string, which: OpenMode, mode: 'buffered' | 'synced' = 'buffered'): Promise<DiskFile> {
    return this.#does('open', () => {
      const found = this.#names.get(path);
      if (which === 'there' && !found) throw failure('ENOENT');
      if (which === 'exclusive' && found) throw failure('EEXIST');
      const content = found ?? { now: new Uint8Array(), safe: new Uint8Array(), unflushed: [] };
      if (!found) this.#rename((names) => names.set(path, content));
      else if (which === 'new') edit(content, { length: 0 });
      return this.#file(content, mode === 'synced');
    });
  }

  async rename(from: string, to: string): Promise<void> {
    this.#does('rename', () => {
      const content = this.#names.get(from);
      if (!content) throw failure('ENOENT');
      this.#rename((names) => {
        names.delete(from);
        names.set(to, content);
      });
    });
  }

  async remove(path: string): Promise<void> {
    this.#does('remove', () => this.#rename((names) => names.delete(path)));
  }

  async flushFolder(): Promise<void> {
    this.#begin('flush folder');
    this.#safeNames = new Map(this.#names);
    this.#unflushedNames = [];
  }

  #file(content: Content, isSynced: boolean): DiskFile {
    const flush = async () => {
      this.#begin('flush');
      content.safe = content.now;
      content.unflushed = [];
    };
    return {
      write: async (bytes, offset) => {
        const copy = Uint8Array.from(bytes);
        const part = copy.subarray(0, Math.floor(this.#random() * copy.length));
        this.#does(
          'write',
          () => edit(content, { bytes: copy, offset }),
          () => edit(content, { bytes: part, offset }),
        );
        // The system writes and flushes in one go; whatever happens in between can happen here.
        if (isSynced) await flush();
      },
      cut: async (length) => this.#does('cut', () => edit(content, { length })),
      flush,
      close: async () => void this.#begin('close'),
    };
  }

  #rename(edit: (names: Names) => void): void {
    edit(this.#names);
    this.#unflushedNames.push(edit);
  }

  /** Begins an operation that changes something. One that a power cut meets may have happened; one that fails has happened in part. */
  #does<T>(kind: Operation['kind'], whole: () => T, part: () => void = () => undefined): T {
    try {
      this.#begin(kind);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EPOWER') whole();
      else part();
      throw error;
    }
    return whole();
  }

  #begin(kind: Operation['kind']): void {
    if (this.#isOff) throw failure('EOFF');
    const fate = this.#fateOf({ kind, number: this.#operations++ });
    this.#isOff = fate === 'power cut';
    if (fate !== 'done') throw failure(this.#isOff ? 'EPOWER' : fate);
  }

  /** All, none, or any of them. */
  #some<T>(all: readonly T[]): T[] {
    const share = [0, 0.5, 1][Math.floor(this.#random() * 3)] ?? 0;
    return all.filter(() => this.#random() < share);
  }
}

function failure(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: simulated`), { code });
}

function edit(content: Content, change: Write | Cut): void {
  content.now = edited(content.now, change);
  content.unflushed.push(change);
}

function edited(bytes: Uint8Array, change: Write | Cut): Uint8Array {
  const length = 'bytes' in change ? Math.max(bytes.length, change.offset + change.bytes.length) : change.length;
  const next = new Uint8Array(length);
  next.set(bytes.subarray(0, length));
  if ('bytes' in change) next.set(change.bytes, change.offset);
  return next;
}

/** A write in pieces that do not depend on one another. */
function pieces(change: Write | Cut): (Write | Cut)[] {
  if (!('bytes' in change)) return [change];
  const { bytes, offset } = change;
  return Array.from({ length: Math.ceil(bytes.length / SECTOR) }, (_, index) => ({
    bytes: bytes.subarray(index * SECTOR, (index + 1) * SECTOR),
    offset: offset + index * SECTOR,
  }));
}
