// A bounded cache of responses with entity tags (RFC 9110, section 8.8.3).

import { LRUCache } from '../../schema/least-recent.ts';
import { entityTagOf } from '../pipeline/entity-tag.ts';
import type { WireResponse } from '../pipeline/wire.ts';

/** How much is kept, in bytes: pages and documents for a few addresses, however large the document. */
const BUDGET = 32 * 1024 * 1024;
/** What an answer takes beside its body and its name, in bytes. */
const AROUND = 1024;

/** Answers by name. A name may come from a client, so the ones that were not asked for the longest make room for others. */
export interface AnswerCache {
  /** The answer with a name, made from something. It is made again when it would be made from something else. */
  get(name: string, from: object, make: () => WireResponse): WireResponse;
}

interface Entry {
  readonly from: object;
  readonly response: WireResponse;
}

/** @param budget - how much is kept, in bytes. The newest answer always is. Default 32 MiB */
export function createAnswerCache(budget = BUDGET): AnswerCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: budget,
    // What is longer than all that is kept would not be kept at all.
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

/** Its body in bytes: a text would be encoded for each request, and each connection would keep its own. */
function named({ body: text, headers, ...response }: WireResponse): WireResponse {
  const body = typeof text === 'string' ? Buffer.from(text) : text;
  return { ...response, headers: { ...headers, etag: entityTagOf(body) }, body };
}
