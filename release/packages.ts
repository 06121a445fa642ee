// The packages that npm installs with the published one, from the lock file.

import { readFileSync } from 'node:fs';

interface Locked {
  readonly version: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly peer?: boolean;
  /** Whether it is a workspace. */
  readonly link?: boolean;
}

/** Their folders, relative to the root, such as `node_modules/ajv`. */
export function installedPackages(): readonly string[] {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
  return Object.entries<Locked>(lock.packages)
    .filter(([path]) => path.startsWith('node_modules/'))
    .filter(([, { dev, devOptional, peer, link }]) => !dev && !devOptional && !peer && !link)
    .map(([path]) => path);
}
