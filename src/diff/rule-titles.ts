// The titles of all diff rules, by id.

import { OPERATION_RULES } from './operation/all-rules.ts';
import { type FixedRule, ROLES } from './operation/rule-input.ts';
import { SCHEMA_RULES } from './schema/all-rules.ts';

const TITLES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(OPERATION_RULES).map(([id, { title }]: readonly [string, FixedRule]) => [id, title] as const),
  ...Object.entries(SCHEMA_RULES).flatMap(([id, { title }]) => ROLES.map((role) => [`${role}-${id}`, title] as const)),
]);

/** The title of a rule, in one sentence; undefined for an unknown id. */
export function titleOfRule(id: string): string | undefined {
  return TITLES.get(id);
}

/** The ids of all rules. */
export function ruleIds(): readonly string[] {
  return [...TITLES.keys()];
}
