// Finds the locations of changes: in the new document, else in the old one.

import type { DocumentSource } from '../openapi/read/document-source.ts';
import type { DocumentChange } from './document-change.ts';

/** A location. */
interface WrittenAt {
  /** Absolute path, or its URL. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1. */
  readonly column: number;
  /** JSON pointer (RFC 6901) into the file. */
  readonly pointer: string;
}

/** A change with its places. */
export interface PlacedChange extends Omit<DocumentChange, 'old' | 'new'> {
  /** Undefined where it was not there. */
  readonly old: WrittenAt | undefined;
  /** Undefined if the new document has no such part. */
  readonly new: WrittenAt | undefined;
}

/** Locations per query. */
const AT_ONCE = 1000;

/** Changes in the order of the new document; removed parts come last. */
export async function locateChanges<Change extends DocumentChange>(
  changes: readonly Change[],
  old: DocumentSource,
  now: DocumentSource,
): Promise<readonly (Omit<Change, 'old' | 'new'> & PlacedChange)[]> {
  const before = await placesIn(
    old,
    changes.map((change) => change.old),
  );
  const after = await placesIn(
    now,
    changes.map((change) => change.new),
  );
  const all = changes.map((change) => ({
    ...change,
    old: change.old === undefined ? undefined : before.get(change.old),
    new: change.new === undefined ? undefined : after.get(change.new),
  }));
  return all.sort((one, other) => byPlace(one.new, other.new) || byPlace(one.old, other.old));
}

async function placesIn(
  source: DocumentSource,
  pointers: readonly (string | undefined)[],
): Promise<ReadonlyMap<string, WrittenAt>> {
  const wanted = [...new Set(pointers)].filter((pointer) => pointer !== undefined);
  const places = new Map<string, WrittenAt>();
  for (let first = 0; first < wanted.length; first += AT_ONCE) {
    // The message carries the index of its location.
    const remarks = wanted.slice(first, first + AT_ONCE).map((pointer) => {
      return { severity: 'info' as const, rule: 'change', pointer, message: pointer };
    });
    for (const { file, line, column, pointer, message } of await source.locate(remarks))
      places.set(message, { file, line, column, pointer });
  }
  return places;
}

function byPlace(one: WrittenAt | undefined, other: WrittenAt | undefined): number {
  if (!one || !other) return Number(!one) - Number(!other);
  return one.file.localeCompare(other.file) || one.line - other.line || one.column - other.column;
}
