// The size of a JSON value, measured without recursion.

import { isRecord } from '../../schema/is-record.ts';

/** The size of each value, beside its characters. */
const PER_VALUE = 8;

/** The size of a value. */
export interface ValueSize {
  /** One for each character of texts and names, and eight for each value. */
  readonly amount: number;
  /** The depth of nested lists and objects; 0 for a primitive value. */
  readonly depth: number;
}

/** Measures a value; patches may nest it deeper than any body. */
export function measureValue(value: unknown): ValueSize {
  let amount = 0;
  let deepest = 0;
  const open: (readonly [value: unknown, depth: number])[] = [[value, 0]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [one, depth] = next;
    amount += PER_VALUE;
    if (typeof one === 'string') amount += one.length;
    else if (Array.isArray(one) || isRecord(one)) {
      deepest = Math.max(deepest, depth + 1);
      for (const [name, inner] of Object.entries(one)) {
        if (!Array.isArray(one)) amount += name.length;
        open.push([inner, depth + 1]);
      }
    }
  }
  return { amount, depth: deepest };
}
