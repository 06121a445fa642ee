// Bodies that come bit by bit.

/** Whether a body is a stream: anything that is iterated asynchronously, such as a `ReadableStream` or what an `async function*` gives. */
export function isStream<Piece = unknown>(body: unknown): body is AsyncIterable<Piece> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
