// The URL of a sandbox: its own host if names below `localhost` resolve, else a path.

import type { Fetch } from './send-request.ts';

const OF_THIS_MACHINE = /^(localhost|127\.0\.0\.1|\[::1\])$/;
/** Timeout in milliseconds: some resolvers are slow for unknown names. */
const TIMEOUT = 2000;

/** The host URL of a sandbox; undefined if the server is not at `localhost`. */
function byHost(url: string, name: string): string | undefined {
  const { protocol, hostname, port, pathname } = new URL(url);
  if (!OF_THIS_MACHINE.test(hostname) || pathname !== '/') return undefined;
  return `${protocol}//${name}.localhost${port && `:${port}`}`;
}

/** The address of a sandbox by its path. */
function byPath(url: string, name: string): string {
  return `${url}/_sandbox/${name}`;
}

/** Finds the addresses of sandboxes. Whether their hosts are reached is tried once. */
export function createAddresses(url: string, send: Fetch): (name: string) => Promise<string> {
  let reached: Promise<boolean> | undefined;
  return async (name) => {
    const host = byHost(url, name);
    if (host === undefined) return byPath(url, name);
    // By `main`, which is there in any case.
    reached ??= isReached(byHost(url, 'main') ?? host, send);
    return (await reached) ? host : byPath(url, name);
  };
}

async function isReached(host: string, send: Fetch): Promise<boolean> {
  try {
    const response = await send(new Request(`${host}/debug/ready`, { signal: AbortSignal.timeout(TIMEOUT) }));
    return (await response.text()) === '"ok"';
  } catch {
    return false;
  }
}
