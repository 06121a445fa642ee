// Compares returned values with sent ones.

import { isRecord } from '../../schema/is-record.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { childPointer } from '../../schema/json-pointer.ts';

export interface ValueDifference {
  /** A JSON pointer into both. */
  readonly pointer: string;
  readonly sent: unknown;
  readonly returned: unknown;
}

/**
 * The differences of a returned value. Absent values, and other notations (a time in another zone, another letter
 * case, trimmed spaces) are equal. Binary values are ignored: responses may have base64, a URL, or a length.
 */
export function findDifferences(sent: unknown, returned: unknown, pointer = ''): readonly ValueDifference[] {
  if (returned === undefined || sent === undefined || sent instanceof Uint8Array || isAlike(sent, returned)) return [];
  if (isRecord(sent) && isRecord(returned))
    return Object.keys(sent).flatMap((name) =>
      Object.hasOwn(returned, name) ? findDifferences(sent[name], returned[name], childPointer(pointer, name)) : [],
    );
  if (Array.isArray(sent) && Array.isArray(returned) && sent.length === returned.length)
    return sent.flatMap((item, index) => findDifferences(item, returned[index], childPointer(pointer, index)));
  // An object may be returned as an id, or the opposite.
  if (pointer === '' && isRecord(sent) !== isRecord(returned)) return [];
  return [{ pointer, sent, returned }];
}

function isAlike(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  // 64-bit integers may be returned as strings.
  if (typeof one !== typeof other) return !isContainer(one) && !isContainer(other) && String(one) === String(other);
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  if (one.trim().toLowerCase() === other.trim().toLowerCase()) return true;
  const times = [one, other].map((text) => (/^\d{4}-\d\d-\d\d[Tt ]/.test(text) ? Date.parse(text) : Number.NaN));
  return times[0] === times[1];
}

function isContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Describes a difference as a clause. */
export function describeDifference({ pointer, sent, returned }: ValueDifference): string {
  return `${pointer || 'the value'} was ${shortened(sent)} and is returned as ${shortened(returned)}`;
}

function shortened(value: unknown): string {
  const text = stringifyJson(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
