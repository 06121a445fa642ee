// What a power cut takes: everything that was done to files and folders and not flushed since.

import { appendFileSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

interface Unflushed {
  /** The file that was written, or the folder whose names were changed. */
  of: string;
  /** The name that was given to a new file. */
  readonly created?: string;
  undo(of: string): void;
}

/** What was done and is not safe yet, oldest first. */
let unflushed: Unflushed[] = [];

/** To be told before a file is opened as a new one. */
export function creates(path: string): void {
  unflushed.push({ of: dirname(path), created: path, undo: putBack(path) });
}

/** To be told before bytes are written into a file. What was flushed behind them before stays, as its length does. */
export function writes(path: string, offset: number): void {
  const before = bytesOf(path)?.subarray(offset) ?? new Uint8Array();
  unflushed.push({
    of: path,
    undo(now) {
      truncateSync(now, offset);
      appendFileSync(now, before);
    },
  });
}

/** To be told before the bytes of a file are replaced where they are. */
export function overwrites(path: string): void {
  unflushed.push({ of: path, undo: putBack(path) });
}

/** To be told before a file is renamed. */
export function renames(from: string, to: string): void {
  const undo = putBack(to);
  // The name that it had before matters no more.
  unflushed = unflushed.filter(({ created }) => created !== from);
  follow(from, to);
  unflushed.push({
    of: dirname(to),
    undo() {
      renameSync(to, from);
      undo();
      follow(to, from);
    },
  });
}

/** To be told before a file is removed. */
export function removes(path: string): void {
  unflushed.push({ of: dirname(path), undo: putBack(path) });
}

/** To be told when a file, or a folder, was flushed. */
export function flushed(path: string): void {
  unflushed = unflushed.filter(({ of }) => of !== path);
}

/** Takes back what was not flushed; a disk may keep what is newer and lose what is older. */
export function cutPower(lost: 'all' | 'oldest'): void {
  for (const one of lost === 'all' ? unflushed.toReversed() : unflushed.slice(0, 1)) one.undo(one.of);
}

/** What was written to a file stays with it under its other name. */
function follow(from: string, to: string): void {
  for (const one of unflushed) if (one.of === from) one.of = to;
}

/** What makes a file again what it is now, or takes it away if there is none. */
function putBack(path: string): () => void {
  const bytes = bytesOf(path);
  return () => (bytes ? writeFileSync(path, bytes) : rmSync(path, { force: true }));
}

function bytesOf(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
