// A random text for a pattern; `^ses` gives `ses` and eight more characters.

import { samplePattern } from '../../../openapi/schema/sample-pattern.ts';
import type { Random } from './seeded-random.ts';
import type { Range } from './value-constraints.ts';

/** Number of further characters where a pattern is open: with eight, equal texts are unlikely. */
const MORE = 8;
const [LETTERS, CAPITALS, DIGITS] = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'];
/** Characters for these; the first set that the pattern allows is used. */
const SETS = [LETTERS + DIGITS, `${DIGITS}abcdef`, LETTERS, CAPITALS + DIGITS, CAPITALS, DIGITS];

/**
 * A text for a pattern. JSON Schema patterns are not anchored: where more text may follow or precede, it does.
 *
 * @param fits - whether a text is allowed
 * @returns undefined if none was found
 */
export function createPatternText(
  pattern: string,
  { low, high }: Range,
  fits: (text: string) => boolean,
  draw: Random,
): string | undefined {
  const choose = (choices: number) => draw.between(0, choices - 1);
  const text = samplePattern(pattern, 0, choose);
  if (text === undefined) return undefined;
  const count = Math.min(Math.max(MORE, low - text.length), high - text.length);
  for (const set of count > 0 ? SETS : []) {
    const more = Array.from({ length: count }, () => set.charAt(draw.between(0, set.length - 1))).join('');
    const longer = [text + more, more + text].find(fits);
    if (longer !== undefined) return longer;
  }
  return [text, samplePattern(pattern, low, choose)].find((one) => one !== undefined && fits(one));
}
