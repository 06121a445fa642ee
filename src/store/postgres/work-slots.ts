// Limits concurrent work; the rest waits in a queue.

interface WorkSlots {
  <T>(work: () => Promise<T>): Promise<T>;
  /** Frees all slots: running work no longer counts. */
  renew(): void;
}

/** @param count - how many at once */
export function createWorkSlots(count: number): WorkSlots {
  const waiting: ((turn: Turn) => void)[] = [];
  let current: Turn = { free: count };

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    let turn = current;
    if (turn.free > 0) turn.free -= 1;
    else turn = await new Promise<Turn>((resume) => waiting.push(resume));
    try {
      return await work();
    } finally {
      turn.free += 1;
      goOn();
    }
  }

  function goOn(): void {
    while (current.free > 0 && waiting.length > 0) {
      current.free -= 1;
      waiting.shift()?.(current);
    }
  }

  return Object.assign(inTurn, {
    renew() {
      current = { free: count };
      goOn();
    },
  });
}

/** Slots that count together. */
interface Turn {
  free: number;
}
