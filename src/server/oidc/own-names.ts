// Host names under which clients may use the issuer by default.

import { hostname, networkInterfaces } from 'node:os';
import type { TrustedHosts } from '../pipeline/cors/trusted-hosts.ts';
import { ApiError } from '../pipeline/errors/api-error.ts';

/** How containers and emulators call the machine that they run on. */
const FROM_INSIDE: readonly string[] = ['host.docker.internal', 'host.containers.internal', '10.0.2.2'];

/**
 * Assertions and tokens are bound to the issuer's name, so this machine only accepts its own names. Otherwise an
 * assertion for another server could be used here under that server's name.
 *
 * @throws ApiError `invalid_argument` with advice
 */
export function requireOwnName(origin: string, hosts: TrustedHosts): void {
  const { host, hostname: name } = new URL(origin);
  if (hosts.isLocalOrTrusted(host) || FROM_INSIDE.includes(name) || isOfMachine(name)) return;
  throw new ApiError(
    'invalid_argument',
    `${host} is not a local host name; to use it, add --issuer ${origin} or --trusted-hosts ${name}`,
  );
}

/** Only for names other than `localhost`: the operating system is slow. */
function isOfMachine(name: string): boolean {
  const own = hostname().toLowerCase();
  if (name === own || name === `${own}.local`) return true;
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));
  return addresses.some((address) => name === address || name === `[${address}]`);
}
