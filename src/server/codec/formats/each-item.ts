// Writes sequences of values.

import { discardStream, isStream, withDiscard } from '../../pipeline/wire.ts';
import type { SentBody } from './format.ts';

/** The text of each item of a list or stream; of another value, its own. Bytes of a stream are passed on. */
export function eachItem(value: unknown, write: (item: unknown) => string): SentBody {
  if (isStream(value)) return withDiscard(eachLater(value, write), () => discardStream(value));
  return (Array.isArray(value) ? value : [value]).map(write).join('');
}

async function* eachLater(items: AsyncIterable<unknown>, write: (item: unknown) => string) {
  for await (const item of items) yield item instanceof Uint8Array ? item : write(item);
}
