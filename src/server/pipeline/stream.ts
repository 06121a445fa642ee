// Bodies that come bit by bit.

/** Whether a body is a stream: anything that is iterated asynchronously, such as a `ReadableStream` or what an `async function*` gives. */
export function isStream<Piece = unknown>(body: unknown): body is AsyncIterable<Piece> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** Cancels an unread stream. */
export function discard(body: AsyncIterable<unknown>): void {
  if ('destroy' in body && typeof body.destroy === 'function') body.destroy();
  else
    body[Symbol.asyncIterator]()
      .return?.()
      .catch(() => {});
}
