// How much a JSON value holds, counted without recursion: a patch may make one that is deeper than any body.

import { isRecord } from '../../openapi/is-record.ts';

/** What a value of its own costs, beside its characters. */
const PER_VALUE = 8;

/** How much there is in a value. */
export interface Size {
  /** One for each character of its texts and names, and eight for each value. */
  readonly amount: number;
  /** How deep lists and objects stand in one another; 0 for a value that is neither. */
  readonly depth: number;
}

/** Counts what a value holds. */
export function sizeOf(value: unknown): Size {
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
