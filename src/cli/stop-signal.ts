// Signals that stop a command: SIGINT and SIGTERM.

/** Signals within so many milliseconds after the first one repeat it. */
const REPEATED_WITHIN = 500;

/** How many signals one Ctrl-C may send: npm receives it as well and passes it on, late on a busy machine. */
const SIGNALS_OF_ONE_STOP = process.env.npm_lifecycle_event === undefined ? 1 : 2;

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Calls `stop` once, at the first SIGTERM or SIGINT; a later one ends the process as it would without us.
 *
 * @param kill - called before a later one ends the process
 * @returns a function that removes the handlers
 */
export function onStopSignal(stop: () => void, kill: () => void = () => undefined): () => void {
  let received = 0;
  let first: number | undefined;
  const handle = (signal: NodeJS.Signals) => {
    received += 1;
    first ??= performance.now();
    if (received === 1) stop();
    if (received <= SIGNALS_OF_ONE_STOP || performance.now() - first < REPEATED_WITHIN) return;
    remove();
    kill();
    process.kill(process.pid, signal);
  };
  const remove = () => {
    for (const signal of SIGNALS) process.off(signal, handle);
  };
  for (const signal of SIGNALS) process.on(signal, handle);
  return remove;
}
