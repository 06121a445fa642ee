// Priority queue of tasks: least CPU time first, then first come, first served.

/** CPU time of a connection, shared by its tasks. */
export interface Account {
  /** In milliseconds. New and idle connections start at the average of the others. */
  used: number;
}

/** Work of a connection. */
export interface Task {
  readonly account: Account;
  /** Expected CPU time in milliseconds, for long tasks only. Default: the task is short. */
  readonly expected?: number;
  /** @returns whether the task can run again at once */
  run(): boolean;
  /** Set by the queue. */
  isQueued?: boolean;
}

interface Entry {
  readonly task: Task;
  /** CPU time of the connection after this task, in milliseconds. */
  readonly used: number;
  readonly sequence: number;
}

/** A binary heap, so that many connections do not slow down each step. */
export class TaskHeap {
  readonly #entries: Entry[] = [];
  #sequence = 0;

  get size(): number {
    return this.#entries.length;
  }

  push(task: Task): void {
    this.#sequence += 1;
    const { account, expected = 0 } = task;
    const entry = { task, used: account.used + expected, sequence: this.#sequence };
    let index = this.#entries.length;
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = this.#entries[parentIndex] as Entry;
      if (isBefore(parent, entry)) break;
      this.#entries[index] = parent;
      index = parentIndex;
    }
    this.#entries[index] = entry;
  }

  pop(): Task | undefined {
    const [first] = this.#entries;
    const last = this.#entries.pop();
    if (!first || !last || first === last) return first?.task;
    let index = 0;
    for (;;) {
      const [left, right] = [this.#entries[2 * index + 1], this.#entries[2 * index + 2]];
      const isRight = left !== undefined && right !== undefined && isBefore(right, left);
      const child = isRight ? right : left;
      if (!child || isBefore(last, child)) break;
      this.#entries[index] = child;
      index = 2 * index + (isRight ? 2 : 1);
    }
    this.#entries[index] = last;
    return first.task;
  }
}

function isBefore(one: Entry, other: Entry): boolean {
  return one.used < other.used || (one.used === other.used && one.sequence < other.sequence);
}
