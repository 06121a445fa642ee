// Compares enumerations, constants and defaults.

import { canonicalJson } from '../../schema/equality.ts';
import type { DiffRule } from '../level.ts';
import { removedAndAdded } from '../removed-and-added.ts';
import type { RuleInput } from './rule-input.ts';

export const VALUE_RULES = {
  'enum-value-removed': { effect: 'narrows', title: 'An enum value was removed.' },
  'enum-value-added': {
    effect: 'widens',
    title: 'An enum value was added; old clients may not expect it in responses.',
    clients: { out: 'risky' },
  },
  'enum-replaced': { effect: 'replaces', title: 'All enum values, or a constant, were replaced.' },
  'became-enum': { effect: 'narrows', title: 'An enum was added: only its values are allowed.' },
  'enum-dropped': {
    effect: 'widens',
    title: 'An enum was removed: other values are allowed.',
    clients: { out: 'risky' },
  },
  'extensible-value-removed': {
    effect: 'none',
    title: 'A value of `x-extensible-enum` was removed.',
    clients: { in: 'breaking' },
    servers: { out: 'risky' },
  },
  'extensible-value-added': {
    effect: 'none',
    title: 'A value of `x-extensible-enum` was added.',
    servers: { in: 'risky' },
  },
  'default-changed': {
    effect: 'none',
    title: 'A default value changed.',
    clients: { in: 'risky' },
    servers: { in: 'risky' },
  },
  'default-added': { effect: 'none', title: 'A default value was added.' },
  'default-dropped': {
    effect: 'none',
    title: 'A default value was removed.',
    clients: { in: 'risky' },
  },
} as const satisfies Readonly<Record<string, DiffRule>>;

export function compareEnumerations({ old, new: now, tell }: RuleInput<keyof typeof VALUE_RULES>): void {
  const at = { old: old.values?.at ?? old.at, new: now.values?.at ?? now.at };
  if (old.values && now.values) {
    const { gone, added } = removedAndAdded(old.values.value.keys(), now.values.value.keys());
    const isReplaced = gone.length === old.values.value.size && gone.length > 0 && added.length > 0;
    if (isReplaced) tell('enum-replaced', `enum changed from ${listed(gone)} to ${listed(added)}`, at);
    else if (gone.length > 0) tell('enum-value-removed', `enum value ${listed(gone)} removed`, at);
    if (added.length > 0 && !isReplaced) tell('enum-value-added', `enum value ${listed(added)} added`, at);
  } else if (now.values) tell('became-enum', `enum added: only ${listed([...now.values.value.keys()])}`, at);
  else if (old.values) tell('enum-dropped', `enum removed: not only ${listed([...old.values.value.keys()])}`, at);
  compareExtensible({ old, new: now, tell });
  compareDefaults({ old, new: now, tell });
}

type Input = Pick<RuleInput<keyof typeof VALUE_RULES>, 'old' | 'new' | 'tell'>;

function compareExtensible({ old, new: now, tell }: Input): void {
  const [before, after] = [old.annotations.get('x-extensible-enum'), now.annotations.get('x-extensible-enum')];
  if (!Array.isArray(before?.value) || !Array.isArray(after?.value)) return;
  const { gone, added } = removedAndAdded(before.value.map(canonicalJson), after.value.map(canonicalJson));
  const at = { old: before.at, new: after.at };
  if (gone.length > 0) tell('extensible-value-removed', `x-extensible-enum value ${listed(gone)} removed`, at);
  if (added.length > 0) tell('extensible-value-added', `x-extensible-enum value ${listed(added)} added`, at);
}

function compareDefaults({ old, new: now, tell }: Input): void {
  const [before, after] = [old.annotations.get('default'), now.annotations.get('default')];
  const at = { old: before?.at ?? old.at, new: after?.at ?? now.at };
  const [was, is] = [before, after].map((one) => one && canonicalJson(one.value));
  if (was === is) return;
  if (was === undefined) tell('default-added', `default ${short(is)} added`, at);
  else if (is === undefined) tell('default-dropped', `default ${short(was)} removed`, at);
  else tell('default-changed', `default changed from ${short(was)} to ${short(is)}`, at);
}

/** Maximum number of reported values, and of characters of each. */
const TOLD = 5;
const LONGEST = 60;

function listed(texts: readonly string[]): string {
  const more = texts.length > TOLD ? ` or one of ${texts.length - TOLD} more` : '';
  return texts.slice(0, TOLD).map(short).join(' or ') + more;
}

function short(text = ''): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
