// Compares object members: which exist, are required, or allowed.

import type { DiffRule } from '../level.ts';
import { type ObjectMembers, readObjectMembers } from './object-members.ts';
import { comparePatternProperties, PATTERN_RULES } from './pattern-properties.ts';
import { isAbout, type RuleInput } from './rule-input.ts';

export const OBJECT_RULES = {
  'property-added': {
    effect: 'none',
    title: 'An optional property was added. Clients that do not know it ignore it.',
    servers: { in: 'risky' },
  },
  'property-added-closed': {
    effect: 'widens',
    title: 'An optional property was added, and the old document forbade additional properties.',
    clients: { out: 'risky' },
  },
  'required-property-added': {
    effect: 'narrows',
    title: 'A required property was added.',
    servers: { in: 'risky' },
  },
  'required-property-added-closed': {
    effect: 'replaces',
    title: 'A required property was added, and the old document forbade additional properties.',
    clients: { out: 'risky' },
  },
  'property-removed': {
    effect: 'widens',
    title: 'An optional property was removed. Clients may depend on it.',
    clients: { in: 'risky', out: 'risky' },
    servers: { in: 'harmless', out: 'harmless' },
  },
  'property-removed-closed': {
    effect: 'narrows',
    title: 'An optional property was removed, and the new document forbids additional properties.',
    clients: { out: 'risky' },
    servers: { out: 'risky' },
  },
  'required-property-removed': {
    effect: 'widens',
    title: 'A required property was removed.',
    clients: { in: 'risky' },
    servers: { out: 'harmless' },
  },
  'required-property-removed-closed': {
    effect: 'replaces',
    title: 'A required property was removed, and the new document forbids additional properties.',
  },
  'property-became-required': { effect: 'narrows', title: 'A property became required.' },
  'property-became-optional': { effect: 'widens', title: 'A property became optional.' },
  'object-closed': {
    effect: 'narrows',
    title: 'Additional properties were forbidden or restricted; before, any were allowed.',
    clients: { in: 'risky' },
    servers: { out: 'risky' },
  },
  'object-opened': {
    effect: 'widens',
    title: 'Additional properties were allowed.',
    clients: { out: 'risky' },
    servers: { in: 'risky' },
  },
  'additional-properties-narrowed': {
    effect: 'narrows',
    title: 'Additional properties were restricted; before, they were expressly allowed.',
  },
  'additional-properties-widened': { effect: 'widens', title: 'Additional properties allow more values.' },
  ...PATTERN_RULES,
} as const satisfies Readonly<Record<string, DiffRule>>;

type Input = RuleInput<keyof typeof OBJECT_RULES | 'not-compared'>;

/** Maximum number of names that are matched with patterns, times these. */
const MOST_MATCHED = 100_000;

export function compareObjects(input: Input): void {
  const { old, new: now, tell, compare } = input;
  if (!isAbout('object', old) || !isAbout('object', now)) return;
  const [before, after] = [readObjectMembers(old, 'old', input), readObjectMembers(now, 'new', input)];
  const names = new Set([
    ...before.named.keys(),
    ...after.named.keys(),
    ...old.required.keys(),
    ...now.required.keys(),
  ]);
  if (names.size * (before.patterns.size + after.patterns.size) > MOST_MATCHED) {
    tell('not-compared', 'too large to compare completely', { old: old.at, new: now.at });
    return;
  }
  for (const name of names) {
    const [was, is] = [before.has(name), after.has(name)];
    const [hadToBe, hasToBe] = [before.needs(name), after.needs(name)];
    const at = {
      old: before.at(name) ?? old.at,
      new: after.at(name) ?? now.at,
    };
    const called = JSON.stringify(name);
    // A required member without a schema may have any value, unless it is forbidden: then no value is valid.
    if (is && !was && (!hadToBe || before.forbids(name))) {
      const hidden = before.named.has(name) ? ` (was ${before.hiding})` : '';
      const what = `${hasToBe ? 'required' : 'optional'} property ${called} added${hidden}`;
      const isNewlyRequired = hasToBe && !hadToBe;
      tell(`${isNewlyRequired ? 'required-' : ''}property-added${before.forbids(name) ? '-closed' : ''}`, what, at);
    } else if (was && !is && (!hasToBe || after.forbids(name))) {
      const hidden = after.named.has(name) ? ` (now ${after.hiding})` : '';
      const what = `${hadToBe ? 'required' : 'optional'} property ${called} removed${hidden}`;
      const isReleased = hadToBe && !hasToBe;
      tell(`${isReleased ? 'required-' : ''}property-removed${after.forbids(name) ? '-closed' : ''}`, what, at);
    } else if (hasToBe && !hadToBe)
      tell('property-became-required', `property ${called} became required`, { ...at, new: now.required.get(name) });
    else if (hadToBe && !hasToBe)
      tell('property-became-optional', `property ${called} became optional`, {
        ...at,
        old: old.required.get(name),
      });
    const [schemas, others] = [before.of(name), after.of(name)];
    if (schemas.length > 0 && others.length > 0) compare(schemas, others);
    else if (others.length > 0) for (const some of before.inAlternatives(name)) compare(some, others);
    else if (schemas.length > 0) for (const some of after.inAlternatives(name)) compare(schemas, some);
  }
  compareOthers(input, before, after);
}

/** Compares unnamed members, and those matched by patterns. */
function compareOthers(input: Input, before: ObjectMembers, after: ObjectMembers): void {
  const { old, new: now, tell, compare } = input;
  comparePatternProperties(input, before, after);
  const at = { old: before.others[0]?.pointer ?? old.at, new: after.others[0]?.pointer ?? now.at };
  const [wasOpen, isOpen] = [before, after].map(({ others }) => others.length === 0);
  if (wasOpen && isOpen) return;
  const what = after.isClosed ? 'additional properties forbidden' : 'additional properties restricted';
  if (wasOpen) tell(before.isSaid ? 'additional-properties-narrowed' : 'object-closed', what, at);
  else if (isOpen && before.isClosed) tell('object-opened', 'additional properties allowed', at);
  else if (isOpen) tell('additional-properties-widened', 'additional properties no longer restricted', at);
  else if (before.isClosed && after.isClosed) return;
  else if (after.isClosed) tell('additional-properties-narrowed', what, at);
  else if (before.isClosed)
    tell('additional-properties-widened', 'additional properties allowed, restricted by a schema', at);
  else compare(before.others, after.others);
}
