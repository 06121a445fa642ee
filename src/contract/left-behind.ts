// What a run has made in a world that others share, and could not remove.

import type { Operation } from '../openapi/document.ts';

export interface LeftBehind {
  /** @param why - a clause, such as `its answers tell no id` */
  add(operation: Operation, why: string): void;
  /** What was added, a sentence for each operation and reason. */
  told(): readonly string[];
}

export function createLeftBehind(): LeftBehind {
  const counts = new Map<string, { readonly id: string; readonly why: string; count: number }>();
  return {
    add({ id }, why) {
      const known = counts.get(`${id} ${why}`) ?? { id, why, count: 0 };
      known.count += 1;
      counts.set(`${id} ${why}`, known);
    },
    told: () =>
      [...counts.values()].map(
        ({ id, why, count }) =>
          `What ${id} has made could not be removed, ${count === 1 ? 'once' : `${count} times`}: ${why}.`,
      ),
  };
}
