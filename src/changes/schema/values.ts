// Enumerations and constants, and what is taken when nothing is said.

import { canonical } from '../../schema/equality.ts';
import { goneAndNew } from '../gone-and-new.ts';
import type { Rule } from '../level.ts';
import type { RuleInput } from './rule-input.ts';

export const VALUE_RULES = {
  'enum-value-removed': { effect: 'narrows', title: 'A value of an enumeration is gone.' },
  'enum-value-added': {
    effect: 'widens',
    title: 'An enumeration has a further value, which old clients may not expect in answers.',
    clients: { out: 'risky' },
  },
  'enum-replaced': { effect: 'replaces', title: 'None of the values of an enumeration, or a constant, is left.' },
  'became-enum': { effect: 'narrows', title: 'Only some values fit now.' },
  'enum-dropped': {
    effect: 'widens',
    title: 'Other values fit than those that were enumerated.',
    clients: { out: 'risky' },
  },
  'extensible-value-removed': {
    effect: 'none',
    title: 'A value of `x-extensible-enum` is gone.',
    clients: { in: 'breaking' },
    servers: { out: 'risky' },
  },
  'extensible-value-added': {
    effect: 'none',
    title: '`x-extensible-enum` has a further value.',
    servers: { in: 'risky' },
  },
  'default-changed': {
    effect: 'none',
    title: 'Where nothing is sent, something else is meant.',
    clients: { in: 'risky' },
    servers: { in: 'risky' },
  },
  'default-added': { effect: 'none', title: 'It is said what is meant where nothing is sent.' },
  'default-dropped': {
    effect: 'none',
    title: 'It is not said any more what is meant where nothing is sent.',
    clients: { in: 'risky' },
  },
} as const satisfies Readonly<Record<string, Rule>>;

export function compareValues({ old, new: now, tell }: RuleInput<keyof typeof VALUE_RULES>): void {
  const at = { old: old.values?.at ?? old.at, new: now.values?.at ?? now.at };
  if (old.values && now.values) {
    const { gone, added } = goneAndNew(old.values.value.keys(), now.values.value.keys());
    const isReplaced = gone.length === old.values.value.size && gone.length > 0 && added.length > 0;
    if (isReplaced) tell('enum-replaced', `is ${listed(added)} now, and was ${listed(gone)}`, at);
    else if (gone.length > 0) tell('enum-value-removed', `may not be ${listed(gone)} any more`, at);
    if (added.length > 0 && !isReplaced) tell('enum-value-added', `may be ${listed(added)} now`, at);
  } else if (now.values) tell('became-enum', `must be ${listed([...now.values.value.keys()])} now`, at);
  else if (old.values)
    tell('enum-dropped', `may be something else than ${listed([...old.values.value.keys()])} now`, at);
  compareExtensible({ old, new: now, tell });
  compareDefaults({ old, new: now, tell });
}

type Input = Pick<RuleInput<keyof typeof VALUE_RULES>, 'old' | 'new' | 'tell'>;

function compareExtensible({ old, new: now, tell }: Input): void {
  const [before, after] = [old.notes.get('x-extensible-enum'), now.notes.get('x-extensible-enum')];
  if (!Array.isArray(before?.value) || !Array.isArray(after?.value)) return;
  const { gone, added } = goneAndNew(before.value.map(canonical), after.value.map(canonical));
  const at = { old: before.at, new: after.at };
  if (gone.length > 0) tell('extensible-value-removed', `is not said to be ${listed(gone)} any more`, at);
  if (added.length > 0) tell('extensible-value-added', `is said to be ${listed(added)} as well`, at);
}

function compareDefaults({ old, new: now, tell }: Input): void {
  const [before, after] = [old.notes.get('default'), now.notes.get('default')];
  const at = { old: before?.at ?? old.at, new: after?.at ?? now.at };
  const [was, is] = [before, after].map((one) => one && canonical(one.value));
  if (was === is) return;
  if (was === undefined) tell('default-added', `is ${short(is)} where nothing is sent`, at);
  else if (is === undefined) tell('default-dropped', `is not ${short(was)} any more where nothing is sent`, at);
  else tell('default-changed', `is ${short(is)} where nothing is sent, and was ${short(was)}`, at);
}

/** How many values are told, and how much of each. */
const TOLD = 5;
const LONGEST = 60;

function listed(texts: readonly string[]): string {
  const more = texts.length > TOLD ? ` or one of ${texts.length - TOLD} more` : '';
  return texts.slice(0, TOLD).map(short).join(' or ') + more;
}

function short(text = ''): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
