// New ids: decimal texts that grow with time. They have 18 digits until the year 2038.

import type { Random } from './random.ts';

/** As Sonyflake lays them out: time in units of 10 ms since an epoch, then 8 bits of counter and 16 bits of machine. */
const UNIT_MILLISECONDS = 10;
/** Never to be changed: ids that were given before would come again. */
const EPOCH = Date.UTC(2019, 3, 29);
const COUNTER_LIMIT = 256;

/** The ids of one world. None is given twice, even if the clock stands still or goes back. */
export interface Ids {
  newId(): string;
  /** Ids that go on from here, independently of these. */
  fork(): Ids;
}

/** Makes ids from a clock and a machine number drawn once from `random`. */
export function createIds(now: () => Date, random: Random): Ids {
  return idsFrom(now, BigInt(Math.floor(random() * 2 ** 16)), 0, 0);
}

function idsFrom(now: () => Date, machine: bigint, firstUnit: number, firstCounter: number): Ids {
  let unit = firstUnit;
  let counter = firstCounter;
  return {
    newId() {
      const current = Math.floor((now().getTime() - EPOCH) / UNIT_MILLISECONDS);
      counter += 1;
      if (current > unit || counter === COUNTER_LIMIT) {
        unit = Math.max(current, unit + 1);
        counter = 0;
      }
      return String((BigInt(unit) << 24n) | (BigInt(counter) << 16n) | machine);
    },
    fork: () => idsFrom(now, machine, unit, counter),
  };
}
