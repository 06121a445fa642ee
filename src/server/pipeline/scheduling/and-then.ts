// Steps that seldom have to wait. Most requests never do, and a promise for each step would cost as much as the step.

/** Goes on with what a step comes to: at once when it is there, else when it is. */
export function andThen<T, Next>(value: T | Promise<T>, next: (value: T) => Next): Next | Promise<Awaited<Next>> {
  return value instanceof Promise ? (value.then(next) as Promise<Awaited<Next>>) : next(value);
}
