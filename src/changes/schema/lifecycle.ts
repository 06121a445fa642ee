// Deprecations of what schemas describe.

import type { Meaning } from '../../openapi/schemas/meaning/meaning.ts';
import type { Rule } from '../level.ts';
import { type Lifecycle, lifecycleChange } from '../lifecycle.ts';
import type { RuleInput } from './rule-input.ts';

export const LIFECYCLE_RULES = {
  'value-deprecated': { effect: 'none', title: 'It is deprecated.' },
  'value-not-deprecated': { effect: 'none', title: 'It is not deprecated any more.' },
  'value-sunset-changed': {
    effect: 'none',
    title: 'It goes earlier than was said (`x-sunset`), or it is not said any more when.',
    clients: { in: 'risky', out: 'risky' },
  },
} as const satisfies Readonly<Record<string, Rule>>;

export function compareLifecycles({ old, new: now, tell }: RuleInput<keyof typeof LIFECYCLE_RULES>): void {
  const change = lifecycleChange(lifecycleIn(old), lifecycleIn(now));
  if (change) tell(`value-${change.rule}`, change.what, { old: placeIn(old), new: placeIn(now) });
}

function lifecycleIn({ notes }: Meaning): Lifecycle {
  return { isDeprecated: notes.get('deprecated')?.value === true, sunset: notes.get('x-sunset')?.value };
}

function placeIn({ notes, at }: Meaning): string {
  return notes.get('x-sunset')?.at ?? notes.get('deprecated')?.at ?? at;
}
