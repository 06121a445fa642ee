// Bodies that come bit by bit.

/** Whether a body is a stream: anything that is iterated asynchronously, such as a `ReadableStream` or what an `async function*` gives. */
export function isStream(body: unknown): body is AsyncIterable<unknown> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
