// Whether a regular expression of ECMAScript can take exponential time: whether it can read the same text in a loop in two ways, and fail afterwards.

import { costOf, signsOf } from './pattern-cost.ts';

/** How many signs that read something an expression may have to be looked at, with repetitions written out. */
const MOST_PLACES = 100;

/** What is known of a part of an expression: its places, at which it may begin and end, and whether it may read nothing. */
interface Part {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly mayBeEmpty: boolean;
}

/** How often something is to be there. */
const REPETITION = /^(?:([*+])|(\?)|\{(\d+)(,)?(\d*)\})\??$/;

const NOTHING: Part = { first: [], last: [], mayBeEmpty: true };

/**
 * Whether reading a text with an expression can take a time that doubles with each letter, where it is tried one way after the other. What looks
 * around, or back at what was read, is taken for reading nothing; an expression that is too long counts as harmless.
 *
 * @param source - an expression that JavaScript has accepted
 */
export function isExponential(source: string): boolean {
  if (Number.isFinite(costOf(source).factor)) return false;
  const signs = signsOf(source);
  const reads: ((letter: string) => boolean)[] = [];
  /** From place to place, once for each way. */
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
      if (signs[next] !== '|') return all;
      next += 1;
    }
  };
  const sequence = (): Part => {
    let whole = NOTHING;
    while (next < signs.length && signs[next] !== '|' && signs[next] !== ')') whole = join(whole, repeated());
    return whole;
  };
  const single = (): Part => {
    const sign = signs[next] ?? '';
    next += 1;
    if (sign.startsWith('(')) {
      const inner = alternatives();
      next += 1;
      return /^\(\?(?:<?[=!])/.test(sign) ? NOTHING : inner;
    }
    if (sign === '$') isAnchored = true;
    if (/^(?:[$^]|\\[bB]|\\[1-9]\d*|\\k<.*)$/.test(sign)) return NOTHING;
    if (reads.length >= MOST_PLACES) {
      isTooLong = true;
      return NOTHING;
    }
    reads.push(readerOf(sign));
    follow.push([]);
    return { first: [reads.length - 1], last: [reads.length - 1], mayBeEmpty: false };
  };
  const repeated = (): Part => {
    const start = next;
    let part = single();
    const [sign, open, maybe, least = '0', comma, most] = REPETITION.exec(signs[next] ?? '') ?? [];
    if (sign === undefined) return part;
    const end = next + 1;
    // What has to be there several times is written out.
    for (let times = 1; times < Math.min(Number(least), MOST_PLACES); times += 1) {
      next = start;
      part = join(part, single());
    }
    next = end;
    // How often it may be there hardly matters, where that is more than once.
    const isLoop = open !== undefined || (comma !== undefined && (most === '' || Number(most) > Number(least)));
    if (isLoop && !(most === '1' && least === '0')) join(part, part);
    const isOptional = open === '*' || maybe !== undefined || (open === undefined && Number(least) === 0);
    return isOptional ? { ...part, mayBeEmpty: true } : part;
  };

  const whole = alternatives();
  if (isTooLong) return false;
  const letters = lettersIn(source).filter((letter) => reads.some((read) => read(letter)));
  return hasTwoWays(reads, follow, letters, isAnchored ? new Set() : new Set(whole.last));
}

function readerOf(sign: string): (letter: string) => boolean {
  try {
    const own = new RegExp(`^(?:${sign})$`, 'us');
    return (letter) => own.test(letter);
  } catch {
    return (letter) => letter === sign;
  }
}

/** A letter of each kind that an expression tells apart, as far as its own letters show. */
function lettersIn(source: string): readonly string[] {
  const near = [...source].flatMap((letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return [code - 1, code, code + 1].filter((one) => one > 31 && (one < 0xd800 || one > 0xdfff) && one < 0x10ffff);
  });
  return [...new Set([...near.map((code) => String.fromCodePoint(code)), ...'aZ0_ -.\t\né'])];
}

/**
 * Whether two ways lead from a place back to it with the same text. Then a text of many such rounds, and an end that does not fit, is tried in all ways.
 *
 * @param ends - places at which the whole may end, whatever comes then: there nothing fails
 */
function hasTwoWays(
  reads: readonly ((letter: string) => boolean)[],
  follow: readonly (readonly number[])[],
  letters: readonly string[],
  ends: ReadonlySet<number>,
): boolean {
  const read = reads.map((reads) => new Set(letters.flatMap((letter, index) => (reads(letter) ? [index] : []))));
  const meet = (one: number, other: number) => [...(read[one] ?? [])].some((letter) => read[other]?.has(letter));
  const size = reads.length;
  for (let start = 0; start < size; start += 1) {
    if (ends.has(start)) continue;
    // Pairs of places that the same text leads to, and whether the ways to them have parted.
    const seen = new Set<number>();
    const open: (readonly [one: number, other: number, apart: boolean])[] = [[start, start, false]];
    for (let pair = open.pop(); pair; pair = open.pop()) {
      const [one, other, apart] = pair;
      const nexts = follow[one] ?? [];
      for (const [index, left] of nexts.entries())
        for (const [beside, right] of (follow[other] ?? []).entries()) {
          const isApart = apart || left !== right || (one === other && index !== beside);
          if (!meet(left, right)) continue;
          if (left === start && right === start && isApart) return true;
          const key = (left * size + right) * 2 + Number(isApart);
          if (seen.has(key)) continue;
          seen.add(key);
          open.push([left, right, isApart]);
        }
    }
  }
  return false;
}
