// What a replica brings to the others by itself: a moment after there is something, and again later where that failed.

export interface Bringing {
  /** Told that there is something: what comes until it is brought goes with it. */
  soon(): void;
  /** Resolves once all that was there before is brought. */
  now(): Promise<void>;
  /** Brings the last of it, if that does not take long. It is not brought by itself any more. */
  end(): Promise<void>;
}

/** How long is waited for more after the first, in milliseconds; and how long after it has failed. */
export const [SOON, LATER] = [100, 1000];
/** How long the end waits for the last, in milliseconds. */
const END_WITHIN = 2000;

/** @param bring - brings all there is; is called once at a time, and again when it failed */
export function createBringing(bring: () => Promise<void>): Bringing {
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
