// When somebody wants a command to end that would run for ever.

/** Signals that come within so many milliseconds after the first one repeat it, they do not press for more. */
const REPEATED_WITHIN = 500;

/** How many signals one Ctrl-C may send: it reaches npm as well, which passes it on, and on a busy machine late. */
const SIGNALS_OF_ONE_STOP = process.env.npm_lifecycle_event === undefined ? 1 : 2;

/** Resolves at the first SIGTERM or SIGINT; a later one ends the process as it would without us. */
export function stopSignal(): Promise<void> {
  const signals = ['SIGTERM', 'SIGINT'] as const;
  return new Promise((resolve) => {
    let heard = 0;
    let first: number | undefined;
    const hear = (signal: NodeJS.Signals) => {
      heard += 1;
      first ??= performance.now();
      resolve();
      if (heard <= SIGNALS_OF_ONE_STOP || performance.now() - first < REPEATED_WITHIN) return;
      for (const one of signals) process.off(one, hear);
      process.kill(process.pid, signal);
    };
    for (const signal of signals) process.on(signal, hear);
  });
}
