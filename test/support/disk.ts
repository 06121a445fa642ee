// A simulated disk that can fail and lose power: then only flushed data is guaranteed.

import { Readable } from 'node:stream';
import type { Disk, DiskFile, OpenMode } from '../../src/store/disk/disk.ts';

/** An operation of a disk; they are numbered from 0. */
export interface Operation {
  readonly kind: 'read' | 'open' | 'write' | 'cut' | 'flush' | 'close' | 'rename' | 'remove' | 'flush folder';
  readonly number: number;
}

/** The outcome of an operation. */
export type Fate = 'done' | 'ENOSPC' | 'EIO' | 'power cut';

/** A random number in [0, 1). */
type Random = () => number;

/** An unflushed change of bytes or names. */
type Write = { readonly bytes: Uint8Array; readonly offset: number };
type Cut = { readonly length: number };
type Names = Map<string, Content>;

/** The content of a file, independent of its name. */
interface Content {
  now: Uint8Array;
  safe: Uint8Array;
  unflushed: (Write | Cut)[];
}

/** Number of bytes of a write that survive a power cut together, or are lost together. */
const SECTOR = 16;

export class SimulatedDisk implements Disk {
  readonly #fateOf: (operation: Operation) => Fate;
  readonly #random: Random;
  readonly #names: Names;
  #safeNames: Names;
  #unflushedNames: ((names: Names) => void)[] = [];
  #operations = 0;
  #isOff = false;

  /** @param random - decides what survives a power cut, and how much of a write fits on a full disk */
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

  /** Whether the power was cut: every later operation fails. */
  get isOff(): boolean {
    return this.#isOff;
  }

  /** The paths of all files. */
  get paths(): readonly string[] {
    return [...this.#names.keys()].sort();
  }

  /**
   * The state after a power cut, drawn each time: everything flushed, and any part of the rest in any order. A lost piece
   * of a file before a surviving one is filled with zeros.
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
        // The system writes and flushes in one call; an interruption may happen between both.
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

  /** Starts a changing operation. A power cut may leave it done or not; a failed operation is partly done. */
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

  /** All, none, or any subset. */
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

/** The independent pieces of a write. */
function pieces(change: Write | Cut): (Write | Cut)[] {
  if (!('bytes' in change)) return [change];
  const { bytes, offset } = change;
  return Array.from({ length: Math.ceil(bytes.length / SECTOR) }, (_, index) => ({
    bytes: bytes.subarray(index * SECTOR, (index + 1) * SECTOR),
    offset: offset + index * SECTOR,
  }));
}
