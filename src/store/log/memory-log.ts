// The log of a store in memory.

import type { StoreLog } from './store-log.ts';

export function memoryLog(): StoreLog {
  return {
    isNowhere: true,
    open: async () => ({ whole: undefined, version: -1, entries: [] }),
    append: async (steps, onTopOf) => ({ version: onTopOf + steps.length }),
    replace: async (_, onTopOf) => ({ version: onTopOf + 1 }),
    close: async () => undefined,
  };
}
