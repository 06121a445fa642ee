// Texts as they stand in a key of PostgreSQL, which takes neither every character nor every length.

import { createHash } from 'node:crypto';

/** An index takes some 2700 bytes for all of a key; a character has up to four, one that is escaped six. */
const LONGEST = 200;

/**
 * A text as a key: itself, for those that people write. What PostgreSQL cannot keep (U+0000, half a surrogate pair) is escaped as in JSON, with other control characters and the backslash;
 * of a long one there is the beginning, and its SHA-256. No two texts have the same key.
 */
export function keyOf(text: string): string {
  const escaped = text.replace(/[\\\p{Cc}\p{Cs}]/gu, (character) =>
    character === '\\' ? '\\\\' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  if (escaped.length <= LONGEST) return escaped;
  return `${escaped.slice(0, LONGEST)}…${createHash('sha256').update(escaped).digest('hex')}`;
}

/** The text that has a key; undefined for a long one, of which there is the beginning only. */
export function textOf(key: string): string | undefined {
  if (key.length > LONGEST) return undefined;
  return key.replace(/\\(?:\\|u([0-9a-f]{4}))/g, (_, code?: string) =>
    code === undefined ? '\\' : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
