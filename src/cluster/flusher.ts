// Flushes local changes to the shared storage, and repeats failed attempts.

interface Flusher {
  /** Schedules a flush, which includes everything until it starts. */
  soon(): void;
  /** Resolves once all that was there before is brought. */
  now(): Promise<void>;
  /** Flushes the rest, if that does not take long, and stops. */
  end(): Promise<void>;
}

/** How long is waited for more after the first, in milliseconds; and how long after it has failed. */
export const [SOON, LATER] = [100, 1000];
/** How long the end waits for the last, in milliseconds. */
const END_WITHIN = 2000;

/** @param bring - flushes everything; called once at a time, and again after a failure */
export function createFlusher(bring: () => Promise<void>): Flusher {
  let brought: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;

  function bringIn(milliseconds: number): void {
    if (isEnded) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      now().catch(() => bringIn(LATER));
    }, milliseconds).unref();
  }

  function now(): Promise<void> {
    const bringing = brought.then(bring);
    brought = bringing.catch(() => undefined);
    return bringing;
  }

  return {
    soon: () => bringIn(SOON),
    now,
    async end() {
      clearTimeout(timer);
      isEnded = true;
      const late = new Promise<void>((resolve) => setTimeout(resolve, END_WITHIN).unref());
      await Promise.race([now().catch(() => undefined), late]);
    },
  };
}
