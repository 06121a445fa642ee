// Matches expressions with lookaround in linear time.

import type { CharacterTest } from './expression.ts';
import { parseExpression } from './expression.ts';
import { compileExpression, MATCHED, type Program, type State } from './program.ts';
import { longestText } from './text-lengths.ts';

export interface LookaroundPattern {
  test(text: string): boolean;
  /** Number of steps for each character of a text, at most. */
  readonly size: number;
  /** Maximum UTF-16 units of a text that matches; infinite if there is none. */
  readonly longest: number;
}

/**
 * Each lookaround is one scan of the text that marks the positions where it holds, inner ones first. A lookaround is
 * then an assertion like `^`, so no text takes more steps than states times characters.
 *
 * @param flags - `u`, `i` or both
 * @returns undefined for an expression that is invalid, too large, or has backreferences
 */
export function createLookaroundPattern(source: string, flags: string): LookaroundPattern | undefined {
  const expression = parseExpression(source, flags);
  const compiled = expression && compileExpression(expression, false);
  if (!compiled) return undefined;
  const { whole, lookarounds, size } = compiled;
  const longest = longestText(expression.whole) * 2;
  return {
    size,
    longest,
    test(text) {
      if (text.length > longest) return false;
      const characters = expression.charactersOf(text);
      const reads = cachedReads();
      const marks: Uint8Array[] = [];
      for (const program of lookarounds) {
        const matched = scan(program, characters, marks, reads, false);
        if (program.isNegative) for (const [position, holds] of matched.entries()) matched[position] = 1 - holds;
        marks.push(matched);
      }
      return scan(whole, characters, marks, reads, true).includes(1);
    },
  };
}

/** Marks the positions where a match ends in reading order. @param isFirstEnough - whether to stop at the first */
function scan(
  { states, first, isBackward }: Program,
  characters: readonly string[],
  marks: readonly Uint8Array[],
  reads: (test: CharacterTest, character: string) => boolean,
  isFirstEnough: boolean,
): Uint8Array {
  const count = characters.length;
  const matched = new Uint8Array(count + 1);
  const seenAt = new Int32Array(states.length).fill(-1);
  let pending: number[] = [];
  for (let round = 0; round <= count; round += 1) {
    const position = isBackward ? count - round : round;
    const reading: State[] = [];
    pending.push(first);
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      if (seenAt[index] === round) continue;
      seenAt[index] = round;
      if (index === MATCHED) matched[position] = 1;
      const state = states[index];
      if (!state) continue;
      if (state.reads) reading.push(state);
      else if (state.asserts === undefined || isHeld(state.asserts, position, characters, marks))
        pending.push(...state.next);
    }
    if (isFirstEnough && matched[position] === 1) break;
    const character = characters[isBackward ? position - 1 : position] ?? '';
    pending = [];
    for (const { reads: test, next } of reading) if (test && reads(test, character)) pending.push(...next);
  }
  return matched;
}

function isHeld(
  assertion: NonNullable<State['asserts']>,
  position: number,
  characters: readonly string[],
  marks: readonly Uint8Array[],
): boolean {
  if (typeof assertion === 'number') return marks[assertion]?.[position] === 1;
  if (assertion === 'start') return position === 0;
  if (assertion === 'end') return position === characters.length;
  const isBoundary = isWord(characters[position - 1]) !== isWord(characters[position]);
  return isBoundary === (assertion === 'word boundary');
}

function isWord(character = ''): boolean {
  return /^\w$/.test(character);
}

/** Maximum remembered characters of each test. */
const MAX_REMEMBERED = 1000;

/** Whether a test accepts a character; an expression of JavaScript is slower than a map. */
function cachedReads(): (test: CharacterTest, character: string) => boolean {
  const known = new Map<CharacterTest, Map<string, boolean>>();
  return (test, character) => {
    const results = known.get(test) ?? new Map<string, boolean>();
    known.set(test, results);
    const result = results.get(character) ?? test(character);
    if (results.size < MAX_REMEMBERED) results.set(character, result);
    return result;
  };
}
