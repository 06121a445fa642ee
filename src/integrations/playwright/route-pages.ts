// Leads what pages ask to the sandbox of their test.

import type { BrowserContext } from '@playwright/test';
import type { SandboxClient } from '../../client/sandbox.ts';

const OF_THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];
/** An address whose first label may be a sandbox. */
const AT_LOCALHOST = /^(https?:\/\/)localhost(?=[:/]|$)/;

/**
 * Lets requests to these origins carry the header that names a sandbox. Foreign servers never see it: they would have to allow it.
 * Whatever else was planned for a request with `context.route` or `page.route` comes first.
 */
export async function leadByHeader(
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

/** What addresses at these origins match, and no others. A pattern rather than a function: Playwright holds requests against it by itself, and only those that match come here. */
export function belowOrigins(origins: readonly string[]): RegExp {
  const literal = origins.map((origin) => origin.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^(?:${literal.join('|')})(?:[/?#]|$)`);
}
