// Detection of regular expressions that can take exponential time.
// They can match the same text in a loop in two ways, and fail afterwards.

import { estimatePatternCost, tokenizePattern } from './pattern-cost.ts';

/** Maximum symbols of an expression with expanded repetitions. */
const MAX_POSITIONS = 100;

/** A part of an expression: start and end positions, and whether it may match nothing. */
interface Part {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly mayBeEmpty: boolean;
}

/** A quantifier. */
const REPETITION = /^(?:([*+])|(\?)|\{(\d+)(,)?(\d*)\})\??$/;

const NOTHING: Part = { first: [], last: [], mayBeEmpty: true };

/**
 * Whether backtracking can take time that doubles with each character. Lookaround and backreferences count as empty;
 * expressions that are too long count as harmless.
 *
 * @param source - a valid JavaScript expression
 */
export function isExponential(source: string): boolean {
  if (Number.isFinite(estimatePatternCost(source).factor)) return false;
  const tokens = tokenizePattern(source);
  const reads: ((letter: string) => boolean)[] = [];
  /** Successors of each position, once for each path. */
  const follow: number[][] = [];
  let [next, isTooLong, isAnchored] = [0, false, false];

  const join = (one: Part, other: Part): Part => {
    for (const from of one.last) follow[from]?.push(...other.first);
    return {
      first: one.mayBeEmpty ? [...one.first, ...other.first] : one.first,
      last: other.mayBeEmpty ? [...one.last, ...other.last] : other.last,
      mayBeEmpty: one.mayBeEmpty && other.mayBeEmpty,
    };
  };
  const alternatives = (): Part => {
    let all: Part | undefined;
    for (;;) {
      const one = sequence();
      all = all
        ? {
            first: [...all.first, ...one.first],
            last: [...all.last, ...one.last],
            mayBeEmpty: all.mayBeEmpty || one.mayBeEmpty,
          }
        : one;
      if (tokens[next] !== '|') return all;
      next += 1;
    }
  };
  const sequence = (): Part => {
    let whole = NOTHING;
    while (next < tokens.length && tokens[next] !== '|' && tokens[next] !== ')') whole = join(whole, repeated());
    return whole;
  };
  const single = (): Part => {
    const token = tokens[next] ?? '';
    next += 1;
    if (token.startsWith('(')) {
      const inner = alternatives();
      next += 1;
      return /^\(\?(?:<?[=!])/.test(token) ? NOTHING : inner;
    }
    if (token === '$') isAnchored = true;
    if (/^(?:[$^]|\\[bB]|\\[1-9]\d*|\\k<.*)$/.test(token)) return NOTHING;
    if (reads.length >= MAX_POSITIONS) {
      isTooLong = true;
      return NOTHING;
    }
    reads.push(readerOf(token));
    follow.push([]);
    return { first: [reads.length - 1], last: [reads.length - 1], mayBeEmpty: false };
  };
  const repeated = (): Part => {
    const start = next;
    let part = single();
    const [token, open, optional, least = '0', comma, most] = REPETITION.exec(tokens[next] ?? '') ?? [];
    if (token === undefined) return part;
    const end = next + 1;
    // Required repetitions are expanded.
    for (let times = 1; times < Math.min(Number(least), MAX_POSITIONS); times += 1) {
      next = start;
      part = join(part, single());
    }
    next = end;
    // The maximum hardly matters if it is more than one.
    const isLoop = open !== undefined || (comma !== undefined && (most === '' || Number(most) > Number(least)));
    if (isLoop && !(most === '1' && least === '0')) join(part, part);
    const isOptional = open === '*' || optional !== undefined || (open === undefined && Number(least) === 0);
    return isOptional ? { ...part, mayBeEmpty: true } : part;
  };

  const whole = alternatives();
  if (isTooLong) return false;
  const letters = lettersIn(source).filter((letter) => reads.some((read) => read(letter)));
  return hasTwoWays(reads, follow, letters, isAnchored ? new Set() : new Set(whole.last));
}

function readerOf(token: string): (letter: string) => boolean {
  try {
    const own = new RegExp(`^(?:${token})$`, 'us');
    return (letter) => own.test(letter);
  } catch {
    return (letter) => letter === token;
  }
}

/** A letter for each class that an expression distinguishes, judging by its own letters. */
function lettersIn(source: string): readonly string[] {
  const near = [...source].flatMap((letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return [code - 1, code, code + 1].filter((one) => one > 31 && (one < 0xd800 || one > 0xdfff) && one < 0x10ffff);
  });
  return [...new Set([...near.map((code) => String.fromCodePoint(code)), ...'aZ0_ -.\t\né'])];
}

/**
 * Whether two paths lead from a position back to it with the same text. A text of many such rounds with an invalid end
 * is tried in all combinations.
 *
 * @param ends - positions where the expression may end, whatever follows: nothing fails there
 */
function hasTwoWays(
  reads: readonly ((letter: string) => boolean)[],
  follow: readonly (readonly number[])[],
  letters: readonly string[],
  ends: ReadonlySet<number>,
): boolean {
  const read = reads.map((reads) => new Set(letters.flatMap((letter, index) => (reads(letter) ? [index] : []))));
  const overlap = (one: number, other: number) => [...(read[one] ?? [])].some((letter) => read[other]?.has(letter));
  const size = reads.length;
  for (let start = 0; start < size; start += 1) {
    if (ends.has(start)) continue;
    // Pairs of positions that the same text reaches, and whether their paths differ.
    const seen = new Set<number>();
    const open: (readonly [one: number, other: number, apart: boolean])[] = [[start, start, false]];
    for (let pair = open.pop(); pair; pair = open.pop()) {
      const [one, other, parted] = pair;
      const successors = follow[one] ?? [];
      for (const [index, left] of successors.entries())
        for (const [otherIndex, right] of (follow[other] ?? []).entries()) {
          const isParted = parted || left !== right || (one === other && index !== otherIndex);
          if (!overlap(left, right)) continue;
          if (left === start && right === start && isParted) return true;
          const key = (left * size + right) * 2 + Number(isParted);
          if (seen.has(key)) continue;
          seen.add(key);
          open.push([left, right, isParted]);
        }
    }
  }
  return false;
}
