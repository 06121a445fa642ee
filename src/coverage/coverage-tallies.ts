// The coverage of all sandboxes, with shared plans and memory.

import type { Document } from '../openapi/document.ts';
import { type CoveragePlans, createCoveragePlans } from './coverage-plans.ts';
import { Tally, type TallyBudget } from './tally.ts';

export interface CoverageTallies {
  readonly plans: CoveragePlans;
  create(): Tally;
  /** The coverage of removed sandboxes, and of operations above the limit. */
  readonly rest: Tally;
  /** Ends a tally, and moves its counts to the rest. */
  end(tally: Tally): void;
  /** The merged counts of several tallies, here. */
  together(tallies: readonly Tally[]): Tally;
  /** The counts of some sandboxes, by all processes. @param all - whether to include removed sandboxes */
  counted(tallies: readonly Tally[], all: boolean): Promise<Tally>;
  /** Clears some sandboxes, for all processes. @param all - whether to clear removed sandboxes, too */
  clear(tallies: readonly Tally[], all: boolean): Promise<void>;
  /** Continues with a reloaded document, in the rest and in the living ones. */
  renew(before: Document, after: Document, living: readonly { readonly tally: Tally }[]): void;
}

/** Maximum number of operations with counts, over all sandboxes; each takes some hundred bytes. */
const MOST_CELLS = 50_000;

export interface TalliesSettings {
  /** Maximum number of operations that are counted by sandbox; others are only in the rest. Default: 50,000 */
  readonly most?: number | undefined;
  /** Makes each of them, and the rest, which needs no room. Default: as a tally of this process alone. */
  make?(plans: CoveragePlans, room?: TallyBudget): Tally;
}

export function createTallies({
  most = MOST_CELLS,
  make = (...of) => new Tally(...of),
}: TalliesSettings = {}): CoverageTallies {
  const plans = createCoveragePlans();
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
