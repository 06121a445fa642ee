// Compares types and `null`.

import type { Constraints } from '../../openapi/schema/constraints/constraints.ts';
import { isInteger } from '../../schema/json/exact-number.ts';
import type { DiffRule } from '../level.ts';
import type { RuleInput } from './rule-input.ts';

export const TYPE_RULES = {
  'type-changed': { effect: 'replaces', title: 'The type changed.' },
  'type-narrowed': { effect: 'narrows', title: 'Fewer types are allowed.' },
  'type-widened': { effect: 'widens', title: 'More types are allowed.' },
  'became-nullable': { effect: 'widens', title: '`null` is allowed now.' },
  'became-not-nullable': { effect: 'narrows', title: '`null` is no longer allowed.' },
  'became-never': { effect: 'narrows', title: 'No value is allowed any more (`false`).' },
  'became-possible': { effect: 'widens', title: 'Values are allowed where none were (`false`).' },
} as const satisfies Readonly<Record<string, DiffRule>>;

/** @returns whether other keywords can be compared */
export function compareTypes({ old, new: now, form, tell }: RuleInput<keyof typeof TYPE_RULES>): boolean {
  if (old.isUnsatisfiable || now.isUnsatisfiable) {
    if (!now.isUnsatisfiable) tell('became-possible', 'values allowed where none were', { old: old.at, new: now.at });
    if (!old.isUnsatisfiable) tell('became-never', 'no value allowed any more', { old: old.at, new: now.at });
    return false;
  }
  const at = { old: old.types?.at ?? old.at, new: now.types?.at ?? now.at };
  const sentence = `type changed from ${namesOf(old.types?.value)} to ${namesOf(now.types?.value)}`;
  const isMore = covers(now.types?.value, typesOf(old), form);
  const isLess = covers(old.types?.value, typesOf(now), form);
  if (!isMore && !isLess) {
    tell('type-changed', sentence, at);
    return false;
  }
  if (isMore && !isLess) tell('type-widened', sentence, at);
  if (isLess && !isMore) tell('type-narrowed', sentence, at);
  // `null` is part of any type.
  if (now.allowsNull && !old.allowsNull && (now.types || isLess)) tell('became-nullable', 'null allowed', at);
  if (old.allowsNull && !now.allowsNull && (old.types || isMore))
    tell('became-not-nullable', 'null no longer allowed', at);
  return true;
}

/** Whether one set of types has all values of another one. */
function covers(
  one: ReadonlySet<string> | undefined,
  other: ReadonlySet<string> | undefined,
  form: RuleInput['form'],
): boolean {
  if (!one) return true;
  if (!other) return false;
  const isText = form === 'text' && one.has('string');
  return [...other].every(
    (type) => one.has(type) || (type === 'integer' && one.has('number')) || (isText && SCALARS.has(type)),
  );
}

const SCALARS = new Set(['integer', 'number', 'boolean']);

/** The effective types: with enumerated values, theirs. */
export function typesOf({ types, values }: Constraints): ReadonlySet<string> | undefined {
  if (!values) return types?.value;
  const found = new Set([...values.value.values()].map(typeOf));
  const fit = types && [...found].filter((type) => covers(types.value, new Set([type]), 'json'));
  // If enumeration and type contradict each other, the meaning is unknown.
  return fit ? (fit.length > 0 ? new Set(fit) : types.value) : found;
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (isInteger(value)) return 'integer';
  return typeof value;
}

function namesOf(types: ReadonlySet<string> | undefined): string {
  return types ? [...types].sort().join(' or ') || 'null' : 'any type';
}
