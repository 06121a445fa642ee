// Long bodies are read one after the other: whoever else asks something waits for one of them at most, however many there are.

import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from './failure.ts';
import type { WireRequest } from './wire.ts';

/** Longest body that is read whenever it comes, in bytes. */
const SHORT = 64 * 1024;
/** What takes longer is followed by a rest, in milliseconds: time for all that came in between. */
const LONG_WORK = 20;
const REST = 10;

/** Who reads next. */
export interface BodyQueue {
  /**
   * Does the work on a body: at once when it is short, else when its turn has come.
   *
   * @throws Failure `cancelled` if the client has gone by then
   */
  take<T>(request: WireRequest, work: () => T | Promise<T>): T | Promise<T>;
}

export function createBodyQueue(): BodyQueue {
  let last = Promise.resolve();
  return {
    take(request, work) {
      if (isShort(request)) return work();
      let began = 0;
      const turn = last.then(() => {
        if (request.gone) throw new Failure('cancelled', 'the client has gone');
        began = performance.now();
        return work();
      });
      const rest = async () => {
        if (began > 0 && performance.now() - began > LONG_WORK) await pause(REST);
      };
      last = turn.then(rest, rest);
      return turn;
    },
  };
}

/** Whether a body is short, unpacked as well: a compressed one may become a thousand times as long. */
function isShort({ body, headers }: WireRequest): boolean {
  const { 'content-encoding': whole = 'identity', 'grpc-encoding': message = 'identity' } = headers;
  return body.length <= SHORT && whole === 'identity' && message === 'identity';
}
