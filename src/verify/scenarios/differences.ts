// Compares returned values with sent ones.

import { isRecord } from '../../openapi/is-record.ts';
import { childPointer } from '../../schema/json-pointer.ts';

export interface Difference {
  /** A JSON pointer into both. */
  readonly pointer: string;
  readonly sent: unknown;
  readonly shown: unknown;
}

/**
 * The differences of a returned value. Absent values, and other notations (a time in another zone, another letter
 * case, trimmed spaces) are equal. Binary values are ignored: responses may have base64, a URL, or a length.
 */
export function differences(sent: unknown, shown: unknown, pointer = ''): readonly Difference[] {
  if (shown === undefined || sent === undefined || sent instanceof Uint8Array || isAlike(sent, shown)) return [];
  if (isRecord(sent) && isRecord(shown))
    return Object.keys(sent).flatMap((name) =>
      Object.hasOwn(shown, name) ? differences(sent[name], shown[name], childPointer(pointer, name)) : [],
    );
  if (Array.isArray(sent) && Array.isArray(shown) && sent.length === shown.length)
    return sent.flatMap((item, index) => differences(item, shown[index], childPointer(pointer, index)));
  // An object may be returned as an id, or the opposite.
  if (pointer === '' && isRecord(sent) !== isRecord(shown)) return [];
  return [{ pointer, sent, shown }];
}

function isAlike(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  // 64-bit integers may be returned as strings.
  if (typeof one !== typeof other) return !isHolder(one) && !isHolder(other) && String(one) === String(other);
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  if (one.trim().toLowerCase() === other.trim().toLowerCase()) return true;
  const times = [one, other].map((text) => (/^\d{4}-\d\d-\d\d[Tt ]/.test(text) ? Date.parse(text) : Number.NaN));
  return times[0] === times[1];
}

function isHolder(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Describes a difference as a clause. */
export function describeDifference({ pointer, sent, shown }: Difference): string {
  return `${pointer || 'the value'} was ${shortened(sent)} and is returned as ${shortened(shown)}`;
}

function shortened(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
