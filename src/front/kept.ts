// Answers that are made once and given often, with a name for what they hold (RFC 9110, section 8.8.3).

import { createHash } from 'node:crypto';
import type { WireRequest, WireResponse } from '../engine/wire.ts';

/** How much is kept, in bytes: pages and documents for a few addresses, however large the document. */
const BUDGET = 32 * 1024 * 1024;
/** What an answer takes beside its body and its name, in bytes. */
const AROUND = 1024;

/** Answers by name. A name may come from a client, so the ones that were not asked for the longest make room for others. */
export interface Kept {
  /** The answer with a name, made from something. It is made again when it would be made from something else. */
  get(name: string, from: object, make: () => WireResponse): WireResponse;
}

interface One {
  readonly from: object;
  readonly response: WireResponse;
  readonly size: number;
}

/** @param budget - how much is kept, in bytes. The newest answer always is. Default 32 MiB */
export function createKept(budget = BUDGET): Kept {
  /** The one that was asked for last stands at the end. */
  const kept = new Map<string, One>();
  let size = 0;
  const forget = (name: string, one: One) => {
    kept.delete(name);
    size -= one.size;
  };
  return {
    get(name, from, make) {
      const found = kept.get(name);
      if (found) forget(name, found);
      const one = found?.from === from ? found : made(name, from, make());
      kept.set(name, one);
      size += one.size;
      for (const [oldest, its] of kept) {
        if (size <= budget || its === one) break;
        forget(oldest, its);
      }
      return one.response;
    },
  };
}

/** Its body in bytes: a text would be encoded for each request, and each connection would keep its own. */
function made(name: string, from: object, { body: text, headers, ...response }: WireResponse): One {
  const body = typeof text === 'string' ? Buffer.from(text) : text;
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return {
    from,
    response: { ...response, headers: { ...headers, etag }, body },
    size: body.length + 2 * name.length + AROUND,
  };
}

/** The answer, or 304 when its client has it already (RFC 9110, sections 13.1.2 and 15.4.5). */
export function unlessKnown({ headers: asked }: WireRequest, response: WireResponse): WireResponse {
  const { etag, 'content-type': _, ...headers } = response.headers;
  const known = asked['if-none-match'];
  if (etag === undefined || known === undefined) return response;
  const isKnown = known.trim() === '*' || known.match(/"[^"]*"/g)?.includes(etag);
  return isKnown ? { status: 304, headers: { ...headers, etag }, body: '' } : response;
}
