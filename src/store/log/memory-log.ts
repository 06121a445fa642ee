// The log of a store in memory.

import type { OwnLog } from './store-log.ts';

export function memoryLog(): OwnLog {
  return {
    kind: 'own',
    isPersistent: false,
    open: async () => ({ whole: undefined, version: -1, entries: [] }),
    append: async (steps, onTopOf) => ({ version: onTopOf + steps.length }),
    replace: async (_, onTopOf) => ({ version: onTopOf + 1 }),
    problem: () => undefined,
    close: async () => undefined,
  };
}
