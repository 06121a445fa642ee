// Minimum and maximum length of the texts that an expression matches.

import { type Part, parseExpression } from './expression.ts';

/** Maximum characters of an expression. */
const MAX_SOURCE = 1000;

/**
 * Bounds of the length, in code points.
 *
 * @returns undefined for an expression that is not supported
 */
export function textLengths(source: string): readonly [least: number, most: number] | undefined {
  if (source.length > MAX_SOURCE) return undefined;
  const expression = parseExpression(source, 'u');
  return expression && [shortestText(expression.whole), longestText(expression.whole)];
}

/** In characters as the expression sees them; infinite if a text may be of any length. */
export function longestText(whole: Part): number {
  return boundOf(whole, false);
}

/** @param isAtStart - whether the part begins at the start of the text */
function boundOf(part: Part, isAtStart: boolean): number {
  if (part.kind === 'choice') return Math.max(...part.parts.map((one) => boundOf(one, isAtStart)));
  if (part.kind !== 'sequence') return Number.POSITIVE_INFINITY;
  let [isAnchored, read, bound] = [isAtStart, 0, Number.POSITIVE_INFINITY];
  for (const one of part.parts) {
    if (one.kind === 'start') isAnchored = true;
    else if (one.kind === 'end' && isAnchored) bound = Math.min(bound, read);
    else if (one.kind === 'lookaround' && one.isAhead && !one.isNegative)
      bound = Math.min(bound, boundOf(one.part, isAnchored && read === 0));
    else if (one.kind === 'sequence' || one.kind === 'choice')
      bound = Math.min(bound, boundOf(one, isAnchored && read === 0));
    read += longestMatch(one);
  }
  return bound;
}

function longestMatch(part: Part): number {
  switch (part.kind) {
    case 'character':
      return 1;
    case 'sequence':
      return part.parts.reduce((sum, one) => sum + longestMatch(one), 0);
    case 'choice':
      return Math.max(...part.parts.map(longestMatch));
    case 'repetition': {
      const once = longestMatch(part.part);
      return once === 0 ? 0 : once * part.most;
    }
    default:
      return 0;
  }
}

/** Minimum characters of a text in which the part matches. */
function shortestText(part: Part): number {
  if (part.kind === 'choice') return Math.min(...part.parts.map(shortestText));
  if (part.kind === 'lookaround') return part.isAhead && !part.isNegative ? shortestText(part.part) : 0;
  if (part.kind !== 'sequence') return shortestMatch(part);
  return Math.max(shortestMatch(part), ...part.parts.map(shortestText));
}

function shortestMatch(part: Part): number {
  switch (part.kind) {
    case 'character':
      return 1;
    case 'sequence':
      return part.parts.reduce((sum, one) => sum + shortestMatch(one), 0);
    case 'choice':
      return Math.min(...part.parts.map(shortestMatch));
    case 'repetition':
      return part.least * shortestMatch(part.part);
    default:
      return 0;
  }
}
