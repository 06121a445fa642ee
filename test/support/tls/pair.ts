// A self-signed certificate for localhost, and its key. For tests only: the key is public.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = (name: string) => fileURLToPath(new URL(`for-tests-only.${name}.pem`, import.meta.url));

/** Paths of PEM files. The other key belongs to no certificate. */
export const TLS_FILES = { cert: file('cert'), key: file('key'), otherKey: file('other-key') } as const;

/** For localhost, names that end with it, and loopback addresses; valid until 2120. */
export const TLS = { cert: readFileSync(TLS_FILES.cert, 'utf8'), key: readFileSync(TLS_FILES.key, 'utf8') } as const;
