// Alternatives: `oneOf`, `anyOf`, and what a discriminator chooses among.

import type { Part } from '../../openapi/references.ts';
import { type Alternatives, canonical, type Meaning } from '../../openapi/schemas/meaning.ts';
import type { Rule } from '../level.ts';
import type { Given } from './given.ts';

export const ALTERNATIVE_RULES = {
  'alternative-removed': { effect: 'narrows', title: 'One of several schemas is gone (`oneOf`, `anyOf`).' },
  'alternative-added': { effect: 'widens', title: 'There is a further one of several schemas (`oneOf`, `anyOf`).' },
  'alternatives-added': { effect: 'narrows', title: 'Values have to fit one of several schemas (`oneOf`, `anyOf`).' },
  'alternatives-dropped': {
    effect: 'widens',
    title: 'Values need not fit one of several schemas any more (`oneOf`, `anyOf`).',
  },
  'alternatives-widened': {
    effect: 'narrows',
    title: 'One of several schemas of which values must fit just one (`oneOf`) has more values: some may fit two.',
    clients: { in: 'risky' },
    servers: { out: 'risky' },
  },
  'alternatives-narrowed': {
    effect: 'widens',
    title: 'One of several schemas of which values must fit just one (`oneOf`) has fewer values: some fitted two.',
    clients: { out: 'risky' },
    servers: { in: 'risky' },
  },
  'any-became-one': {
    effect: 'narrows',
    title: 'Values must fit just one of several schemas, not some (`oneOf`, was `anyOf`).',
  },
  'one-became-any': {
    effect: 'widens',
    title: 'Values may fit several of some schemas, not just one (`anyOf`, was `oneOf`).',
  },
  'discriminator-changed': { effect: 'replaces', title: 'Another property says which schema a value fits.' },
  'discriminator-added': { effect: 'unclear', title: 'A property says which schema a value fits.' },
  'discriminator-dropped': { effect: 'unclear', title: 'No property says any more which schema a value fits.' },
  'discriminator-value-removed': { effect: 'narrows', title: 'A value of a discriminator is gone.' },
  'discriminator-value-added': {
    effect: 'widens',
    title: 'A discriminator has a further value.',
    clients: { out: 'risky' },
  },
} as const satisfies Readonly<Record<string, Rule>>;

type Told = Given<keyof typeof ALTERNATIVE_RULES>;

/** @returns whether all has been compared: one side has alternatives, and the other is one of them */
export function compareWrapped(given: Told): boolean {
  const { old, new: now, tell, compare, isIncluded } = given;
  const [before, after] = [onlyChoiceOf(old), onlyChoiceOf(now)];
  if (after && old.alternatives.length === 0) {
    const same = after.branches.find((branch) => isIncluded(old.schemas, [branch], 'old in new'));
    if (!same || old.fitsNull !== now.fitsNull) return false;
    const at = { old: old.at, new: after.at };
    tell('alternative-added', 'may be something else as well now', at);
    if (mayOverlap(after, 'new', given)) tell('alternatives-widened', 'must fit just one of several now', at);
    compare(old.schemas, [same]);
    return true;
  }
  if (before && now.alternatives.length === 0) {
    const same = before.branches.find((branch) => isIncluded([branch], now.schemas, 'new in old'));
    if (!same || old.fitsNull !== now.fitsNull) return false;
    const at = { old: before.at, new: now.at };
    const isMore = before.branches.every((branch) => isIncluded([branch], now.schemas, 'old in new'));
    tell(isMore ? 'alternatives-dropped' : 'alternative-removed', 'has no alternatives any more', at);
    if (mayOverlap(before, 'old', given))
      tell('alternatives-narrowed', 'need not fit just one of several any more', at);
    compare([same], now.schemas);
    return true;
  }
  return false;
}

/** The alternatives of schemas that say nothing else. */
function onlyChoiceOf({
  alternatives,
  members,
  elements,
  conditions,
  values,
  required,
  patterns,
  formats,
  types,
}: Meaning) {
  const [only, ...others] = alternatives;
  const isAlone = [members, elements, conditions, others].every(({ length }) => length === 0);
  const saysNothing = !values && !types && [required, patterns, formats].every(({ size }) => size === 0);
  return isAlone && saysNothing ? only : undefined;
}

export function compareAlternatives(given: Told): void {
  const { old, new: now, tell } = given;
  const most = Math.max(old.alternatives.length, now.alternatives.length);
  for (let index = 0; index < most; index += 1) {
    const [before, after] = [old.alternatives[index], now.alternatives[index]];
    const at = { old: before?.at ?? old.at, new: after?.at ?? now.at };
    if (before && after) compareBranches(given, before, after);
    else if (after) tell('alternatives-added', 'must fit one of several schemas now', at);
    else tell('alternatives-dropped', 'need not fit one of several schemas any more', at);
  }
  const [before, after] = [old.discriminator, now.discriminator];
  const at = { old: before?.at ?? old.at, new: after?.at ?? now.at };
  if (before && after && before.value !== after.value)
    tell(
      'discriminator-changed',
      `is told by the property ${JSON.stringify(after.value)} now, not by ${JSON.stringify(before.value)}`,
      at,
    );
  else if (after && !before)
    tell('discriminator-added', `is told by the property ${JSON.stringify(after.value)} now`, at);
  else if (before && !after)
    tell('discriminator-dropped', `is not told by the property ${JSON.stringify(before.value)} any more`, at);
}

function compareBranches(given: Told, before: Alternatives, after: Alternatives): void {
  const { tell, compare, isIncluded } = given;
  const { pairs, removed, added } = matched(given, before, after);
  const at = { old: before.at, new: after.at };
  for (const branch of removed) {
    if (after.branches.some((other) => isIncluded([branch], [other], 'old in new'))) continue;
    tell('alternative-removed', `may not be ${nameOf(branch, 'old', given)} any more`, {
      old: branch.pointer,
      new: after.at,
    });
  }
  for (const branch of added) {
    if (before.branches.some((other) => isIncluded([other], [branch], 'new in old'))) continue;
    tell('alternative-added', `may be ${nameOf(branch, 'new', given)} now`, { old: before.at, new: branch.pointer });
  }
  for (const [one, other] of pairs) compare([one], [other]);
  compareTags(given, before, after, pairs);
  // Whether a value may fit several is asked first: it is answered at a glance, and what has more or fewer values by looking at all below.
  const [wasUnclear, isUnclear] = [mayOverlap(before, 'old', given), mayOverlap(after, 'new', given)];
  if (before.keyword !== after.keyword && isUnclear) {
    const rule = after.keyword === 'oneOf' ? 'any-became-one' : 'one-became-any';
    tell(rule, `says ${after.keyword} now, and said ${before.keyword}`, at);
  }
  const isOdd = removed.length + added.length > 0;
  const differs = (which: 'old in new' | 'new in old') =>
    isOdd || pairs.some(([one, other]) => !isIncluded([one], [other], which));
  if (after.keyword === 'oneOf' && isUnclear && differs('new in old'))
    tell('alternatives-widened', 'must fit just one of several, of which one has more values now', at);
  if (before.keyword === 'oneOf' && wasUnclear && differs('old in new'))
    tell('alternatives-narrowed', 'had to fit just one of several, of which one has fewer values now', at);
}

/** The values of discriminators that mean branches. */
function compareTags({ tell }: Told, before: Alternatives, after: Alternatives, pairs: readonly Pair[]): void {
  for (const [one, other] of pairs) {
    const was = valuesOf(one, before);
    const is = valuesOf(other, after);
    if (was.length === 0 || is.length === 0) continue;
    const at = { old: one.pointer, new: other.pointer };
    for (const value of was)
      if (!is.includes(value))
        tell('discriminator-value-removed', `is not meant by ${JSON.stringify(value)} any more`, at);
    for (const value of is)
      if (!was.includes(value)) tell('discriminator-value-added', `is meant by ${JSON.stringify(value)} now`, at);
  }
}

const placesOf = new WeakMap<Alternatives, ReadonlyMap<Part<unknown>, number>>();

/** The values of a discriminator that mean a branch. */
function valuesOf(branch: Part<unknown>, alternatives: Alternatives): readonly string[] {
  const { branches, values } = alternatives;
  if (values.size === 0) return [];
  const places = placesOf.get(alternatives) ?? new Map(branches.map((one, index) => [one, index] as const));
  placesOf.set(alternatives, places);
  return values.get(places.get(branch) ?? -1) ?? [];
}

type Pair = readonly [old: Part<unknown>, now: Part<unknown>];

/** How many branches are held against each other to find which are the same. */
const MOST_TRIED = 400;

/** Which branches are the same: by the values of a discriminator, by their names, by what is written, by what they say, and in the end by what they look like. */
function matched(given: Told, before: Alternatives, after: Alternatives) {
  let removed: readonly Part<unknown>[] = before.branches;
  let added: readonly Part<unknown>[] = after.branches;
  const pairs: Pair[] = [];
  const take = (found: readonly Pair[]) => {
    pairs.push(...found);
    const taken = new Set(found.flat());
    removed = removed.filter((branch) => !taken.has(branch));
    added = added.filter((branch) => !taken.has(branch));
  };
  type Naming = (branch: Part<unknown>, side: 'old' | 'new') => string | undefined;
  const pairUp = (nameOf: Naming) => {
    const byName = new Map<string, Part<unknown>[]>();
    for (const other of added) {
      const name = nameOf(other, 'new');
      if (name !== undefined) byName.set(name, [...(byName.get(name) ?? []), other]);
    }
    take(
      removed.flatMap((one) => {
        const other = byName.get(nameOf(one, 'old') ?? '')?.shift();
        return other ? [[one, other] as const] : [];
      }),
    );
  };
  pairUp((branch, side) => {
    return valuesOf(branch, side === 'old' ? before : after)[0];
  });
  pairUp((branch, side) => given.meaningOf(side, [branch]).name);
  pairUp(({ value }) => canonical(value));
  const { isIncluded } = given;
  const isSame = (one: Part<unknown>, other: Part<unknown>) =>
    isIncluded([one], [other], 'old in new') && isIncluded([one], [other], 'new in old');
  if (removed.length * added.length <= MOST_TRIED)
    for (const one of removed) {
      const other = added.find((branch) => isSame(one, branch));
      if (other) take([[one, other]]);
    }
  pairUp((branch, side) => shapeOf(branch, side, given));
  return { pairs, removed, added };
}

/** What branches look like of which one may have become the other: their types, and what tells them apart. */
function shapeOf(branch: Part<unknown>, side: 'old' | 'new', { meaningOf }: Told): string {
  const meaning = meaningOf(side, [branch]);
  const tags = [...tagsIn(meaning, (part) => meaningOf(side, [part]))].map(
    ([name, values]) => `${name} ${[...values].sort()}`,
  );
  return `${[...(meaning.types?.value ?? [])].sort()} ${tags.sort()}`;
}

/** Whether a value may fit several alternatives, as far as one can see. */
function mayOverlap(alternatives: Alternatives, side: 'old' | 'new', { meaningOf }: Told): boolean {
  const { keyword, branches, values } = alternatives;
  if (values.size === branches.length) return false;
  if (branches.length ** 2 > MOST_TRIED) return true;
  const meanings = branches.map((branch) => meaningOf(side, [branch]));
  const tags = meanings.map((meaning) => tagsIn(meaning, (part) => meaningOf(side, [part])));
  if (keyword === 'anyOf' && branches.length < 2) return false;
  return meanings.some((one, index) =>
    meanings.slice(index + 1).some((other, offset) => {
      const [mine = NO_TAGS, others = NO_TAGS] = [tags[index], tags[index + 1 + offset]];
      return !areUnlike(one, other) && !areTold(mine, others);
    }),
  );
}

const NO_TAGS: ReadonlyMap<string, ReadonlySet<string>> = new Map();

function areUnlike({ types: one }: Meaning, { types: other }: Meaning): boolean {
  if (!one || !other) return false;
  const kinds = (types: ReadonlySet<string>) =>
    new Set([...types].map((type) => (type === 'integer' ? 'number' : type)));
  const others = kinds(other.value);
  return [...kinds(one.value)].every((type) => !others.has(type));
}

/** The values of properties that must be there, and may be few. Only of objects: others have no properties to tell them. */
function tagsIn(
  meaning: Meaning,
  meaningOf: (part: Part<unknown>) => Meaning,
): ReadonlyMap<string, ReadonlySet<string>> {
  const tags = new Map<string, ReadonlySet<string>>();
  if (!meaning.types || [...meaning.types.value].some((type) => type !== 'object')) return tags;
  for (const { named } of meaning.members)
    for (const [name, part] of named) {
      if (!meaning.required.has(name)) continue;
      const { values, fitsNull } = meaningOf(part);
      if (values && !fitsNull) tags.set(name, new Set(values.value.keys()));
    }
  return tags;
}

function areTold(
  one: ReadonlyMap<string, ReadonlySet<string>>,
  other: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  return [...one].some(([name, values]) => {
    const others = other.get(name);
    return others !== undefined && [...values].every((value) => !others.has(value));
  });
}

function nameOf(branch: Part<unknown>, side: 'old' | 'new', { meaningOf }: Told): string {
  const { name, types } = meaningOf(side, [branch]);
  return name ?? [...(types?.value ?? ['one of several'])].sort().join(' or ');
}
