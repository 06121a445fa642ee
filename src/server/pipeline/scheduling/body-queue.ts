// Long bodies are read one after the other: whoever else asks something waits for one of them at most, however many there are.

import { ApiError } from '../errors/failure.ts';
import type { WireRequest } from '../wire.ts';
import { createWorkQueue } from './turn.ts';

/** Longest body that is read whenever it comes, in bytes. */
const SHORT = 64 * 1024;

/** Who reads next. */
export interface BodyQueue {
  /**
   * Does the work on a body: at once when it is short, else when its turn has come.
   *
   * @throws ApiError `cancelled` if the client has gone by then
   */
  take<T>(request: WireRequest, work: () => T | Promise<T>): T | Promise<T>;
}

export function createBodyQueue(): BodyQueue {
  const inTurn = createWorkQueue();
  return {
    take(request, work) {
      if (isShort(request)) return work();
      return inTurn(() => {
        if (request.gone) throw new ApiError('cancelled', 'the client closed the connection');
        return work();
      });
    },
  };
}

/** Whether a body is short, unpacked as well: a compressed one may become a thousand times as long. */
function isShort({ body, headers }: WireRequest): boolean {
  const { 'content-encoding': whole = 'identity', 'grpc-encoding': message = 'identity' } = headers;
  return body.length <= SHORT && whole === 'identity' && message === 'identity';
}
