// Streaming bodies.

/** Whether a body is a stream: an async iterable, such as a `ReadableStream` or the result of an `async function*`. */
export function isStream<Piece = unknown>(body: unknown): body is AsyncIterable<Piece> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** Cancels an unread stream. */
export function discardStream(body: AsyncIterable<unknown>): void {
  if ('destroy' in body && typeof body.destroy === 'function') body.destroy();
  else
    body[Symbol.asyncIterator]()
      .return?.()
      .catch(() => {});
}
