// The rules of schemas, by id.

import type { DiffRule } from '../level.ts';
import { ALTERNATIVE_RULES } from './alternative-rules.ts';
import { BOUND_RULES } from './bounds.ts';
import { CONDITION_RULES } from './conditions.ts';
import { LIFECYCLE_RULES } from './lifecycle.ts';
import { LIST_RULES } from './lists.ts';
import { OBJECT_RULES } from './objects.ts';
import { TEXT_RULES } from './texts.ts';
import { TYPE_RULES } from './types.ts';
import { VALUE_RULES } from './values.ts';

const RULES = {
  ...TYPE_RULES,
  ...VALUE_RULES,
  ...BOUND_RULES,
  ...TEXT_RULES,
  ...OBJECT_RULES,
  ...LIST_RULES,
  ...ALTERNATIVE_RULES,
  ...CONDITION_RULES,
  ...LIFECYCLE_RULES,
} as const;

export type SchemaRuleId = keyof typeof RULES;
export const SCHEMA_RULES: Readonly<Record<SchemaRuleId, DiffRule>> = RULES;
