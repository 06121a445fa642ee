// Names under which clients may find the issuer, where no setting says which.

import { hostname, networkInterfaces } from 'node:os';
import type { Hosts } from '../pipeline/cors/hosts.ts';
import { ApiError } from '../pipeline/errors/failure.ts';

/** How containers and emulators call the machine that they run on. */
const FROM_INSIDE: readonly string[] = ['host.docker.internal', 'host.containers.internal', '10.0.2.2'];

/**
 * An assertion is for whoever it names, and tokens are believed by their issuer: so this machine goes by names of its own only. Else whoever gets
 * hold of what a program has signed for another server could show it here under that server's name.
 *
 * @throws ApiError `invalid_argument` with what to do about it
 */
export function requireOwnName(origin: string, hosts: Hosts): void {
  const { host, hostname: name } = new URL(origin);
  if (hosts.isOurs(host) || FROM_INSIDE.includes(name) || isOfMachine(name)) return;
  throw new ApiError(
    'invalid_argument',
    `${host} is not a local host name; to use it, add --issuer ${origin} or --trusted-hosts ${name}`,
  );
}

/** Asked for what is not `localhost` only: the operating system is slow to tell. */
function isOfMachine(name: string): boolean {
  const own = hostname().toLowerCase();
  if (name === own || name === `${own}.local`) return true;
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));
  return addresses.some((address) => name === address || name === `[${address}]`);
}
