// Generates ordinary and odd texts, and numbers near bounds.

import type { ValueConstraints } from '../../mock/samples/generate/value-constraints.ts';
import { type Arbitrary, fc } from './fast-check.ts';

/** Characters with several bytes or code units, and combining ones. */
const UNICODE_CHARACTERS = [
  'é',
  'ß',
  '漢',
  'ﬀ',
  'İ',
  '\u0301',
  '\u200d',
  '\u202e',
  '\ufeff',
  '😀',
  '👩‍👧',
  '🇪🇺',
  '\u{1d11e}',
];
/** Characters with a meaning in code, markup and URLs. */
const SYNTAX_CHARACTERS = [
  "'",
  '"',
  '`',
  '\\',
  '/',
  '%',
  '%00',
  '{{x}}',
  '$(x)',
  '<b>',
  '--',
  ';',
  '&',
  '=',
  '+',
  '#',
  '?',
  ' ',
];
/** Control characters and lone surrogates, which servers handle differently. */
const CONTROL_CHARACTERS = ['\0', '\n', '\t', '\x1b', '\x7f', '\ud83d', '\udc00', '\uffff'];

/** The range of surrogates, which are not characters. */
const SURROGATES = { first: 0xd800, count: 0x800 };

/** Any character of Unicode. The unit `binary` of fast-check has the same, but takes a second and 175 MB to build. */
export const character: Arbitrary<string> = fc.integer({ min: 0, max: 0x10ffff - SURROGATES.count }).map(
  (index) => String.fromCodePoint(index < SURROGATES.first ? index : index + SURROGATES.count),
  (text) => {
    const point = (typeof text === 'string' && text.codePointAt(0)) || 0;
    return point < SURROGATES.first ? point : point - SURROGATES.count;
  },
);

const unit = fc.oneof(
  { withCrossShrink: true },
  { weight: 12, arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }) },
  { weight: 3, arbitrary: fc.constantFrom(...UNICODE_CHARACTERS) },
  { weight: 2, arbitrary: fc.constantFrom(...SYNTAX_CHARACTERS) },
  { weight: 1, arbitrary: character },
);
const odd = fc.oneof(
  { withCrossShrink: true },
  { weight: 3, arbitrary: unit },
  { weight: 1, arbitrary: fc.constantFrom(...CONTROL_CHARACTERS) },
);

/** Maximum length of texts, in characters. */
const MAX_LENGTH = 20_000;

const cache = new Map<string, Arbitrary<string>>();

/**
 * Texts with a number of characters as JSON Schema counts them; few are very long. Cached by bounds, because building
 * is slower than generating.
 */
export function texts(least: number, most: number): Arbitrary<string> {
  const key = `${least} ${most}`;
  const known = cache.get(key) ?? makeTexts(least, most);
  cache.set(key, known);
  return known;
}

function makeTexts(least: number, most: number): Arbitrary<string> {
  const [low, high] = [Math.max(0, least), Math.max(0, Math.min(most, MAX_LENGTH))];
  if (low > MAX_LENGTH || low > high) return fc.constant('a'.repeat(Math.min(low, MAX_LENGTH)));
  const between = { minLength: low, maxLength: high };
  // Lone surrogates may join to one character, and a constant may have several characters.
  const fitLength = (text: string) => {
    const characters = [...text];
    return characters.slice(0, high).join('') + 'a'.repeat(Math.max(0, low - characters.length));
  };
  return fc.oneof(
    { weight: 8, arbitrary: fc.string({ ...between, unit }).map(fitLength) },
    { weight: 2, arbitrary: fc.string({ ...between, unit: odd }).map(fitLength) },
    { weight: 2, arbitrary: fc.string({ ...between, unit, size: '+1' }).map(fitLength) },
    { weight: 1, arbitrary: fc.integer({ min: low, max: high }).map((length) => 'a'.repeat(length)) },
  );
}

/** Property names with a meaning in JavaScript. */
export const ODD_NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'length',
  '',
  '😀',
  'hasOwnProperty',
  'a.b[0]',
] as const;

/** Property names, mostly those of JavaScript objects. */
export const oddNames: Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('__proto__', 'constructor') },
  { weight: 1, arbitrary: fc.constantFrom(...ODD_NAMES) },
);

/** Any JSON value. */
export function anything(): Arbitrary<unknown> {
  const leaf = fc.oneof(
    fc.constantFrom<unknown>(null, true, false, 0, -0, 1, -1, 0.5, 2 ** 31, 2 ** 53, 2 ** 63, 1e308, -1e-7, '', '0'),
    fc.integer(),
    texts(0, Number.POSITIVE_INFINITY),
  );
  const name = fc.oneof(oddNames, texts(0, 8));
  const container = fc.oneof(
    fc.array(leaf, { maxLength: 5 }),
    fc.array(fc.tuple(name, leaf), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
    fc.integer({ min: 2, max: 200 }).map((depth) => nested(depth)),
  );
  return fc.oneof({ weight: 3, arbitrary: leaf }, { weight: 1, arbitrary: container });
}

/** Nested arrays. */
function nested(depth: number): unknown {
  let value: unknown[] = [];
  for (let level = 1; level < depth; level += 1) value = [value];
  return value;
}

type Bounds = Pick<ValueConstraints, 'number' | 'isOpen' | 'steps' | 'format'>;

/** Where programs lose digits, overflow, or fail. */
const EDGES = [-0, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 53 + 2, -(2 ** 63), 2 ** 64, 1e21];

export function wholeNumbers({ number, isOpen, steps, format }: Bounds): Arbitrary<number> {
  const step = steps.find((one) => Number.isSafeInteger(one)) ?? 1;
  const [most, least] =
    format === 'int32' ? [2 ** 31 - 1, -(2 ** 31)] : [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
  const above = isOpen.low ? Math.floor(number.low) + 1 : Math.ceil(number.low);
  const below = isOpen.high ? Math.ceil(number.high) - 1 : Math.floor(number.high);
  const min = Math.ceil(Math.max(above, least) / step);
  const max = Math.floor(Math.min(below, most) / step);
  if (!(min <= max)) return fc.constant(number.low);
  const edges = EDGES.filter((one) => one >= above && one <= below && format !== 'int32' && one % step === 0);
  const inside = fc.integer({ min, max }).map((one) => one * step);
  return withEdges(inside, edges);
}

export function decimals({ number, isOpen, steps }: Bounds): Arbitrary<number> {
  const [step] = steps;
  if (step !== undefined)
    return wholeNumbers({ number: scaled(number, step), isOpen, steps: [], format: 'int32' }).map((one) => one * step);
  const [min, max] = [Math.max(number.low, -Number.MAX_VALUE), Math.min(number.high, Number.MAX_VALUE)];
  if (!(min < max)) return fc.constant(number.low);
  const excluded = { minExcluded: isOpen.low, maxExcluded: isOpen.high };
  const edges = [...EDGES, 1e308, 1e-7, 0.1 + 0.2].filter((one) => one > min && one < max);
  return withEdges(fc.double({ min, max, ...excluded, noNaN: true, noDefaultInfinity: true }), edges);
}

function scaled({ low, high }: ValueConstraints['number'], step: number): ValueConstraints['number'] {
  return { low: low / step, high: high / step };
}

function withEdges(inside: Arbitrary<number>, edges: readonly number[]): Arbitrary<number> {
  if (edges.length === 0) return inside;
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 5, arbitrary: inside },
    { weight: 1, arbitrary: fc.constantFrom(...edges) },
  );
}
