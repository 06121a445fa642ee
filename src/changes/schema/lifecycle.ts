// What is on its way out: deprecations, and until when something is there.

import type { Rule } from '../level.ts';
import type { Given } from './given.ts';

export const LIFECYCLE_RULES = {
  'value-deprecated': { effect: 'none', title: 'It is deprecated.' },
  'value-not-deprecated': { effect: 'none', title: 'It is not deprecated any more.' },
  'value-sunset-changed': {
    effect: 'none',
    title: 'It goes earlier than was said (`x-sunset`), or it is not said any more when.',
    clients: { in: 'risky', out: 'risky' },
  },
} as const satisfies Readonly<Record<string, Rule>>;

export function compareLifecycles({ old, new: now, tell }: Given<keyof typeof LIFECYCLE_RULES>): void {
  const [was, is] = [old, now].map(({ notes }) => notes.get('deprecated')?.value === true);
  const [before, after] = [old.notes.get('x-sunset'), now.notes.get('x-sunset')];
  const at = { old: before?.at ?? old.at, new: after?.at ?? now.notes.get('deprecated')?.at ?? now.at };
  if (is && !was)
    tell('value-deprecated', `is deprecated now${after ? `, and goes at ${String(after.value)}` : ''}`, at);
  else if (was && !is) tell('value-not-deprecated', 'is not deprecated any more', at);
  else if (is && before && isEarlier(before.value, after?.value))
    tell(
      'value-sunset-changed',
      `goes at ${String(after?.value ?? 'some time')} now, and was said to go at ${String(before.value)}`,
      at,
    );
}

/** Whether something goes earlier than was said, or it is not said any more when. */
export function isEarlier(before: unknown, after: unknown): boolean {
  const [was, is] = [before, after].map((date) => Date.parse(String(date)));
  return is === undefined || Number.isNaN(is) || (was !== undefined && is < was);
}
