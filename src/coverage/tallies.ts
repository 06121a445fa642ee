// The tallies of all worlds, which share their plans and their memory.

import type { Document } from '../openapi/document.ts';
import { createPlans, type Plans } from './plans.ts';
import { type Room, Tally } from './tally.ts';

export interface Tallies {
  readonly plans: Plans;
  create(): Tally;
  /** What was counted in worlds that are gone, and what there was no room for in their own. */
  readonly rest: Tally;
  /** Ends a tally: what it has counted stays in the rest. */
  end(tally: Tally): void;
  /** What several have counted together, here. */
  together(tallies: readonly Tally[]): Tally;
  /**
   * What was counted in some worlds, by all processes that have them.
   *
   * @param all - whether also what was counted in worlds that are gone
   */
  counted(tallies: readonly Tally[], all: boolean): Promise<Tally>;
  /** Begins anew in some worlds, for all processes that have them. @param all - whether what was counted in worlds that are gone is forgotten, too */
  clear(tallies: readonly Tally[], all: boolean): Promise<void>;
  /** Goes on with a document that was read again, in the rest and in those that are there. */
  renew(before: Document, after: Document, living: readonly { readonly tally: Tally }[]): void;
}

/** For how many operations all worlds together count by themselves; each takes some hundred bytes. */
const MOST_CELLS = 50_000;

export interface TalliesSettings {
  /** How many operations are counted by world. What is more is only counted in the rest. Default: 50,000 */
  readonly most?: number | undefined;
  /** Makes each of them, and the rest, which needs no room. Default: as a tally of this process alone. */
  make?(plans: Plans, room?: Room): Tally;
}

export function createTallies({
  most = MOST_CELLS,
  make = (...of) => new Tally(...of),
}: TalliesSettings = {}): Tallies {
  const plans = createPlans();
  const rest = make(plans);
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
  const together = (tallies: readonly Tally[]) => {
    const whole = new Tally(plans);
    for (const tally of tallies) whole.addAll(tally);
    return whole;
  };
  return {
    plans,
    rest,
    create: () => make(plans, room),
    end(tally) {
      rest.addAll(tally);
      tally.clear();
    },
    together,
    counted: async (tallies, all) => together(all ? [rest, ...tallies] : tallies),
    async clear(tallies, all) {
      for (const tally of all ? [rest, ...tallies] : tallies) tally.clear();
    },
    renew(before, after, living) {
      for (const { tally } of [{ tally: rest }, ...living]) tally.renew(before, after);
    },
  };
}
