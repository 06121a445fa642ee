// The tallies of all worlds, which share their plans and their memory.

import type { Document } from '../openapi/document.ts';
import { createPlans, type Plans } from './plans.ts';
import { Tally } from './tally.ts';

export interface Tallies {
  readonly plans: Plans;
  create(): Tally;
  /** What was counted in worlds that are gone, and what there was no room for in their own. */
  readonly rest: Tally;
  /** Ends a tally: what it has counted stays in the rest. */
  end(tally: Tally): void;
  /** What several have counted together. */
  together(tallies: readonly Tally[]): Tally;
  /** Goes on with a document that was read again, in the rest and in those that are there. */
  renew(before: Document, after: Document, living: readonly { readonly tally: Tally }[]): void;
}

/** For how many operations all worlds together count by themselves; each takes some hundred bytes. */
const MOST_CELLS = 50_000;

/** @param most - operations that are counted by world. What is more is only counted in the rest */
export function createTallies(most = MOST_CELLS): Tallies {
  const plans = createPlans();
  const rest = new Tally(plans);
  let left = most;
  const room = {
    take() {
      if (left === 0) return false;
      left -= 1;
      return true;
    },
    give(cells: number) {
      left += cells;
    },
    rest,
  };
  return {
    plans,
    rest,
    create: () => new Tally(plans, room),
    end(tally) {
      rest.addAll(tally);
      tally.clear();
    },
    together(tallies) {
      const whole = new Tally(plans);
      for (const tally of tallies) whole.addAll(tally);
      return whole;
    },
    renew(before, after, living) {
      for (const { tally } of [{ tally: rest }, ...living]) tally.renew(before, after);
    },
  };
}
