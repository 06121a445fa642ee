// Cursors: opaque positions in a list, stable under inserts and deletes.

import { createHash } from 'node:crypto';
import { isScalar } from '../../../openapi/schema/scalar.ts';
import { parseJson } from '../../../schema/json/parse-json.ts';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';

/** The position of an item in a list: its sort values and its number. */
export interface CursorPosition {
  readonly keys: readonly unknown[];
  readonly number: number;
}

/** @param list - identifies the list, see `getListFingerprint` */
export function writeCursor(list: string, { keys, number }: CursorPosition): string {
  const text = stringifyJson([list, number, ...keys.map((key) => key ?? null)]);
  // Padded to whole groups, so that it is also valid padded Base64, which some documents require.
  const { length } = Buffer.from(text);
  return Buffer.from(text + ' '.repeat((3 - (length % 3)) % 3)).toString('base64url');
}

/** The position in a cursor; undefined if it is invalid or belongs to another list. */
export function readCursor(list: string, cursor: string): CursorPosition | undefined {
  if (cursor.length > MAX_LENGTH || !/^[\w-]+$/.test(cursor)) return undefined;
  try {
    const read: unknown = parseJson(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(read)) return undefined;
    const [name, number, ...keys] = read;
    const isSimple = keys.every(isScalar);
    return name === list && Number.isSafeInteger(number) && isSimple ? { keys, number } : undefined;
  } catch {
    return undefined;
  }
}

/** Maximum length of a cursor; sort values may be long. */
const MAX_LENGTH = 20_000;

/** A fingerprint of a list: it changes with filters, sort keys and parents. */
export function getListFingerprint(...parts: readonly unknown[]): string {
  return createHash('sha256').update(stringifyJson(parts)).digest('base64url').slice(0, 10);
}
