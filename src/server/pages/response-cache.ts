// A bounded cache of responses with entity tags (RFC 9110, section 8.8.3).

import { LRUCache } from '../../schema/lru-cache.ts';
import { createEntityTag } from '../pipeline/entity-tag.ts';
import type { WireResponse } from '../pipeline/wire.ts';

/** Maximum size in bytes: pages and documents for a few addresses. */
const BUDGET = 32 * 1024 * 1024;
/** The overhead of a response, in bytes. */
const AROUND = 1024;

/** Responses by name. Names may come from clients, so the least recently used ones are removed. */
export interface ResponseCache {
  /** The response with a name, derived from an object. Another object replaces it. */
  get(name: string, from: object, make: () => WireResponse): WireResponse;
}

interface Entry {
  readonly from: object;
  readonly response: WireResponse;
}

/** @param budget - maximum size, in bytes. The newest response is always stored. Default 32 MiB */
export function createResponseCache(budget = BUDGET): ResponseCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: budget,
    // A larger entry would not be stored at all.
    sizeCalculation: ({ response: { body } }, name) => Math.min(budget, body.length + 2 * name.length + AROUND),
  });
  return {
    get(name, from, make) {
      const found = entries.get(name);
      if (found?.from === from) return found.response;
      const response = named(make());
      entries.set(name, { from, response });
      return response;
    },
  };
}

/** Its body in bytes: a text would be encoded for each request and connection. */
function named({ body: text, headers, ...response }: WireResponse): WireResponse {
  const body = typeof text === 'string' ? Buffer.from(text) : text;
  return { ...response, headers: { ...headers, etag: createEntityTag(body) }, body };
}
