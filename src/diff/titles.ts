// All rules by the ids that changes have, with what each means.

import { type FixedRule, ROLES } from './operation/between.ts';
import { OPERATION_RULES } from './operation/rules.ts';
import { SCHEMA_RULES } from './schema/rules.ts';

const TITLES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(OPERATION_RULES).map(([id, { title }]: readonly [string, FixedRule]) => [id, title] as const),
  ...Object.entries(SCHEMA_RULES).flatMap(([id, { title }]) => ROLES.map((role) => [`${role}-${id}`, title] as const)),
]);

/** What a rule means, in one sentence; undefined when there is none of this id. */
export function titleOfRule(id: string): string | undefined {
  return TITLES.get(id);
}

/** The ids of all rules. */
export function ruleIds(): readonly string[] {
  return [...TITLES.keys()];
}
