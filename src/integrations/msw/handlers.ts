// A stand-in as request handlers of Mock Service Worker, in Node and in browsers: `understudy-api/msw`. The only door to MSW.

import { bypass, type HttpHandler, HttpResponse, http } from 'msw';
import { addressesOf, isBelow } from './addresses.ts';
import { passOn } from './pass-on.ts';

/** Who answers: a stand-in in this process, one that runs elsewhere by its address, or one of its sandboxes, such as the `sandbox` of a test. */
export type Answering =
  | { readonly fetch: (request: Request) => Promise<Response> }
  | { readonly url: string }
  | string
  | URL;

/** Which requests are answered. */
export interface HandlerSettings {
  /**
   * Where the code under test looks for the API, such as `https://api.example.com`; or several addresses. All requests there and below are answered. Their
   * paths stay as they are: below that of a server of the document, or the `base` of the stand-in.
   */
  readonly at: string | URL | readonly (string | URL)[];
  /** The sandbox that requests mean, by its name or as the client gave it. Default: the one that they name, else `main`. */
  readonly sandbox?: string | { readonly name: string };
}

/**
 * Handlers that answer as a stand-in does. Those before them win, and requests for other addresses are none of theirs.
 *
 * @example
 * const server = setupServer(...understudyHandlers(standIn, { at: 'https://api.example.com' }));
 * @throws TypeError if an address is none
 */
export function understudyHandlers(answering: Answering, { at, sandbox }: HandlerSettings): readonly HttpHandler[] {
  const addresses = addressesOf(at);
  const ask = asking(answering);
  const name = typeof sandbox === 'object' ? sandbox.name : sandbox;
  const handler = http.all(
    ({ request }) => isBelow(new URL(request.url), addresses),
    async ({ request }) => {
      if (name !== undefined) request.headers.set('x-understudy-sandbox', name);
      try {
        return await ask(request);
      } catch (error) {
        // A connection that was reset by a plan, and a caller who has given up, are failures of the network.
        if (error instanceof TypeError || request.signal.aborted) return HttpResponse.error();
        throw error;
      }
    },
  );
  return [handler];
}

function asking(answering: Answering): (request: Request) => Promise<Response> {
  if (typeof answering === 'object' && 'fetch' in answering) return (request) => answering.fetch(request);
  const url = new URL(typeof answering === 'object' && 'url' in answering ? answering.url : answering);
  return (request) => passOn(request, url, bypass);
}
