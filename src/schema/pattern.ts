// The regular expressions of documents, each run by an engine that comes to an end with it: the only door to re2js.

import { createRequire } from 'node:module';
import { type Cost, costOf, signsOf } from './pattern-cost.ts';

/** A regular expression that texts are held against. */
export interface Pattern {
  test(text: string): boolean;
  /** Why some texts, or all, are not held against it. */
  readonly notEnforced?: string | undefined;
  /** Told from other patterns by this. */
  toString(): string;
}

/** How many ways JavaScript's own engine may try: about a hundredth of a second. */
const MOST_WAYS = 1e6;

/** How many steps RE2 may take, which at worst are the signs of an expression for each character: a second or two. */
const MOST_STEPS = 2e7;
/** How long texts are that are worth a word. */
const LONG = 100_000;

/** How long an expression may be, in characters. */
const LONGEST = 5000;

const known = new Map<string, Pattern>();
/** How many are known again. */
const MOST_KNOWN = 10_000;

/**
 * The regular expression of a `pattern`: of ECMAScript with the flag `u`, else without it, else of Perl and its kin as far as RE2 has it. One that
 * can take JavaScript more than linear time is run by RE2, which cannot; where RE2 has no words for it, only texts so short that they do
 * no harm are held against it.
 */
export function createPattern(source: string): Pattern {
  const made =
    known.get(source) ?? (source.length > LONGEST ? notHeld(source, 'is too long to be evaluated') : choose(source));
  if (known.size === MOST_KNOWN) known.clear();
  known.set(source, made);
  return made;
}

/**
 * What stands between the slashes of other languages, as in `/^a+$/i`, and whether letters may be of either case. No text begins behind a slash, so that nothing else
 * can be meant.
 */
export function undelimited(source: string): { readonly inner: string; readonly inAnyCase: boolean } {
  const [, inner = source, flags = ''] = /^\/(\^.*)\/([a-z]*)$/is.exec(source) ?? [];
  return { inner, inAnyCase: flags.includes('i') };
}

function choose(given: string): Pattern {
  const { inner, inAnyCase } = undelimited(given);
  const source = inAnyCase ? `(?i:${inner})` : inner;
  const cost = costOf(source);
  const expression = ecmaScript(source);
  if (!expression) return linear(source, cost) ?? notHeld(source, 'is not a supported regular expression');
  const longest = longestText(cost);
  if (longest === Number.POSITIVE_INFINITY) return expression;
  const other = linear(asRe2(source), cost);
  if (longest < 1) return other ?? notHeld(source, 'can take a very long time to evaluate');
  return {
    test: (text) => (text.length <= longest ? expression.test(text) : (other?.test(text) ?? true)),
    notEnforced: other ? other.notEnforced : shortOnly(longest),
    toString: () => source,
  };
}

function notHeld(source: string, reason: string): Pattern {
  return { test: () => true, notEnforced: reason, toString: () => source };
}

function shortOnly(longest: number): string {
  return `can take a long time, so it is evaluated only for texts of at most ${longest} characters`;
}

/** How long a text may be for JavaScript's own engine; less than one where none is short enough. */
function longestText({ factor, degree }: Cost): number {
  if (factor > MOST_WAYS) return 0;
  // Each text is walked once at least.
  if (degree <= 1 && factor <= 1000) return Number.POSITIVE_INFINITY;
  return Math.round((MOST_WAYS / factor) ** (1 / degree));
}

/** What ECMAScript without the flag `u` takes for plain letters, and other dialects do not. */
const OTHER_DIALECTS = /\\[AzZhHQGK]|\[\[:\w+:\]|\(\?[imsx]+\)|\(\?P[<=>]|\(\?[>#|]/;

function ecmaScript(source: string): RegExp | undefined {
  const withUnicode = compiled(source, 'u');
  return withUnicode ?? (OTHER_DIALECTS.test(source) ? undefined : compiled(source, ''));
}

function compiled(source: string, flags: string): RegExp | undefined {
  try {
    const expression = new RegExp(source, flags);
    // One that is too large is found to be so when it is used.
    expression.test('');
    return expression;
  } catch {
    return undefined;
  }
}

function linear(source: string, { size }: Cost): Pattern | undefined {
  // Loaded only where a document has such a pattern.
  const { RE2JS }: typeof import('re2js') = createRequire(import.meta.url)('re2js');
  try {
    const expression = RE2JS.compile(source.replaceAll(/\\Z(?=$|\||\))/g, '\\n?\\z'));
    const longest = Math.floor(MOST_STEPS / size);
    return {
      test: (text) => text.length > longest || expression.test(text),
      notEnforced: longest < LONG ? shortOnly(longest) : undefined,
      toString: () => source,
    };
  } catch {
    return undefined;
  }
}

/** White space, and all else but line ends, as ECMAScript has them (section 22.2.2.9); RE2 knows those of ASCII only. */
const SPACE = '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const NO_SPACE =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';
const ANY = '[^\\n\\r\\x{2028}\\x{2029}]';

/** An expression of ECMAScript in the words of RE2, meaning the same. */
function asRe2(source: string): string {
  return signsOf(source).map(re2Sign).join('');
}

function re2Sign(sign: string): string {
  if (sign === '.') return ANY;
  if (sign === '\\s') return `[${SPACE}]`;
  if (sign === '\\S') return `[${NO_SPACE}]`;
  if (sign === '[^]') return `[\\x{0}-\\x{10ffff}]`;
  // Matches nothing.
  if (sign === '[]') return '[^\\x{0}-\\x{10ffff}]';
  if (sign.startsWith('['))
    return `[${sign.slice(1, -1).replaceAll(/\\(?:u\{[^}]+\}|u[\da-f]{4}|c[a-z]|.)|\[/gis, inClass)}]`;
  return escaped(sign);
}

function inClass(sign: string): string {
  if (sign === '[') return '\\[';
  if (sign === '\\s') return SPACE;
  if (sign === '\\S') return NO_SPACE;
  if (sign === '\\b') return '\\x{8}';
  return escaped(sign);
}

function escaped(sign: string): string {
  const code = /^\\u\{?([\da-f]+)\}?$/i.exec(sign)?.[1];
  if (code !== undefined) return `\\x{${code}}`;
  const control = /^\\c([a-z])$/i.exec(sign)?.[1];
  if (control !== undefined) return `\\x{${(control.charCodeAt(0) % 32).toString(16)}}`;
  return sign.replace(/^\\([pP])\{(?:Script|sc|General_Category|gc)=/, '\\$1{').replace(/^\\k<.*/s, '(?=)');
}
