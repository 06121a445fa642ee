// Cursors: where a page ended, so that the next one goes on there whatever was added or deleted meanwhile. To clients a text without meaning.

import { createHash } from 'node:crypto';

/** The place of an item in a list: what the list is sorted by, and its number. */
export interface Position {
  readonly keys: readonly unknown[];
  readonly number: number;
}

/** @param list - what tells lists apart, see `nameOfList` */
export function writeCursor(list: string, { keys, number }: Position): string {
  const text = JSON.stringify([list, number, ...keys.map((key) => key ?? null)]);
  // Of whole groups, so that it is Base64 with padding as well: some documents want cursors to be that.
  const { length } = Buffer.from(text);
  return Buffer.from(text + ' '.repeat((3 - (length % 3)) % 3)).toString('base64url');
}

/** The place that a cursor is about; undefined when it is none of this list. */
export function readCursor(list: string, cursor: string): Position | undefined {
  if (cursor.length > LONGEST || !/^[\w-]+$/.test(cursor)) return undefined;
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(read)) return undefined;
    const [name, number, ...keys] = read;
    const isSimple = keys.every((key) => key === null || ['string', 'number', 'boolean'].includes(typeof key));
    return name === list && Number.isSafeInteger(number) && isSimple ? { keys, number } : undefined;
  } catch {
    return undefined;
  }
}

/** What a list is sorted by may be long. */
const LONGEST = 20_000;

/** A short name of a list: of one that is filtered or sorted in another way, or that is below something else, it is another one. */
export function nameOfList(...told: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 10);
}
