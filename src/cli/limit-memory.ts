// Limits the memory of servers, and of commands that test servers.

import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';

/** Flag of V8: the factor by which the space for young objects grows. */
export const GROWTH = '--semi-space-growth-factor';

/** Flag of V8: the growth of the space for old objects until its next collection, in percent; 0 is V8's own choice. */
export const OLD_GROWTH = '--heap-growing-percent';
const HALF = 50;
/** The size in bytes above which frequent collections cost too much, such as while a large document is read. */
const SMALL_HEAP = 100_000_000;

/** The size of both halves of the space for young objects, in bytes. A smaller one would promote short-lived objects. */
const ENOUGH = 16 * 1024 * 1024;
/** Milliseconds between measurements; the space shrinks without requests. */
const INTERVAL = 10_000;

/**
 * Limits the growth of the space for young objects. Without it, the space grows to 100 MB under load, although almost
 * nothing in it is alive. A running V8 accepts no maximum, only a growth factor, so the size is measured after each
 * collection until it suffices.
 *
 * Under load, the space for old objects is collected when it exceeds its live objects by half. V8 alone would let
 * exchanges that the request log has discarded grow to four times as much.
 */
export function boundYoungSpace(): void {
  const isSmall = youngSpace() < ENOUGH;
  setFlagsFromString(`${GROWTH}=${isSmall ? 2 : 1}`);
  setFlagsFromString(`${OLD_GROWTH}=${!isSmall && getHeapStatistics().used_heap_size < SMALL_HEAP ? HALF : 0}`);
  if (!isSmall) {
    setTimeout(boundYoungSpace, INTERVAL).unref();
    return;
  }
  const observer = new PerformanceObserver(() => {
    if (youngSpace() < ENOUGH) return;
    observer.disconnect();
    boundYoungSpace();
  });
  observer.observe({ type: 'gc' });
}

function youngSpace(): number {
  return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0;
}
