// Schedules requests so that connections share the processor by CPU time.

import { type Account, type Task, TaskHeap } from './task-heap.ts';

/** Time slice between yields, and interval in which `limit` tasks start immediately, in milliseconds. */
const SLICE = 10;
/** Operations that take longer are long, in milliseconds. */
const LONG = 10;

const RESOLVED = Promise.resolve();

export interface FairQueueSettings {
  /** How many tasks run before the server yields to the event loop. */
  readonly limit: number;
  /** Current time in milliseconds. Default: `performance.now`. */
  readonly now?: () => number;
}

/**
 * Runs the task whose connection has used the least CPU time. Long tasks run when no short ones are queued, or when
 * short ones have run for as long as the last long one. An idle server runs a task immediately.
 *
 * The CPU time of a task ends when it waits for something other than promises. After `limit` tasks or `SLICE`
 * milliseconds, the server yields to the event loop, which reads new requests and notices closed connections.
 */
export class FairQueue {
  readonly #limit: number;
  readonly #now: () => number;
  readonly #short = new TaskHeap();
  readonly #long = new TaskHeap();
  /** CPU time for which short tasks may still run before a queued long one, in milliseconds. */
  #shortBudget = 0;
  /** Average CPU time by operation, in milliseconds, for long ones only. */
  readonly #costs = new WeakMap<object, number>();
  /** CPU time that a connection would have used if it had always had work queued, in milliseconds. */
  #average = 0;
  /** Whether a task is running, or the queue waits for the event loop. */
  #isBusy = false;
  /** The running task. */
  #account: Account | undefined;
  #operation: object | undefined;
  #isLong = false;
  #again: Task | undefined;
  #started = 0;
  /** Start of the current interval, and how many tasks have started in it. */
  #interval = 0;
  #startedInInterval = 0;
  /** Since the last yield: how many tasks may still run, and how long they have taken in milliseconds. */
  #left: number;
  #taken = 0;

  constructor({ limit, now = () => performance.now() }: FairQueueSettings) {
    this.#limit = limit;
    this.#left = limit;
    this.#now = now;
  }

  /** Queues a task, unless it is queued already. */
  add(task: Task): void {
    this.#push(task);
    if (this.#isBusy) return;
    // A queued request has usually arrived completely by the next run, and costs less then.
    if (this.#isIdle(this.#now())) this.#runNext();
    else this.#yield();
  }

  /**
   * Waits for the next turn of a connection; undefined if it can continue immediately. The following work counts as a
   * task.
   */
  schedule(account: Account): Promise<void> | undefined {
    const now = this.#now();
    if (this.#isBusy || !this.#isIdle(now)) return this.#queued(account);
    account.used = Math.max(account.used, this.#average);
    this.#start(account, now);
    return undefined;
  }

  /**
   * Waits for the next turn before an operation that has been long before.
   *
   * @param operation - identifies work of similar cost
   * @returns undefined if the operation is expected to be short
   */
  scheduleOperation(account: Account, operation: object): Promise<void> | undefined {
    const expected = this.#costs.get(operation);
    if (expected !== undefined) return this.#queued(account, { expected, operation });
    if (this.#account) this.#operation = operation;
    return undefined;
  }

  #queued(
    account: Account,
    { expected, operation }: { readonly expected?: number; readonly operation?: object } = {},
  ): Promise<void> {
    return new Promise((resolve) => {
      const run = () => {
        this.#operation = operation;
        resolve();
        return false;
      };
      this.add({ account, run, ...(expected !== undefined && { expected }) });
    });
  }

  #push(task: Task): void {
    if (task.isQueued) return;
    task.isQueued = true;
    const { account, expected } = task;
    account.used = Math.max(account.used, this.#average);
    (expected === undefined ? this.#short : this.#long).push(task);
  }

  /** Whether so few tasks have started lately that the next one may start before a yield. */
  #isIdle(now: number): boolean {
    if (now - this.#interval > SLICE) {
      this.#interval = now;
      this.#startedInInterval = 0;
      this.#left = this.#limit;
    }
    return this.#startedInInterval < this.#limit;
  }

  #runNext(): void {
    this.#isBusy = this.#size > 0;
    if (!this.#isBusy) return;
    const isLong = this.#long.size > 0 && (this.#short.size === 0 || this.#shortBudget <= 0);
    // Short requests may have arrived meanwhile.
    if (this.#left <= 0 || (isLong && this.#left < this.#limit)) {
      this.#yield();
      return;
    }
    const task = (isLong ? this.#long.pop() : this.#short.pop()) as Task;
    task.isQueued = false;
    this.#start(task.account, this.#now());
    this.#isLong = isLong;
    if (task.run()) this.#again = task;
  }

  #start(account: Account, now: number): void {
    this.#startedInInterval += 1;
    this.#left -= 1;
    this.#isBusy = true;
    this.#account = account;
    this.#started = now;
    this.#isLong = false;
    this.#operation = undefined;
    this.#again = undefined;
    RESOLVED.then(this.#finishAfterPromises);
  }

  readonly #finishAfterPromises = () => process.nextTick(this.#finish);

  readonly #finish = () => {
    const took = this.#now() - this.#started;
    if (this.#account) this.#account.used += took;
    this.#account = undefined;
    if (this.#operation) this.#updateCost(this.#operation, took);
    this.#taken += took;
    this.#average += took / (this.#size + 1);
    if (this.#isLong) this.#shortBudget = took;
    else if (this.#long.size > 0) this.#shortBudget -= took;
    if (this.#again) this.#push(this.#again);
    if (this.#taken < SLICE) this.#runNext();
    else this.#yield();
  };

  get #size(): number {
    return this.#short.size + this.#long.size;
  }

  #updateCost(operation: object, took: number): void {
    const cost = (took + (this.#costs.get(operation) ?? 0)) / 2;
    if (cost > LONG) this.#costs.set(operation, cost);
    else this.#costs.delete(operation);
  }

  /** Continues after the event loop. */
  #yield(): void {
    this.#isBusy = true;
    setImmediate(this.#continue);
  }

  readonly #continue = () => {
    this.#left = this.#limit;
    this.#taken = 0;
    this.#runNext();
  };
}
