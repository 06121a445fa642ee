// Where the reader of a page found this server.

/** A name or address, and a port: what a shell, a URL and a page read as nothing else. */
const HOST = /^(?:[a-z0-9][a-z0-9._-]{0,252}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** The URL of the host that a request named; of `localhost` when that is no host (a header can hold anything). */
export function baseUrl(host: string | undefined, secure = false): string {
  return `${secure ? 'https' : 'http'}://${host !== undefined && HOST.test(host) ? host : 'localhost'}`;
}
