// Continues synchronously where possible: a promise per step would cost as much as the step.

/** Calls `next` with a value: at once, or when it resolves. */
export function andThen<T, Next>(value: T | Promise<T>, next: (value: T) => Next): Next | Promise<Awaited<Next>> {
  return value instanceof Promise ? (value.then(next) as Promise<Awaited<Next>>) : next(value);
}
