// The signing keys: created on first use, stored in the data folder for its owner only.

import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../../../schema/usage-error.ts';
import { machineDisk } from '../../../store/disk/disk.ts';

export interface IssuerKeys {
  /** The private key for tokens, with its `kid`. */
  readonly jwk: JsonWebKey & { readonly kid: string };
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** For the signatures of cookies. */
  readonly cookies: readonly string[];
}

/** The stored form of the keys. */
export interface StoredKeys {
  readonly signing: JsonWebKey & { readonly kid: string };
  readonly cookies: readonly string[];
}

/** Returns the keys that several processes share, and stores new ones if there are none. */
export type SharedKeys = (make: () => Promise<StoredKeys>) => Promise<StoredKeys>;

/**
 * Returns the keys, always the same ones.
 *
 * @param place - the file, or the shared storage; without it they are in memory
 * @returns a function that rejects with UsageError if the file cannot be used
 */
export function createKeys(place: string | SharedKeys | undefined): () => Promise<IssuerKeys> {
  let keys: Promise<IssuerKeys> | undefined;
  return () => {
    keys ??= openKeys(place).catch((error) => {
      // The disk may have room again the next time.
      keys = undefined;
      throw error;
    });
    return keys;
  };
}

async function openKeys(place: string | SharedKeys | undefined): Promise<IssuerKeys> {
  const { signing, cookies } = await (typeof place === 'function'
    ? place(async () => storedKeys(await generateKey()))
    : keysIn(place));
  const privateKey = createPrivateKey({ key: signing, format: 'jwk' });
  return { jwk: signing, privateKey, publicKey: createPublicKey(privateKey), cookies };
}

async function keysIn(path: string | undefined): Promise<StoredKeys> {
  if (path === undefined) return storedKeys(await keyInMemory());
  const read = await readKeys(path);
  if (read) return read;
  const keys = storedKeys(await generateKey());
  await writeKeys(path, keys);
  return keys;
}

let shared: Promise<KeyObject> | undefined;

/** One private key for all servers of this process without a data folder: generating it takes longer than a login. */
function keyInMemory(): Promise<KeyObject> {
  shared ??= generateKey().catch((error) => {
    shared = undefined;
    throw error;
  });
  return shared;
}

/** The keys of a file; undefined if there is none. @throws UsageError if they cannot be used */
export async function readKeys(path: string): Promise<StoredKeys | undefined> {
  try {
    const stored = JSON.parse(await readFile(path, 'utf8'));
    // A copy or an archive may have changed the permissions.
    await chmod(path, 0o600).catch(() => undefined);
    createPrivateKey({ key: stored.signing, format: 'jwk' });
    if (!Array.isArray(stored.cookies) || typeof stored.signing.kid !== 'string') throw new Error('a key is missing');
    return stored;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    const problem = `The keys in ${path} cannot be used; remove the file to create new ones`;
    throw new UsageError(`${problem}: ${(error as Error).message}`);
  }
}

async function generateKey(): Promise<KeyObject> {
  return (await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })).privateKey;
}

/** Each server has its own key ID and cookie secret. */
function storedKeys(privateKey: KeyObject): StoredKeys {
  const kid = randomBytes(9).toString('base64url');
  const signing = { ...privateKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' };
  return { signing, cookies: [randomBytes(32).toString('base64url')] };
}

/** Stores keys in a file, for its owner only. */
export async function writeKeys(path: string, keys: StoredKeys): Promise<void> {
  // Atomically, so that no partial key is read.
  await writeFile(`${path}.new`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  // Signed tokens have been acknowledged, so the name must survive a power cut as well.
  await machineDisk.flushFolder(dirname(path));
}
