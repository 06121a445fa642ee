// Detects values beyond the limits that JSON parsers may have.

import { isRecord } from '../../openapi/is-record.ts';
import { ODD_NAMES } from './texts.ts';

const MAX_LEVELS = 32;
const MAX_LENGTH = 5_000;

/** Control characters, invisible characters, and noncharacters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters
const ODD = /[\0-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\ufdd0-\ufdef\ufeff\ufffe\uffff]|[\u{1fffe}\u{1ffff}]/u;

/** Whether a value exceeds what every server must accept (RFC 8259, sections 6, 8.2 and 9). */
export function isUnsettled(value: unknown, level = 0): boolean {
  if (level > MAX_LEVELS) return true;
  if (typeof value === 'string') return value.length > MAX_LENGTH || ODD.test(value) || !value.isWellFormed();
  if (typeof value === 'number')
    return Math.abs(value) > Number.MAX_SAFE_INTEGER || (value !== 0 && Math.abs(value) < 1e-12);
  if (Array.isArray(value)) return value.some((item) => isUnsettled(item, level + 1));
  if (!isRecord(value)) return false;
  return Object.entries(value).some(
    ([name, inner]) =>
      (ODD_NAMES as readonly string[]).includes(name) || isUnsettled(name) || isUnsettled(inner, level + 1),
  );
}
