// At most so many pieces of work at once; the others wait for their turn, however long that takes.

export interface Slots {
  <T>(work: () => Promise<T>): Promise<T>;
  /** What is under way does not count any more: as many others may begin at once. */
  renew(): void;
}

/** @param count - how many at once */
export function createSlots(count: number): Slots {
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

/** Those slots that count together. */
interface Turn {
  free: number;
}
