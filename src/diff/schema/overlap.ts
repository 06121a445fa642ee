// Estimates whether a value may match several alternatives.

import type { Part } from '../../openapi/references.ts';
import type { Alternatives } from '../../openapi/schema/constraints/alternatives.ts';
import type { Constraints } from '../../openapi/schema/constraints/constraints.ts';
import type { Inclusion, RuleInput, Schemas } from './rule-input.ts';

/** Maximum number of compared branches. Beyond that, overlap is assumed. */
const MOST_BRANCHES = 100;

/** Whether a value may match several branches, as far as visible. */
export function mayOverlap(
  { branches, values }: Alternatives,
  side: 'old' | 'new',
  { meaningOf }: Pick<RuleInput, 'meaningOf'>,
): boolean {
  if (values.size === branches.length) return false;
  if (branches.length > MOST_BRANCHES) return true;
  const looks = branches.map((branch) => {
    const meaning = meaningOf(side, [branch]);
    return { kinds: kindsOf(meaning), tags: tagsIn(meaning, (part) => meaningOf(side, [part])) };
  });
  return looks.some((one, index) =>
    looks
      .slice(index + 1)
      .some((other) => !areApart(one.kinds, other.kinds) && !areDistinguished(one.tags, other.tags)),
  );
}

/** How many branches the values of some schemas are sure to match: none, one, or several. */
export function countMatched(
  schemas: Schemas,
  { branches, values }: Alternatives,
  which: Inclusion,
  { isIncluded, isSubset }: RuleInput<never>,
): 0 | 1 | 2 {
  // With a discriminator, a value is valid for the named branch only.
  const isTold = values.size === branches.length;
  let count = 0;
  for (const branch of branches.slice(0, MOST_BRANCHES)) {
    const [old, now] = which === 'old in new' ? [schemas, [branch]] : [[branch], schemas];
    if (isIncluded(old, now, which) || isSubset(old, now, which)) count += 1;
    if (count === (isTold ? 1 : 2)) break;
  }
  return count === 0 ? 0 : count === 1 ? 1 : 2;
}

/** Types of which no value is of two; undefined where any will do. */
function kindsOf({ types }: Constraints): ReadonlySet<string> | undefined {
  return types && new Set([...types.value].map((type) => (type === 'integer' ? 'number' : type)));
}

function areApart(one: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined): boolean {
  return one !== undefined && other !== undefined && [...one].every((kind) => !other.has(kind));
}

/** By the names of properties that must be there, the few values that each has. */
type Tags = ReadonlyMap<string, ReadonlyMap<string, unknown>>;

/** For objects only: other values have no members. */
function tagsIn(meaning: Constraints, meaningOf: (part: Part<unknown>) => Constraints): Tags {
  const tags = new Map<string, ReadonlyMap<string, unknown>>();
  if (!meaning.types || [...meaning.types.value].some((type) => type !== 'object')) return tags;
  for (const { named } of meaning.members)
    for (const [name, part] of named) {
      if (!meaning.required.has(name)) continue;
      const { values, allowsNull: fitsNull } = meaningOf(part);
      if (values && !fitsNull) tags.set(name, values.value);
    }
  return tags;
}

/** Whether a member distinguishes both. */
function areDistinguished(one: Tags, other: Tags): boolean {
  return [...one].some(([name, values]) => {
    const others = other.get(name);
    return others !== undefined && [...values.keys()].every((value) => !others.has(value));
  });
}

/** The shape of a branch: its types and distinguishing members. Equal shapes suggest a renamed branch. */
export function branchShape(
  branch: Part<unknown>,
  side: 'old' | 'new',
  { meaningOf }: Pick<RuleInput, 'meaningOf'>,
): string {
  const meaning = meaningOf(side, [branch]);
  const tags = [...tagsIn(meaning, (part) => meaningOf(side, [part]))];
  const texts = tags.map(([name, values]) => `${name} ${[...values.keys()].sort()}`);
  return `${[...(meaning.types?.value ?? [])].sort()} ${texts.sort()}`;
}
