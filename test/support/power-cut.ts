// Simulated power cuts: all changes of files and folders since the last flush are lost.

import { appendFileSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

interface Unflushed {
  /** The written file, or the folder with changed names. */
  of: string;
  /** The name of a new file. */
  readonly created?: string;
  undo(of: string): void;
}

/** Unflushed changes, oldest first. */
let unflushed: Unflushed[] = [];

/** Call before a file is opened as a new one. */
export function creates(path: string): void {
  unflushed.push({ of: dirname(path), created: path, undo: putBack(path) });
}

/** Call before bytes are appended to a file. Flushed content before them stays, as its length does. */
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

/** Call before bytes of a file are overwritten in place. */
export function overwrites(path: string): void {
  unflushed.push({ of: path, undo: putBack(path) });
}

/** Call before a file is renamed. */
export function renames(from: string, to: string): void {
  const undo = putBack(to);
  // Its earlier name no longer matters.
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

/** Call before a file is removed. */
export function removes(path: string): void {
  unflushed.push({ of: dirname(path), undo: putBack(path) });
}

/** Call when a file or a folder was flushed. */
export function flushed(path: string): void {
  unflushed = unflushed.filter(({ of }) => of !== path);
}

/** Reverts unflushed changes; a disk may keep newer ones and lose older ones. */
export function cutPower(lost: 'all' | 'oldest'): void {
  for (const one of lost === 'all' ? unflushed.toReversed() : unflushed.slice(0, 1)) one.undo(one.of);
}

/** Changes of a file apply to its new name. */
function follow(from: string, to: string): void {
  for (const one of unflushed) if (one.of === from) one.of = to;
}

/** Returns a function that restores a file to its current content, or removes it if it does not exist now. */
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
