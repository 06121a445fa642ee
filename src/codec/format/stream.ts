// Values that come one after the other.

import type { Sent } from './format.ts';

/** Whether a value is a stream: an async iterable, as a `ReadableStream` is one too. */
export function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** The text of each item of a list, or of what comes one after the other; of a value that is neither, its own. */
export function eachOf(value: unknown, write: (item: unknown) => string): Sent {
  if (isStream(value)) return eachLater(value, write);
  return (Array.isArray(value) ? value : [value]).map(write).join('');
}

async function* eachLater(items: AsyncIterable<unknown>, write: (item: unknown) => string): AsyncGenerator<string> {
  for await (const item of items) yield write(item);
}
