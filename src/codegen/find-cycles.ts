// Finds cycles in a graph.

/**
 * The group of each node: nodes of one group are mutually reachable. (Strongly connected components after Tarjan,
 * without recursion, because a chain may be longer than the stack.)
 */
export function findCycles<T>(nodes: Iterable<T>, next: (node: T) => Iterable<T>): ReadonlyMap<T, number> {
  const groups = new Map<T, number>();
  const order = new Map<T, number>();
  const open: T[] = [];
  let count = 0;
  for (const start of nodes) {
    if (order.has(start)) continue;
    const path: Visit<T>[] = [];
    const enter = (node: T): void => {
      path.push({ node, rest: next(node)[Symbol.iterator](), lowest: order.size });
      order.set(node, order.size);
      open.push(node);
    };
    enter(start);
    for (let here = path.at(-1); here; here = path.at(-1)) {
      const step = here.rest.next();
      if (!step.done) {
        const met = order.get(step.value);
        if (met === undefined) enter(step.value);
        else if (!groups.has(step.value)) here.lowest = Math.min(here.lowest, met);
        continue;
      }
      path.pop();
      const before = path.at(-1);
      if (before) before.lowest = Math.min(before.lowest, here.lowest);
      if (here.lowest !== order.get(here.node)) continue;
      for (const node of open.splice(open.lastIndexOf(here.node))) groups.set(node, count);
      count += 1;
    }
  }
  return groups;
}

interface Visit<T> {
  readonly node: T;
  readonly rest: Iterator<T>;
  /** The earliest node that is met again from here. */
  lowest: number;
}
