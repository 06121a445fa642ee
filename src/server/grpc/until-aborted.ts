// Ends streams at deadlines and when the server closes.

import { ConnectError } from '@connectrpc/connect';
import { ApiError } from '../pipeline/errors/api-error.ts';

/** The result of an aborted stream: the error with which the server closed, or a deadline error. */
export function endOf({ reason }: AbortSignal): unknown {
  return reason instanceof ApiError ? new ConnectError(reason.message, reason.number) : reason;
}

/**
 * The items of a stream.
 *
 * @throws the error of `endOf` as soon as the signal is aborted, also during a wait for the next item
 */
export async function* untilAborted<T>(signal: AbortSignal, items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await new Promise<IteratorResult<T>>((resolve, reject) => {
      const end = () => reject(endOf(signal));
      // One replaced handler, so that a long stream does not accumulate them.
      signal.onabort = end;
      if (signal.aborted) end();
      iterator.next().then(resolve, reject);
    });
    if (done) return;
    yield value;
  }
}
