// Compares bounds: of numbers, lengths, list and object sizes.

import { type CountKeyword, isStricter, type Limit } from '../../openapi/schema/constraints/bounds.ts';
import type { Constraints } from '../../openapi/schema/constraints/constraints.ts';
import type { Located } from '../../openapi/schema/constraints/located.ts';
import { isRecord } from '../../schema/is-record.ts';
import { isJsonNumber, type JsonNumber } from '../../schema/json/exact-number.ts';
import { isMultiple } from '../../schema/json/multiple.ts';
import type { DiffRule } from '../level.ts';
import { isAbout, type KeywordType, mayReject, type RuleInput } from './rule-input.ts';

const fewer = (what: string): DiffRule => ({ effect: 'narrows', title: `${what} are allowed any more.` });
const more = (what: string): DiffRule => ({ effect: 'widens', title: `${what} are allowed now.` });

export const BOUND_RULES = {
  'minimum-raised': fewer('Not all small numbers'),
  'minimum-lowered': more('Smaller numbers'),
  'maximum-lowered': fewer('Not all large numbers'),
  'maximum-raised': more('Larger numbers'),
  'multiple-narrowed': fewer('Not all multiples'),
  'multiple-widened': more('Numbers between the multiples'),
  'multiple-changed': { effect: 'replaces', title: 'Numbers must be multiples of another value (`multipleOf`).' },
  'min-length-raised': fewer('Not all short strings'),
  'min-length-lowered': more('Shorter strings'),
  'max-length-lowered': fewer('Not all long strings'),
  'max-length-raised': more('Longer strings'),
  'min-items-raised': fewer('Not all short arrays'),
  'min-items-lowered': more('Shorter arrays'),
  'max-items-lowered': fewer('Not all long arrays'),
  'max-items-raised': more('Longer arrays'),
  'min-properties-raised': fewer('Not all small objects'),
  'min-properties-lowered': more('Smaller objects'),
  'max-properties-lowered': fewer('Not all large objects'),
  'max-properties-raised': more('Larger objects'),
  'unique-items-added': fewer('No arrays with duplicate items'),
  'unique-items-dropped': more('Arrays with duplicate items'),
} as const satisfies Readonly<Record<string, DiffRule>>;

type Input = RuleInput<keyof typeof BOUND_RULES>;

/** The subject of each bound, and its rules for less and for more. */
const COUNTS: Readonly<
  Record<CountKeyword, readonly [KeywordType, keyof typeof BOUND_RULES, keyof typeof BOUND_RULES]>
> = {
  minLength: ['string', 'min-length-raised', 'min-length-lowered'],
  maxLength: ['string', 'max-length-lowered', 'max-length-raised'],
  minItems: ['array', 'min-items-raised', 'min-items-lowered'],
  maxItems: ['array', 'max-items-lowered', 'max-items-raised'],
  minProperties: ['object', 'min-properties-raised', 'min-properties-lowered'],
  maxProperties: ['object', 'max-properties-lowered', 'max-properties-raised'],
};

export function compareBounds(input: Input): void {
  compareLimits(input, 'minimum', 'minimum-raised', 'minimum-lowered');
  compareLimits(input, 'maximum', 'maximum-lowered', 'maximum-raised');
  compareMultiples(input);
  const { old, new: now, tell } = input;
  for (const [keyword, [kind, less, greater]] of Object.entries(COUNTS)) {
    const [before, after] = [
      old.bounds.counts.get(keyword as CountKeyword),
      now.bounds.counts.get(keyword as CountKeyword),
    ];
    if (before?.value === after?.value) continue;
    const at = { old: before?.at ?? old.at, new: after?.at ?? now.at };
    const isMinimum = keyword.startsWith('min');
    const isLess =
      after !== undefined &&
      (before === undefined || (isMinimum ? after.value > before.value : after.value < before.value));
    const limit = (isLess ? after : before)?.value ?? 0;
    const passes = (value: unknown) => {
      const size = sizeOf(value, kind) ?? limit;
      return isMinimum ? size >= limit : size <= limit;
    };
    if (mayReject(kind, isLess ? old : now, passes))
      tell(isLess ? less : greater, sentence(keyword, before, after, String), at);
  }
  const at = { old: old.bounds.unique?.at ?? old.at, new: now.bounds.unique?.at ?? now.at };
  if (now.bounds.unique && !old.bounds.unique && isAbout('array', old))
    tell('unique-items-added', 'items must be unique now', at);
  if (old.bounds.unique && !now.bounds.unique && isAbout('array', now))
    tell('unique-items-dropped', 'items need not be unique any more', at);
}

function compareLimits(
  { old, new: now, tell }: Input,
  side: 'minimum' | 'maximum',
  less: keyof typeof BOUND_RULES,
  greater: keyof typeof BOUND_RULES,
): void {
  const [before, after] = [old.bounds[side], now.bounds[side]];
  const isLess = after !== undefined && (!before || isStricter(side, after.value, before.value));
  const isMore = before !== undefined && (!after || isStricter(side, before.value, after.value));
  const limit = (isLess ? after : before)?.value;
  const passes = (value: unknown) =>
    !limit || !isJsonNumber(value) || !isStricter(side, limit, { limit: value, isExclusive: false });
  if (isLess === isMore || !mayReject('number', isLess ? old : now, passes)) return;
  const written = ({ limit, isExclusive }: Limit) => `${limit}${isExclusive ? ' (exclusive)' : ''}`;
  const at = { old: before?.at ?? old.at, new: after?.at ?? now.at };
  tell(isLess ? less : greater, sentence(side, before, after, written), at);
}

/** The size that a keyword limits; undefined for values of other types. */
function sizeOf(value: unknown, kind: KeywordType): number | undefined {
  if (kind === 'string') return typeof value === 'string' ? [...value].length : undefined;
  if (kind === 'array') return Array.isArray(value) ? value.length : undefined;
  return isRecord(value) ? Object.keys(value).length : undefined;
}

function sentence<T>(
  keyword: string,
  before: Located<T> | undefined,
  after: Located<T> | undefined,
  written: (value: T) => string,
) {
  if (!after) return `${keyword} ${before && written(before.value)} removed`;
  return before
    ? `${keyword} changed from ${written(before.value)} to ${written(after.value)}`
    : `${keyword} ${written(after.value)} added`;
}

function compareMultiples({ old, new: now, tell }: Input): void {
  const [before, after] = [old.bounds.multiples, now.bounds.multiples];
  const mayRejectSome = (all: typeof before, sender: Constraints) =>
    all.some(
      ({ value: multiple }) =>
        !isImplied(multiple, sender) &&
        mayReject('number', sender, (value) => !isJsonNumber(value) || isMultiple(value, multiple)),
    );
  const [isLess, isMore] = [mayRejectSome(after, old), mayRejectSome(before, now)];
  if (!isLess && !isMore) return;
  const written = (all: typeof before) => all.map(({ value }) => value).join(' and ') || '(none)';
  const rule = isLess && isMore ? 'multiple-changed' : isLess ? 'multiple-narrowed' : 'multiple-widened';
  const what = `multipleOf changed from ${written(before)} to ${written(after)}`;
  tell(rule, what, { old: before[0]?.at ?? old.at, new: after[0]?.at ?? now.at });
}

/** Whether all numbers that fit are multiples of one anyway. */
function isImplied(multiple: JsonNumber, { bounds, types }: Constraints): boolean {
  const isWhole = types?.value.has('integer') && !types.value.has('number');
  if (isWhole && isMultiple(1, multiple)) return true;
  return bounds.multiples.some(({ value }) => isMultiple(value, multiple));
}
