// Texts within the constraints of a schema.

import { samplePattern } from '../../../openapi/schema/sample-pattern.ts';
import { createPattern } from '../../../schema/pattern.ts';
import { createPatternText } from './pattern-text.ts';
import type { Random } from './seeded-random.ts';
import type { ValueConstraints } from './value-constraints.ts';

/** How long an invented text may get where one has to be long, in code points. */
const LONGEST = 10_000;
/** How often another one is tried where a pattern does not like the first. */
const TRIES = 4;

/**
 * A valid text; undefined if none was found.
 *
 * @param invent - returns another text with each call
 * @param isFree - whether a text may be cut or extended
 */
export function fitText(
  invent: (draw: Random) => string,
  { length, patterns }: Pick<ValueConstraints, 'length' | 'patterns'>,
  { isFree, draw }: { readonly isFree: boolean; readonly draw: Random },
): string | undefined {
  const low = Math.max(0, length.low);
  const tests = patterns.map(createPattern);
  const fits = (text: string): boolean => {
    const points = countOf(text);
    return points >= low && points <= length.high && tests.every((test) => test.test(text));
  };
  // A text for an unsupported pattern is generated from it at once.
  const isHeld = tests.every(({ notEnforced }) => notEnforced === undefined);
  for (let time = 0; isHeld && time < TRIES; time += 1) {
    const text = invent(draw.fork(`text ${time}`));
    if (fits(text)) return text;
    const stretched = isFree ? stretch(text, low, length.high) : text;
    if (time > 0 && stretched !== text && fits(stretched)) return stretched;
  }
  for (const pattern of patterns) {
    for (let time = 0; time < TRIES; time += 1) {
      const text = createPatternText(pattern, { low, high: length.high }, fits, draw.fork(`pattern ${time}`));
      if (text !== undefined) return text;
    }
    const text = samplePattern(pattern, low);
    if (text !== undefined && fits(text)) return text;
  }
  const text = stretch(invent(draw), low, length.high);
  return [text, ...plainer(text)].map((one) => stretch(one, low, length.high)).find(fits);
}

/** A text as codes and names of files are written, for patterns of which none could be made. */
function plainer(text: string): readonly string[] {
  const words = text.normalize('NFKD').match(/[A-Za-z0-9]+/g) ?? [];
  const joined = ['_', '-', ''].map((sign) => words.join(sign));
  return [...joined, ...joined.map((one) => one.toLowerCase()), ...joined.map((one) => one.toUpperCase())];
}

/** A text cut, or repeated until it is long enough. */
function stretch(text: string, low: number, high: number): string {
  const points = [...text];
  if (points.length > high)
    return [...points.slice(0, high).join('').trimEnd()].join('').padEnd(Math.min(low, high), 'x');
  if (points.length >= low || low > LONGEST) return text;
  const more = ` ${text}`.repeat(Math.ceil(low / (points.length + 1)));
  return [...text, ...more].slice(0, low).join('').replace(/ $/, 'x');
}

/** How many code points a text has. */
function countOf(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
