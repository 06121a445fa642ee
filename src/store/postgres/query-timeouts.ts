// Timeouts for responses, short for all once one of them shows that the server may be gone.

/** The short timeout, in milliseconds. */
const GIVE_UP_WITHIN = 5000;

/** Whether the server did not respond in time. */
export function isTimeout(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ETIMEDOUT';
}

interface QueryTimeouts {
  /** @throws Error with the code `ETIMEDOUT` after so many milliseconds */
  within<T>(response: Promise<T>, milliseconds: number): Promise<T>;
  /** Shortens the timeout of all current waits. */
  giveUpSoon(): void;
}

export function createQueryTimeouts(): QueryTimeouts {
  const open = new Set<() => void>();
  return {
    async within(response, milliseconds) {
      const began = performance.now();
      let timer: NodeJS.Timeout | undefined;
      let until = Number.POSITIVE_INFINITY;
      let giveUpSoon = () => {};
      const late = new Promise<never>((_, reject) => {
        const giveUp = () => {
          const error = new Error(`timed out after ${Math.round((performance.now() - began) / 1000)} s`);
          reject(Object.assign(error, { code: 'ETIMEDOUT' }));
        };
        const giveUpIn = (left: number) => {
          if (performance.now() + left >= until) return;
          until = performance.now() + left;
          clearTimeout(timer);
          timer = setTimeout(giveUp, left).unref();
        };
        giveUpIn(milliseconds);
        giveUpSoon = () => giveUpIn(GIVE_UP_WITHIN);
      });
      open.add(giveUpSoon);
      try {
        return await Promise.race([response, late]);
      } finally {
        clearTimeout(timer);
        open.delete(giveUpSoon);
      }
    },
    giveUpSoon() {
      for (const giveUpSoon of open) giveUpSoon();
    },
  };
}
