// New ids as in the real service: growing decimal texts, with 18 digits until the year 2038.

import type { IdSource } from '../index.ts';

/** As Sonyflake lays them out: time in units of 10 ms since an epoch, then 8 bits of counter and 16 bits of machine. */
const UNIT_MILLISECONDS = 10;
/** Must not be changed: old ids would be repeated. */
const EPOCH = Date.UTC(2019, 3, 29);
const COUNTER_LIMIT = 256;

/** An id greater than the last one, even if the clock is frozen or set back. The first one draws the machine number. */
export function newId({ now, random, last }: IdSource): string {
  const before = last === undefined ? { unit: 0, counter: 0, machine: Math.floor(random() * 2 ** 16) } : partsOf(last);
  const current = Math.floor((now.getTime() - EPOCH) / UNIT_MILLISECONDS);
  const counter = before.counter + 1;
  const isNextUnit = current > before.unit || counter === COUNTER_LIMIT;
  const unit = isNextUnit ? Math.max(current, before.unit + 1) : before.unit;
  return String((BigInt(unit) << 24n) | (BigInt(isNextUnit ? 0 : counter) << 16n) | BigInt(before.machine));
}

function partsOf(id: string): { readonly unit: number; readonly counter: number; readonly machine: number } {
  const bits = BigInt(id);
  return { unit: Number(bits >> 24n), counter: Number((bits >> 16n) & 0xffn), machine: Number(bits & 0xffffn) };
}
