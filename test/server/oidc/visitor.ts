// A simple browser for logins: it stores cookies, follows redirects within the mock server, and submits forms.

import type { MockServer } from '../../../src/index.ts';

/** The default issuer URL; nothing listens there. */
export const ISSUER = 'http://localhost:8080';

type SendOptions = (request: Request) => Promise<Response>;

interface Cookie {
  readonly value: string;
  readonly path: string;
  readonly host: string;
}

export class Visitor {
  readonly #ask: SendOptions;
  readonly #cookies = new Map<string, Cookie>();

  constructor(mockServer: Pick<MockServer, 'fetch'> | SendOptions) {
    this.#ask = typeof mockServer === 'function' ? mockServer : (request) => mockServer.fetch(request);
  }

  /** The names of its cookies. */
  get cookieNames(): string[] {
    return [...new Set([...this.#cookies.keys()].map((key) => key.split(' ')[2] ?? ''))];
  }

  /** Sends one request; does not follow a redirect. */
  async visit(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const { host, pathname } = new URL(url);
    const headers = new Headers(init.headers);
    const sent = [...this.#cookies]
      .filter(([, cookie]) => cookie.host === host && `${pathname}/`.startsWith(`${cookie.path}/`.replace('//', '/')))
      .map(([key, { value }]) => `${key.split(' ')[2]}=${value}`);
    if (sent.length > 0) headers.set('cookie', sent.join('; '));
    const response = await this.#ask(new Request(url, { redirect: 'manual', ...init, headers }));
    for (const field of response.headers.getSetCookie()) this.#keep(host, field);
    return response;
  }

  /** Opens a URL, and follows redirects of the same host. */
  async go(url: string | URL, init?: RequestInit): Promise<{ readonly url: URL; readonly response: Response }> {
    const response = await this.visit(url, init);
    const location = response.headers.get('location');
    if (location === null) return { url: new URL(url), response };
    const next = new URL(location, url);
    return next.host === new URL(url).host ? this.go(next) : { url: next, response };
  }

  /** Submits a form. */
  submit(url: string | URL, fields: Readonly<Record<string, string>>) {
    return this.go(url, { method: 'POST', body: new URLSearchParams(fields) });
  }

  /** Goes through a login by submitting its page with these fields; returns the final URL. */
  async logIn(url: string | URL, fields: Readonly<Record<string, string>>): Promise<URL> {
    const page = await this.go(url);
    if (page.response.status !== 200) throw new Error(`no login page, but ${page.response.status} at ${page.url}`);
    return (await this.submit(page.url, fields)).url;
  }

  #keep(host: string, field: string): void {
    const [pair = '', ...attributes] = field.split('; ');
    const at = pair.indexOf('=');
    const name = pair.slice(0, at);
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/';
    const key = `${host} ${path} ${name}`;
    const expires = attributes.find((one) => /^expires=/i.test(one))?.slice(8);
    const isOver = expires !== undefined && Date.parse(expires) <= Date.now();
    if (isOver || pair.length === at + 1) this.#cookies.delete(key);
    else this.#cookies.set(key, { value: pair.slice(at + 1), path, host });
  }
}

/** The hidden fields of a page. */
export function hiddenFields(page: string): Record<string, string> {
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value]));
}
