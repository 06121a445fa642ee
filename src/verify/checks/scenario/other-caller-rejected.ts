// Check: items of one caller are out of reach of another.

import type { ScenarioCheck } from '../../cases/test-case.ts';

export const otherCallerRejected: ScenarioCheck<{
  /** The attempt of the other caller. */
  readonly attempt: 'read' | 'list' | 'change' | 'delete';
  /** The status of the response to the other caller. */
  readonly status: number;
  /** `proven`: a response shows that it succeeded. `possible`: it may have succeeded. */
  readonly success: 'proven' | 'possible' | 'none';
}> = {
  description:
    'With --auth-other: an item that the first caller created cannot be read, changed or deleted by the other caller (OWASP API1: broken object level authorization), and is not in the lists of the other caller if reading it is rejected. An error needs proof: the values that the first caller sent, or an effect that the first caller reads. A success status without such proof is a warning. Operations without security requirements, and those with `x-understudy: { shared: true }`, are not tested.',
  *evaluate({ attempt, status, success }) {
    if (success === 'none') return;
    const isProven = success === 'proven';
    const texts = {
      read: isProven
        ? `another caller can read the item (${status})`
        : `${status} for another caller who reads the item, with other or fewer values`,
      list: isProven
        ? 'the list of another caller contains the item with its values, although reading it is rejected'
        : 'the list of another caller contains the id of the item',
      change: isProven
        ? `another caller can change the item (${status})`
        : `${status} for a change by another caller, without a visible effect`,
      delete: isProven
        ? `another caller can delete the item (${status})`
        : `${status} for a deletion by another caller, whose effect no response shows`,
    };
    yield {
      severity: isProven ? 'error' : 'warning',
      message: texts[attempt],
      cause: `${attempt} ${success}`,
    };
  },
};
