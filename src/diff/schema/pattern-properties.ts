// Compares object members that are described by patterns of their names.

import type { DiffRule } from '../level.ts';
import { removedAndAdded } from '../removed-and-added.ts';
import type { ObjectMembers } from './object-members.ts';
import type { RuleInput } from './rule-input.ts';

export const PATTERN_RULES = {
  'pattern-properties-added': {
    effect: 'narrows',
    title: 'Properties whose names match a pattern were restricted (`patternProperties`); before, any were allowed.',
    clients: { in: 'risky' },
    servers: { out: 'risky' },
  },
  'pattern-properties-added-closed': {
    effect: 'widens',
    title: 'Properties whose names match a pattern were allowed (`patternProperties`).',
    clients: { out: 'risky' },
  },
  'pattern-properties-removed': {
    effect: 'widens',
    title: 'Properties whose names match a pattern are no longer restricted (`patternProperties`).',
    clients: { out: 'risky' },
    servers: { in: 'risky' },
  },
  'pattern-properties-removed-closed': {
    effect: 'narrows',
    title: 'Properties whose names match a pattern were forbidden (`patternProperties`).',
    clients: { out: 'risky' },
    servers: { out: 'risky' },
  },
  'pattern-properties-changed': {
    effect: 'unclear',
    title: 'Patterns of property names changed. Whether they match more or fewer names is not checked.',
  },
} as const satisfies Readonly<Record<string, DiffRule>>;

type Input = RuleInput<keyof typeof PATTERN_RULES | 'additional-properties-narrowed' | 'additional-properties-widened'>;

/** A name that matches a pattern of one side only belongs to the other members on the other side. */
export function comparePatternProperties(
  { old, new: now, tell, compare }: Input,
  before: ObjectMembers,
  after: ObjectMembers,
): void {
  const { gone, added } = removedAndAdded(before.patterns.keys(), after.patterns.keys());
  for (const [pattern, was] of before.patterns) {
    const is = after.patterns.get(pattern);
    if (is) compare(was, is);
  }
  // Names may match another pattern, too.
  const isUnclear = (side: ObjectMembers) =>
    (gone.length > 0 && added.length > 0) || (side.isClosed && side.patterns.size > 0);
  for (const pattern of added) {
    const is = after.patterns.get(pattern) ?? [];
    const at = { old: old.at, new: is[0]?.pointer };
    const what = `patternProperties ${pattern} added`;
    if (isUnclear(before)) tell('pattern-properties-changed', what, at);
    else if (before.isClosed) tell('pattern-properties-added-closed', what, at);
    else if (before.others.length > 0) compare(before.others, is);
    else if (before.isSaid) tell('additional-properties-narrowed', what, at);
    else tell('pattern-properties-added', what, at);
  }
  for (const pattern of gone) {
    const was = before.patterns.get(pattern) ?? [];
    const at = { old: was[0]?.pointer, new: now.at };
    const what = `patternProperties ${pattern} removed`;
    if (isUnclear(after)) tell('pattern-properties-changed', what, at);
    else if (after.isClosed) tell('pattern-properties-removed-closed', what, at);
    else if (after.others.length > 0) compare(was, after.others);
    else if (after.isSaid) tell('additional-properties-widened', what, at);
    else tell('pattern-properties-removed', what, at);
  }
}
