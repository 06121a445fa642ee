// Paths in this repository.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A path of the repository, made absolute. */
export function inRepository(path: string): string {
  return join(ROOT, path);
}
