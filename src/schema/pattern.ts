// Regular expressions of documents, with guaranteed termination. The only module that imports re2js.

import { createRequire } from 'node:module';
import { createLookaroundPattern } from './lookaround/lookaround-pattern.ts';
import { estimatePatternCost, type PatternCost, tokenizePattern } from './pattern-cost.ts';

/** A regular expression. */
export interface Pattern {
  test(text: string): boolean;
  /** Why some texts, or all, are not matched against it. */
  readonly notEnforced?: string | undefined;
  /** Whether it is not enforced because it is no regular expression. */
  readonly isInvalid?: boolean;
  /** Identifies the pattern. */
  toString(): string;
}

/** Maximum backtracking steps of JavaScript's engine: about 10 ms. */
const MAX_BACKTRACKING = 1e6;

/** Maximum steps, at worst tokens times characters: one or two seconds. */
const MAX_RE2_STEPS = 2e7;
const MAX_LOOKAROUND_STEPS = 1e7;
/** Minimum characters of a limit that is not reported. */
const MIN_REPORTED_LENGTH = 100_000;

/** Maximum characters of an expression. */
const MAX_PATTERN_LENGTH = 5000;

/** Maximum depth of groups: engines recurse into them, and the stack must be large enough wherever a test runs. */
const MAX_DEPTH = 300;

const cache = new Map<string, Pattern>();
/** Maximum cached patterns. */
const MAX_CACHED = 10_000;

/**
 * The expression of a `pattern`: ECMAScript with the flag `u`, else without it, else Perl syntax as far as RE2
 * supports it. One that may take more than linear time in JavaScript is run by RE2, and with lookaround by our own
 * linear engine. One that neither supports, such as a backreference, is matched with short texts only.
 */
export function createPattern(source: string): Pattern {
  const made =
    cache.get(source) ??
    (source.length > MAX_PATTERN_LENGTH ? notEnforcedPattern(source, 'is too long to be evaluated') : choose(source));
  if (cache.size === MAX_CACHED) cache.clear();
  cache.set(source, made);
  return made;
}

/**
 * The expression between the slashes of other languages, as in `/^a+$/i`, or after `(?i)`, and whether case is ignored.
 * No text starts after a slash, so the meaning is unambiguous.
 */
export function parseDelimitedPattern(source: string): { readonly inner: string; readonly inAnyCase: boolean } {
  const [, inner = source, flags = ''] = /^\/(\^.*)\/([a-z]*)$/is.exec(source) ?? [];
  const [, prefix = ''] = /^(\(\?i\))/.exec(inner) ?? [];
  return { inner: inner.slice(prefix.length), inAnyCase: prefix !== '' || flags.includes('i') };
}

function choose(input: string): Pattern {
  const { inner, inAnyCase } = parseDelimitedPattern(input);
  const source = inAnyCase ? `(?i:${inner})` : inner;
  if (depthOf(inner) > MAX_DEPTH) return notEnforcedPattern(source, 'is nested too deeply to be evaluated');
  const cost = estimatePatternCost(inner);
  const expression = ecmaScript(inner, inAnyCase);
  if (!expression)
    return linear(source, cost) ?? { ...notEnforcedPattern(source, describeMistake(inner)), isInvalid: true };
  const longest = longestText(cost);
  if (longest === Number.POSITIVE_INFINITY) return expression;
  const other = linear(toRe2(source), cost) ?? linearWithLookaround(expression);
  if (longest < 1) return other ?? notEnforcedPattern(source, 'can take a very long time to evaluate');
  return {
    test: (text) => (text.length <= longest ? expression.test(text) : (other?.test(text) ?? true)),
    notEnforced: other ? other.notEnforced : lengthLimitReason(longest),
    toString: () => source,
  };
}

function depthOf(source: string): number {
  let [depth, deepest] = [0, 0];
  for (const token of tokenizePattern(source)) {
    depth += token.startsWith('(') ? 1 : token === ')' ? -1 : 0;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function notEnforcedPattern(source: string, reason: string): Pattern {
  return { test: () => true, notEnforced: reason, toString: () => source };
}

/** Why a text is no regular expression, in the words of the engine. */
function describeMistake(source: string): string {
  try {
    return `is not a regular expression: ${new RegExp(source, 'u').source} is of another dialect`;
  } catch (error) {
    const [reason = ''] = (error as Error).message.split(': ').slice(-1);
    return `is not a regular expression: ${reason.toLowerCase()}`;
  }
}

function lengthLimitReason(longest: number): string {
  return `can take a long time, so it is evaluated only for texts of at most ${longest} characters`;
}

/** Maximum characters of a text for JavaScript's engine; less than one if no text is short enough. */
function longestText({ factor, degree }: PatternCost): number {
  if (factor > MAX_BACKTRACKING) return 0;
  // Each text is read at least once.
  if (degree <= 1 && factor <= 1000) return Number.POSITIVE_INFINITY;
  return Math.round((MAX_BACKTRACKING / factor) ** (1 / degree));
}

/** Syntax of other dialects that ECMAScript without the flag `u` reads as plain letters. */
const OTHER_DIALECTS = /\\[AzZhHQGK]|\[\[:\w+:\]|\(\?[imsx]+\)|\(\?P[<=>]|\(\?[>#|]/;

function ecmaScript(source: string, inAnyCase: boolean): RegExp | undefined {
  const flag = inAnyCase ? 'i' : '';
  const withUnicode = compiled(source, `u${flag}`);
  return withUnicode ?? (OTHER_DIALECTS.test(source) ? undefined : compiled(source, flag));
}

function compiled(source: string, flags: string): RegExp | undefined {
  try {
    const expression = new RegExp(source, flags);
    // An expression that is too large fails on first use.
    expression.test('');
    return expression;
  } catch {
    return undefined;
  }
}

function linear(source: string, { size }: PatternCost): Pattern | undefined {
  // Loaded only for documents with such a pattern.
  const { RE2JS }: typeof import('re2js') = createRequire(import.meta.url)('re2js');
  try {
    const expression = RE2JS.compile(source.replaceAll(/\\Z(?=$|\||\))/g, '\\n?\\z'));
    return limited((text) => expression.test(text), Math.floor(MAX_RE2_STEPS / size), source);
  } catch {
    return undefined;
  }
}

function linearWithLookaround({ source, flags }: RegExp): Pattern | undefined {
  const pattern = createLookaroundPattern(source, flags);
  if (!pattern) return undefined;
  const longest = Math.floor(MAX_LOOKAROUND_STEPS / pattern.size);
  return pattern.longest <= longest
    ? { test: pattern.test, toString: () => source }
    : limited(pattern.test, longest, source);
}

function limited(test: (text: string) => boolean, longest: number, source: string): Pattern {
  return {
    test: (text) => text.length > longest || test(text),
    notEnforced: longest < MIN_REPORTED_LENGTH ? lengthLimitReason(longest) : undefined,
    toString: () => source,
  };
}

/** White space, and all but line ends, as in ECMAScript (section 22.2.2.9); RE2 supports ASCII only. */
const SPACE = '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const NO_SPACE =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';
const ANY = '[^\\n\\r\\x{2028}\\x{2029}]';

/** An ECMAScript expression in RE2 syntax. */
function toRe2(source: string): string {
  return tokenizePattern(source).map(toRe2Token).join('');
}

function toRe2Token(token: string): string {
  if (token === '.') return ANY;
  if (token === '\\s') return `[${SPACE}]`;
  if (token === '\\S') return `[${NO_SPACE}]`;
  if (token === '[^]') return `[\\x{0}-\\x{10ffff}]`;
  // Matches nothing.
  if (token === '[]') return '[^\\x{0}-\\x{10ffff}]';
  if (token.startsWith('['))
    return `[${token.slice(1, -1).replaceAll(/\\(?:u\{[^}]+\}|u[\da-f]{4}|c[a-z]|.)|\[/gis, inClass)}]`;
  return escaped(token);
}

function inClass(token: string): string {
  if (token === '[') return '\\[';
  if (token === '\\s') return SPACE;
  if (token === '\\S') return NO_SPACE;
  if (token === '\\b') return '\\x{8}';
  return escaped(token);
}

function escaped(token: string): string {
  const code = /^\\u\{?([\da-f]+)\}?$/i.exec(token)?.[1];
  if (code !== undefined) return `\\x{${code}}`;
  const control = /^\\c([a-z])$/i.exec(token)?.[1];
  if (control !== undefined) return `\\x{${(control.charCodeAt(0) % 32).toString(16)}}`;
  return token.replace(/^\\([pP])\{(?:Script|sc|General_Category|gc)=/, '\\$1{').replace(/^\\k<.*/s, '(?=)');
}
