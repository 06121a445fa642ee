// Cooperative scheduling: queues of long work and of bodies, and pauses between.

import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { ApiError } from '../errors/api-error.ts';
import type { WireRequest } from '../wire.ts';

/** Work longer than this is followed by a pause of `YIELD_TIME`, both in milliseconds. */
const LONG_WORK = 20;

const YIELD_TIME = 10;

/** A pause after long work, else undefined. @param began - by `performance.now()` */
export function yieldAfterLongWork(began: number): Promise<void> | undefined {
  return performance.now() - began > LONG_WORK ? pause(YIELD_TIME) : undefined;
}

let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Waits for a turn of the event loop in which no other waiter continues. Work in short pieces lets requests run in
 * between.
 */
export function waitForTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}

/** A queue of work: pieces run one after the other, and pause after long ones. Each resolves or rejects as its work. */
export function createWorkQueue(): <T>(work: () => T | Promise<T>) => Promise<T> {
  let previous: Promise<unknown> = Promise.resolve();
  return (work) => {
    let began = 0;
    const result = previous.then(() => {
      began = performance.now();
      return work();
    });
    const yieldAfter = async () => {
      // By then the result is written as well.
      await setImmediate();
      await yieldAfterLongWork(began);
    };
    previous = result.then(yieldAfter, yieldAfter);
    return result;
  };
}

/** Maximum size of a body without a queue, in bytes. */
const SMALL = 64 * 1024;

/** The queue of long bodies. */
export interface BodyQueue {
  /**
   * Runs work on a body: at once for a short one, else in turn.
   *
   * @throws ApiError `cancelled` if the client has left by then
   */
  run<T>(request: WireRequest, work: () => T | Promise<T>): T | Promise<T>;
}

export function createBodyQueue(): BodyQueue {
  const enqueue = createWorkQueue();
  return {
    run(request, work) {
      if (isSmall(request)) return work();
      return enqueue(() => {
        if (request.isDisconnected) throw new ApiError('cancelled', 'the client closed the connection');
        return work();
      });
    },
  };
}

/** Whether a body is short, unpacked as well: a compressed one may become a thousand times as long. */
function isSmall({ body, headers }: WireRequest): boolean {
  const { 'content-encoding': whole = 'identity', 'grpc-encoding': message = 'identity' } = headers;
  return body.length <= SMALL && whole === 'identity' && message === 'identity';
}
