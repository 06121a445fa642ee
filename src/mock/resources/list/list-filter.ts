// List filters: by property, by bounds, and full-text search.

import type { RequestParts } from '../../../openapi/document.ts';
import { normalizeName } from '../../../openapi/name-words.ts';
import { toComparableText } from '../../../schema/equality.ts';
import { isStringOrNumber, toDouble } from '../../../schema/json/exact-number.ts';
import { ApiError } from '../../../server/pipeline/errors/api-error.ts';
import { compareSortValues, parseTime } from './compare-sort-values.ts';
import { getInputValue, type ListInput } from './list-input.ts';
import { collectValues, findTimeProperty, type QueryProperty } from './query-property.ts';

/** The comparison of a property with the sent value. */
type Comparison = 'is' | 'isNot' | 'has' | 'begins' | 'above' | 'from' | 'below' | 'upTo' | 'exists';

/** An input that filters a list. */
export interface ListFilter {
  readonly input: ListInput;
  /** Undefined for a full-text search. */
  readonly property: QueryProperty | undefined;
  readonly comparison: Comparison;
  /** Whether the input names no property, such as `from`. Default false. */
  readonly isUnnamed?: boolean;
}

/** Suffixes of property names and their comparisons, the longer ones first. */
const ENDINGS: readonly (readonly [ending: RegExp, comparison: Comparison])[] = [
  [/(startswith|beginswith|prefix|starts)$/, 'begins'],
  [/(icontains|contains|like|ilike|search|match|matches|substring)$/, 'has'],
  [/(notin|nin|not|neq|ne|exclude|isnot)$/, 'isNot'],
  [/(greaterthanorequal|gte|ge|min|minimum|from|since|start|onorafter)$/, 'from'],
  [/(lessthanorequal|lte|le|max|maximum|to|until|till|end|onorbefore)$/, 'upTo'],
  [/(greaterthan|gt|after|over|newerthan)$/, 'above'],
  [/(lessthan|lt|before|under|olderthan)$/, 'below'],
  [/(exists|isset|present)$/, 'exists'],
  [/(anyof|oneof|equals|eq|in|is)$/, 'is'],
];
const BEGINNINGS: readonly (readonly [beginning: RegExp, comparison: Comparison])[] = [
  [/^(minimum|min|from|since|start)/, 'from'],
  [/^(maximum|max|to|until|end)/, 'upTo'],
  [/^(after|newerthan)/, 'above'],
  [/^(before|olderthan)/, 'below'],
  [/^(not|exclude|without)/, 'isNot'],
];
/** The rest of `from`, `fromDate` and `date_from` beside the bound. */
const TIME = /^(date|time|datetime|timestamp)?$/;
const FULL_TEXT =
  /^(q|query|search|searchterm|searchterms|searchquery|searchstring|searchtext|term|terms|keyword|keywords|text|fulltext|freetext|s|searchkey|filtertext|find|phrase)$/;
/** Names around filters: `filter[status]`, `where.name`. */
const AROUND = /^(filter|filters|where|query|search|criteria|q|match|by|conditions?)?$/;
const BOUND =
  /^(gt|gte|lt|lte|ge|le|eq|ne|in|nin|not|min|max|from|to|after|before|since|until|like|contains|start|end|startswith|exists)$/;

/** Names of the bounds of a range, which properties may have, too. */
const RANGE = /^(start|end)s?(at|on|date|time)?$/;

/** Names among the inputs that are the bounds of a range: `start` and `end` are no filters for equal values. */
function findRangeNames(inputs: readonly ListInput[]): ReadonlySet<string> {
  const names = inputs
    .filter(({ isDate, normalName }) => isDate && RANGE.test(normalName))
    .map((one) => one.normalName);
  const isPair = ['start', 'end'].every((bound) => names.some((name) => name.startsWith(bound)));
  return new Set(isPair ? names : []);
}

/**
 * Creates the filters of a list; inputs that match no property have none.
 *
 * @param annotated - properties by input, as annotated
 */
export function createListFilters(
  inputs: readonly ListInput[],
  property: (name: string) => QueryProperty | undefined,
  annotated: Readonly<Record<string, string>>,
): readonly ListFilter[] {
  const ranges = findRangeNames(inputs);
  return inputs.flatMap((input) => {
    const name = Object.hasOwn(annotated, input.name) ? annotated[input.name] : undefined;
    const found = name === undefined ? undefined : property(normalizeName(name));
    if (found) return { input, property: found, comparison: annotatedComparison(input, found), isUnnamed: true };
    return createListFilter(input, property, ranges) ?? [];
  });
}

/** The comparison in the name of an input, whose property is known. */
function annotatedComparison({ normalName }: ListInput, property: QueryProperty): Comparison {
  const [, comparison = 'is'] = [...ENDINGS, ...BEGINNINGS].find(([pattern]) => pattern.test(normalName)) ?? [];
  return isBoundOf(comparison, property) ? comparison : 'is';
}

/** The filter of an input; undefined if it matches no property. */
function createListFilter(
  input: ListInput,
  property: (name: string) => QueryProperty | undefined,
  ranges: ReadonlySet<string>,
): ListFilter | undefined {
  const { normalName: name, prefix, types, isDate } = input;
  const filter = (found: QueryProperty | undefined, comparison: Comparison): ListFilter | undefined =>
    found && { input, property: found, comparison };
  // `created[gte]`, or `{ created: { gte } }`.
  if (prefix !== '' && BOUND.test(name) && !AROUND.test(prefix)) return filter(property(prefix), comparisonOf(name));
  if (!AROUND.test(prefix)) return filter(property(prefix + name), 'is');
  const own = property(name);
  if (own && ranges.has(name)) return filter(own, name.startsWith('start') ? 'from' : 'upTo');
  if (own) return filter(own, 'is');
  if (FULL_TEXT.test(name) && !types.has('boolean') && !types.has('integer'))
    return { input, property: undefined, comparison: 'has' };
  const bound = (rest: string, comparison: Comparison): ListFilter | undefined => {
    const named = property(rest);
    const found = named ?? (isDate && TIME.test(rest) ? findTimeProperty(input, property) : undefined);
    const isBound = found && isBoundOf(comparison, found);
    return isBound ? { input, property: found, comparison, ...(!named && { isUnnamed: true }) } : undefined;
  };
  for (const [ending, comparison] of ENDINGS) {
    const [found] = ending.exec(name) ?? [];
    const bounded = found === undefined ? undefined : bound(name.slice(0, -found.length), comparison);
    if (bounded) return bounded;
  }
  for (const [beginning, comparison] of BEGINNINGS) {
    const [found] = beginning.exec(name) ?? [];
    const bounded = found === undefined ? undefined : bound(name.slice(found.length), comparison);
    if (bounded) return bounded;
  }
  return undefined;
}

function comparisonOf(name: string): Comparison {
  return ENDINGS.find(([ending]) => ending.exec(name)?.[0] === name)?.[1] ?? 'is';
}

/** Only ordered values have bounds. */
function isBoundOf(comparison: Comparison, { types, isDate }: QueryProperty): boolean {
  if (!['above', 'from', 'below', 'upTo'].includes(comparison)) return true;
  return isDate || types.has('integer') || types.has('number') || types.has('string');
}

/** Values that match every item. */
export const MATCH_ALL = /^(all|any|both|everything|\*)$/i;

/** Maximum number of terms or bounds per filter: each is compared with each item, which blocks other requests. */
const MAX_TERMS = 100;

/**
 * Creates a test for the sent filters; undefined if all items match.
 *
 * @throws ApiError `invalid_argument` for too many terms
 */
export function createItemTest(
  filters: readonly ListFilter[],
  parts: RequestParts,
): ((item: unknown) => boolean) | undefined {
  const tests = filters.flatMap((filter) => {
    const sent = getInputValue(filter.input, parts);
    const values = (Array.isArray(sent) ? sent : [sent]).filter(isPresent);
    return values.length === 0 ? [] : [testFor(filter, values)];
  });
  return tests.length === 0 ? undefined : (item) => tests.every((test) => test(item));
}

function testFor({ input, property, comparison }: ListFilter, sent: readonly unknown[]): (item: unknown) => boolean {
  if (!property) {
    const all = sent.flatMap((one) => toComparableText(one).toLowerCase().split(/\s+/)).filter((word) => word !== '');
    const words = limitTerms(all, input);
    return (item) => {
      const text = textIn(item).toLowerCase();
      return words.every((word) => text.includes(word));
    };
  }
  const { path, types, isChoice } = property;
  const isListed = isChoice || types.has('array') || types.has('integer') || types.has('boolean');
  const wanted = sent.flatMap((one) => (typeof one === 'string' && isListed ? [one, ...one.split(',')] : [one]));
  if ((isChoice || input.isChoice) && wanted.some((one) => MATCH_ALL.test(toComparableText(one)))) return () => true;
  const isMatch = createValueTest(comparison, wanted, input);
  return (item) => {
    const values = collectValues(item, path);
    if (comparison === 'isNot') return !values.some((value) => isMatch(value));
    if (comparison === 'exists') return values.some(isPresent) === isTrue(sent[0]);
    return values.some((value) => isPresent(value) && isMatch(value));
  };
}

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function limitTerms<T>(terms: readonly T[], { name }: ListInput): readonly T[] {
  const found = [...new Set(terms)];
  if (found.length > MAX_TERMS)
    throw new ApiError('invalid_argument', `${name} has ${found.length} values; the maximum is ${MAX_TERMS}`);
  return found;
}

/** Creates the test of a value; for `isNot`, the test of the excluded values. */
function createValueTest(
  comparison: Comparison,
  wanted: readonly unknown[],
  input: ListInput,
): (value: unknown) => boolean {
  const lower = (value: unknown) => toComparableText(value).toLowerCase();
  const getTerms = () =>
    limitTerms(
      wanted.map((one) => stripWildcards(lower(one))),
      input,
    );
  const bound = (matches: (order: number) => boolean) => {
    const comparisons = limitTerms(wanted, input).map(comparisonWith);
    return (value: unknown) => comparisons.every((compare) => matches(compare(value)));
  };
  switch (comparison) {
    case 'is':
    case 'isNot':
      return createEqualityTest(wanted);
    case 'has': {
      const parts = getTerms();
      return (value) => parts.some((one) => lower(value).includes(one));
    }
    case 'begins': {
      const beginnings = getTerms();
      return (value) => beginnings.some((one) => lower(value).startsWith(one));
    }
    case 'above':
      return bound((order) => order > 0);
    case 'from':
      return bound((order) => order >= 0);
    case 'below':
      return bound((order) => order < 0);
    case 'upTo':
      return bound((order) => order <= 0);
    case 'exists':
      return () => true;
  }
}

/** Strips wildcards around a term: sent values are never patterns. */
function stripWildcards(text: string): string {
  let [start, end] = [0, text.length];
  while (isWildcard(text[start])) start += 1;
  while (end > start && isWildcard(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

function isWildcard(character: string | undefined): boolean {
  return character === '*' || character === '%';
}

/** Creates a test whether a value is one of several: the same text, or the same time. */
function createEqualityTest(sent: readonly unknown[]): (value: unknown) => boolean {
  const texts = new Set(sent.map(toComparableText));
  const times = new Set(sent.flatMap((one) => (typeof one === 'string' ? (parseTime(one) ?? []) : [])));
  return (value) => {
    if (typeof value === 'object') return false;
    if (texts.has(toComparableText(value))) return true;
    const time = typeof value === 'string' && times.size > 0 ? parseTime(value) : undefined;
    return time !== undefined && times.has(time);
  };
}

/**
 * Creates a comparison with the sent value. Numeric times, in seconds or milliseconds, are compared with textual ones.
 */
function comparisonWith(sent: unknown): (value: unknown) => number {
  const time = typeof sent === 'string' ? parseTime(sent) : undefined;
  if (time === undefined) return (value) => compareSortValues(value, sent);
  return (value) => {
    const number = toDouble(value);
    if (number !== undefined) return (number < 1e11 ? number * 1000 : number) - time;
    const own = typeof value === 'string' ? parseTime(value) : undefined;
    return own === undefined ? compareSortValues(value, sent) : own - time;
  };
}

function isTrue(sent: unknown): boolean {
  return sent === true || sent === 'true' || sent === 1 || sent === '1';
}

/** Maximum depth of the full-text search. */
const MAX_DEPTH = 4;

/** All texts in an item, separated by line breaks. */
function textIn(value: unknown, depth = 0): string {
  if (isStringOrNumber(value)) return String(value);
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return '';
  return Object.values(value)
    .map((inner) => textIn(inner, depth + 1))
    .filter((text) => text !== '')
    .join('\n');
}
