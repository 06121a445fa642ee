// Rendered texts: for any address of the server, and in a bounded cache.

import { randomUUID } from 'node:crypto';
import { LRUCache } from '../../schema/lru-cache.ts';

/** Maximum size in bytes: documents for a few addresses. */
const BUDGET = 32 * 1024 * 1024;
/** The overhead of a text, in bytes. */
const AROUND = 1024;

/**
 * The text with a name, derived from an object; another object replaces it. Names may come from clients, so the least
 * recently used ones are removed.
 */
export type TextCache = (name: string, from: object, write: () => string) => Buffer;

/** @param budget - maximum size, in bytes. The newest text is always stored. Default 32 MiB */
export function createTextCache(budget = BUDGET): TextCache {
  const entries = new LRUCache<string, { readonly from: object; readonly bytes: Buffer }>({
    maxSize: budget,
    // A larger entry would not be stored at all.
    sizeCalculation: ({ bytes }, name) => Math.min(budget, bytes.length + 2 * name.length + AROUND),
  });
  return (name, from, write) => {
    const found = entries.get(name);
    if (found?.from === from) return found.bytes;
    const bytes = Buffer.from(write());
    entries.set(name, { from, bytes });
    return bytes;
  };
}

/** Placeholder for the address. It is random, so no text contains it by chance. */
const ADDRESS = `http://${randomUUID()}.invalid`;

/**
 * Renders a text once for all addresses: rendering a large document again is much slower than joining pieces.
 *
 * @param write - the text for a base URL, which it may contain anywhere, but only unchanged
 */
export function renderForAddress(write: (base: string) => string): (base: string) => string {
  let pieces: readonly string[] | undefined;
  return (base) => {
    pieces ??= write(ADDRESS).split(ADDRESS);
    return pieces.join(base);
  };
}
