// Limits the memory of a server under load.

import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';

/** The flag of V8: how many times as large the space becomes when it is too small. */
export const GROWTH = '--semi-space-growth-factor';

/** The flag of V8: by how many percent more than is alive the space for old objects may grow until it is collected; 0 leaves that to V8. */
export const OLD_GROWTH = '--heap-growing-percent';
const HALF = 50;
/** Up to how many bytes in use. Collecting a larger heap that often, such as while a large document is read, would take time. */
const SMALL_HEAP = 100_000_000;

/** What the space for young objects needs, in bytes, both its halves: in less of it more would be alive when it is full, and be moved among the old ones. */
const ENOUGH = 16 * 1024 * 1024;
/** Milliseconds until the space is measured again; it shrinks without requests. */
const LOOK_AGAIN = 10_000;

/**
 * Lets the space for young objects grow until it is large enough, and no further. By itself it grows to as much as 100 MB under load, and while sources are read
 * that are not compiled yet; hardly anything in it is alive at any time. V8 takes no bound for it once it runs, only by what it grows, so it is looked at
 * after each collection as long as it grows.
 *
 * Under load the space for old objects is collected when it is half as large again as what is alive in it: exchanges that the journal has let go pile up there, and V8 by itself would let them become four times as much.
 */
export function boundYoungSpace(): void {
  const isSmall = youngSpace() < ENOUGH;
  setFlagsFromString(`${GROWTH}=${isSmall ? 2 : 1}`);
  setFlagsFromString(`${OLD_GROWTH}=${!isSmall && getHeapStatistics().used_heap_size < SMALL_HEAP ? HALF : 0}`);
  if (!isSmall) {
    setTimeout(boundYoungSpace, LOOK_AGAIN).unref();
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
