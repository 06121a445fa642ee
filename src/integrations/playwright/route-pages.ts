// Routes page requests to the test's sandbox.

import type { BrowserContext } from '@playwright/test';
import type { SandboxClient } from '../../client/sandbox.ts';

const OF_THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];
/** A URL with `localhost`, whose sandbox can be a subdomain. */
const AT_LOCALHOST = /^(https?:\/\/)localhost(?=[:/]|$)/;

/**
 * Adds the sandbox header to requests to these origins only: foreign servers would have to allow it. Handlers of
 * `context.route` and `page.route` take precedence.
 */
export async function addSandboxHeader(
  context: BrowserContext,
  { headers }: SandboxClient,
  origins: readonly string[],
): Promise<void> {
  await context.route(belowOrigins(origins), (route, request) =>
    route.fallback({ headers: { ...request.headers(), ...headers } }),
  );
}

/** The origins at which an address is reached: on this machine by all of its names. @throws TypeError if it is no address */
export function originsOf(address: string): readonly string[] {
  if (!URL.canParse(address))
    throw new TypeError(`"${address}" is not a URL; give the address whose requests go to the sandbox`);
  const { protocol, hostname, host, origin } = new URL(address);
  if (!OF_THIS_MACHINE.includes(hostname)) return [origin];
  const port = host.slice(hostname.length);
  return OF_THIS_MACHINE.map((name) => `${protocol}//${name}${port}`);
}

/** The address of a page at the host of the sandbox with this name; undefined where it is not at `localhost`. */
export function atHostOf(name: string, address: string): string | undefined {
  return AT_LOCALHOST.test(address) ? address.replace(AT_LOCALHOST, `$1${name}.localhost`) : undefined;
}

/** The same address by a name that programs find, too. */
export function withoutHostOf(name: string, address: string): string {
  return address.replace(`//${name}.localhost`, '//localhost');
}

/**
 * Matches URLs at these origins. A pattern rather than a function: Playwright evaluates it itself, so other requests
 * are not intercepted.
 */
export function belowOrigins(origins: readonly string[]): RegExp {
  const literal = origins.map((origin) => origin.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^(?:${literal.join('|')})(?:[/?#]|$)`);
}
