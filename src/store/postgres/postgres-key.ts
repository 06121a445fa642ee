// Texts as keys of PostgreSQL, which limits characters and length.

import { createHash } from 'node:crypto';

/** An index accepts about 2700 bytes per key; a character has up to four, an escaped one six. */
const LONGEST = 200;

/**
 * A text as a key: unchanged if it is ordinary. Characters that PostgreSQL rejects (U+0000, half a surrogate pair),
 * other control characters and the backslash are escaped as in JSON; a long text becomes its beginning and its
 * SHA-256. Keys are unique.
 */
export function toPostgresKey(text: string): string {
  const escaped = text.replace(/[\\\p{Cc}\p{Cs}]/gu, (character) =>
    character === '\\' ? '\\\\' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  if (escaped.length <= LONGEST) return escaped;
  return `${escaped.slice(0, LONGEST)}…${createHash('sha256').update(escaped).digest('hex')}`;
}

/** The text of a key; undefined for a long text, whose key has only the beginning. */
export function fromPostgresKey(key: string): string | undefined {
  if (key.length > LONGEST) return undefined;
  return key.replace(/\\(?:\\|u([0-9a-f]{4}))/g, (_, code?: string) =>
    code === undefined ? '\\' : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
