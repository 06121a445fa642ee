// A queue for long bodies, so that other requests wait for one of them at most.

import { ApiError } from '../errors/api-error.ts';
import type { WireRequest } from '../wire.ts';
import { createWorkQueue } from './work-queue.ts';

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
