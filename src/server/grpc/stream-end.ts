// How streams end that could go on for ever.

import { ConnectError } from '@connectrpc/connect';
import { ApiError } from '../pipeline/errors/failure.ts';

/** What a stream says at its end when its signal is aborted: the failure with which the server closed, or that its time is up. */
export function endOf({ reason }: AbortSignal): unknown {
  return reason instanceof ApiError ? new ConnectError(reason.message, reason.number) : reason;
}

/** The items of a stream. @throws what `endOf` says as soon as the signal is aborted, also while the next item is waited for */
export async function* until<T>(signal: AbortSignal, items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await new Promise<IteratorResult<T>>((resolve, reject) => {
      const end = () => reject(endOf(signal));
      // One handler that is replaced, so that a long stream does not collect them.
      signal.onabort = end;
      if (signal.aborted) end();
      iterator.next().then(resolve, reject);
    });
    if (done) return;
    yield value;
  }
}
