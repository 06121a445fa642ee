// Compares deprecations in schemas.

import type { Constraints } from '../../openapi/schema/constraints/constraints.ts';
import type { DiffRule } from '../level.ts';
import { type Lifecycle, lifecycleChange } from '../lifecycle.ts';
import type { RuleInput } from './rule-input.ts';

export const LIFECYCLE_RULES = {
  'value-deprecated': { effect: 'none', title: 'A schema or property was deprecated.' },
  'value-not-deprecated': { effect: 'none', title: 'A schema or property is no longer deprecated.' },
  'value-sunset-changed': {
    effect: 'none',
    title: 'A sunset date was moved to an earlier day or removed (`x-sunset`).',
    clients: { in: 'risky', out: 'risky' },
  },
} as const satisfies Readonly<Record<string, DiffRule>>;

export function compareLifecycles({ old, new: now, tell }: RuleInput<keyof typeof LIFECYCLE_RULES>): void {
  const change = lifecycleChange(lifecycleIn(old), lifecycleIn(now));
  if (change) tell(`value-${change.rule}`, change.what, { old: placeIn(old), new: placeIn(now) });
}

function lifecycleIn({ annotations: notes }: Constraints): Lifecycle {
  return { isDeprecated: notes.get('deprecated')?.value === true, sunset: notes.get('x-sunset')?.value };
}

function placeIn({ annotations: notes, at }: Constraints): string {
  return notes.get('x-sunset')?.at ?? notes.get('deprecated')?.at ?? at;
}
