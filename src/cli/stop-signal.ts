// When somebody wants a command to end before it would by itself.

/** Signals that come within so many milliseconds after the first one repeat it, they do not press for more. */
const REPEATED_WITHIN = 500;

/** How many signals one Ctrl-C may send: it reaches npm as well, which passes it on, and on a busy machine late. */
const SIGNALS_OF_ONE_STOP = process.env.npm_lifecycle_event === undefined ? 1 : 2;

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Resolves at the first SIGTERM or SIGINT; a later one ends the process as it would without us. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    onStop(resolve);
  });
}

/**
 * Calls `stop` once, at the first SIGTERM or SIGINT; a later one ends the process as it would without us.
 *
 * @returns what lets go of the signals
 */
export function onStop(stop: () => void): () => void {
  let heard = 0;
  let first: number | undefined;
  const hear = (signal: NodeJS.Signals) => {
    heard += 1;
    first ??= performance.now();
    if (heard === 1) stop();
    if (heard <= SIGNALS_OF_ONE_STOP || performance.now() - first < REPEATED_WITHIN) return;
    letGo();
    process.kill(process.pid, signal);
  };
  const letGo = () => {
    for (const signal of SIGNALS) process.off(signal, hear);
  };
  for (const signal of SIGNALS) process.on(signal, hear);
  return letGo;
}
