// Whether a numeric time counts milliseconds or seconds since 1970.

import { isJsonNumber } from '../../../schema/json/exact-number.ts';
import { propertyWords } from './property-words.ts';

/** From this number on an example cannot be in seconds: that would be the year 5138. */
const MILLISECONDS = 1e11;

/**
 * By an example, else by the name, else by the format: seconds need no 64 bits.
 *
 * @param example - of the document; undefined if there is none
 */
export function isInMilliseconds(name: string, format: string | undefined, example: unknown): boolean {
  if (isJsonNumber(example)) return example > MILLISECONDS;
  return format === 'int64' || /\b(ms|milli\w*)$/.test(propertyWords(name)) || /ms$/.test(name);
}
