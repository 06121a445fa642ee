// Key pairs for programs that sign.

import { generateKeyPairSync } from 'node:crypto';

export interface KeyPair {
  /** PEM. */
  readonly publicKey: string;
  /** PEM. */
  readonly privateKey: string;
}

export function pair(): KeyPair {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}
