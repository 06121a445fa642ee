// A mock server as handlers of Mock Service Worker: `understudy-api/msw`. The only door to MSW.

import { bypass, type HttpHandler, HttpResponse, http } from 'msw';
import { forwardRequest } from './pass-on.ts';

/** The mock server: one in this process, one elsewhere by its URL, or a sandbox, such as the `sandbox` of a test. */
export type MockTarget =
  | { readonly fetch: (request: Request) => Promise<Response> }
  | { readonly url: string }
  | string
  | URL;

/** The requests to handle. */
export interface HandlerSettings {
  /**
   * The URL of the API in the code under test, such as `https://api.example.com`; or several. All requests below are
   * handled. Their paths are unchanged: below that of a server of the document, or the `base` of the mock server.
   */
  readonly at: string | URL | readonly (string | URL)[];
  /** The sandbox of the requests, by name or client. Default: the one that they name, else `main`. */
  readonly sandbox?: string | { readonly name: string };
}

/** Headers of the intercepted connection. MSW 3 has them in Node, and `fetch` rejects some of them. */
const CONNECTION_HEADERS = ['host', 'connection', 'transfer-encoding', 'keep-alive', 'upgrade', 'expect'];

/**
 * Handlers that answer as the mock server does. Handlers before them win; requests for other addresses pass.
 *
 * @example
 * const server = setupServer(...understudyHandlers(mock, { at: 'https://api.example.com' }));
 * @throws TypeError if an address is invalid
 */
export function understudyHandlers(target: MockTarget, { at, sandbox }: HandlerSettings): HttpHandler[] {
  const addresses = addressesOf(at);
  const send = senderTo(target);
  const name = typeof sandbox === 'object' ? sandbox.name : sandbox;
  const handler = http.all(
    ({ request }) => isBelow(new URL(request.url), addresses),
    async ({ request }) => {
      for (const header of CONNECTION_HEADERS) request.headers.delete(header);
      if (name !== undefined) request.headers.set('x-understudy-sandbox', name);
      try {
        return await send(request);
      } catch (error) {
        // An injected connection reset, and a cancelled request, are network errors.
        if (error instanceof TypeError || request.signal.aborted) return HttpResponse.error();
        throw error;
      }
    },
  );
  return [handler];
}

function senderTo(target: MockTarget): (request: Request) => Promise<Response> {
  if (typeof target === 'object' && 'fetch' in target) return (request) => target.fetch(request);
  const url = new URL(typeof target === 'object' && 'url' in target ? target.url : target);
  return (request) => forwardRequest(request, url, bypass);
}

/** @throws TypeError if one is no address */
function addressesOf(at: string | URL | readonly (string | URL)[]): readonly URL[] {
  const given = typeof at === 'string' || at instanceof URL ? [at] : at;
  // In pages, relative URLs are allowed as for `fetch`: `/api`.
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  return given.map((one) => {
    if (URL.canParse(String(one), location?.href)) {
      const address = new URL(one, location?.href);
      if (/^https?:$/.test(address.protocol)) return address;
    }
    throw new TypeError(`"${one}" is not a URL; give the address of the API, such as https://api.example.com`);
  });
}

/** Whether a URL is one of these, or below one. */
function isBelow({ origin, pathname }: URL, addresses: readonly URL[]): boolean {
  return addresses.some((address) => {
    const base = address.pathname.replace(/\/+$/, '');
    return origin === address.origin && (pathname === base || pathname.startsWith(`${base}/`));
  });
}
