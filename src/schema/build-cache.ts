// Cache of values built from files, until one of the files changes. See docs/decisions/0043.

import { createHash, randomUUID } from 'node:crypto';
import { constants, readFileSync, statSync } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { makeFolder } from './make-folder.ts';
import { fromRelocatable, readPackagedBuild, toRelocatable } from './packaged-builds.ts';
import { readRegularFile } from './read-regular-file.ts';

/** Reads a file by its address. */
export type Read = (address: string) => Promise<Buffer>;

/** How to build a cached value. */
export interface Recipe<T> {
  /** The unique cache key. */
  readonly name: string;
  /** The code files that build it, and manifests of libraries. Called only when it is built. */
  codeFiles(): readonly string[] | Promise<readonly string[]>;
  /** Other inputs. */
  readonly inputs?: readonly string[];
  /** Reads files, to build and to detect changes. Default: from disk. */
  readonly read?: Read;
  /** Builds the value: plain data from files read by `read` only. Errors are not cached. */
  make(read: Read): Promise<T>;
}

interface Entry {
  readonly name: string;
  /** Digest of the other inputs. */
  readonly given: string;
  /** Code files by path. */
  readonly builders: ReadonlyMap<string, Builder>;
  /** Digests of the files by address; for an unreadable one, of the reason. */
  readonly files: ReadonlyMap<string, string>;
  readonly product: unknown;
}

/** A code file at the time of the build. */
interface Builder {
  readonly digest: string;
  /** Its file system metadata, see `stampOf`. */
  readonly stamp: string | undefined;
}

/** Entries of a process without a cache folder. */
const inMemory = new Map<string, Buffer>();

/**
 * Builds a value, or returns a copy of the cached one if nothing has changed since, or since the package was built.
 *
 * Entries are stored in Node's compile cache folder (`module.enableCompileCache`); without one, in memory. Entries that
 * are unreadable, corrupt or owned by another user are ignored; failed writes too.
 */
export async function buildCached<T>(recipe: Recipe<T>): Promise<T> {
  const { read = readFromDisk, make } = recipe;
  const key = keyOf(recipe);
  const entry = (await entryOf(key, read)) ?? (await builtEntryOf(key, read));
  if (entry) return entry.product as T;
  const builders = new Map((await recipe.codeFiles()).map((path) => [path, builderAt(path)]));
  const files = new Map<string, string>();
  const product = await make(async (address) => {
    const bytes = await read(address).catch((error: Error) => {
      files.set(address, digestOfReason(error));
      throw error;
    });
    const found = digest(bytes);
    // A file that changes during the build gets an invalid digest.
    files.set(address, (files.get(address) ?? found) === found ? found : '');
    return bytes;
  });
  await storeEntry({ ...key, builders, files, product }).catch(() => undefined);
  return product;
}

/** A cached value; undefined if there is none, or something has changed. */
export async function readCached<T>(recipe: Omit<Recipe<T>, 'make'>): Promise<T | undefined> {
  return (await entryOf(keyOf(recipe), recipe.read ?? readFromDisk))?.product as T | undefined;
}

const readFromDisk: Read = readRegularFile;

type Key = Pick<Entry, 'name' | 'given'>;

function keyOf({ name, inputs: given = [] }: Omit<Recipe<unknown>, 'make'>): Key {
  // Each installation has its own entries.
  return {
    name: JSON.stringify([name, import.meta.url]),
    given: digest(JSON.stringify(given.map((one) => toRelocatable(one)))),
  };
}

async function entryOf({ name, given }: Key, read: Read): Promise<Entry | undefined> {
  const entry = await loadEntry(name).catch(() => undefined);
  const matchesKey = entry?.name === name && entry.given === given && [...entry.builders].every(isUnchanged);
  return matchesKey && (await areFilesUnchanged(entry.files, read)) ? entry : undefined;
}

/** An entry that was built with the package, if its files have not changed. Its code cannot have changed. */
async function builtEntryOf({ name, given }: Key, read: Read): Promise<Entry | undefined> {
  const common = toRelocatable(name);
  const bytes = await readPackagedBuild(digest(common));
  const entry = bytes && unpack(bytes);
  if (entry?.name !== common || entry.given !== given) return undefined;
  const files = new Map([...entry.files].map(([address, knownDigest]) => [fromRelocatable(address), knownDigest]));
  return (await areFilesUnchanged(files, read)) ? entry : undefined;
}

/**
 * A relocatable copy of an entry, for the published package. Undefined if it depends on files outside of the package,
 * or contains its location.
 *
 * @param bytes - of the entry's file
 * @param folder - of the package, with a trailing slash
 */
export function toPackagedBuild(
  bytes: Buffer,
  folder: string,
): { readonly digest: string; readonly bytes: Buffer } | undefined {
  const entry = unpack(bytes);
  if (!entry) return undefined;
  const name = toRelocatable(entry.name, folder);
  const files = new Map(
    [...entry.files].map(([address, knownDigest]) => [toRelocatable(address, folder), knownDigest]),
  );
  const built = pack({ ...entry, name, builders: new Map(), files });
  const isOwn = [...entry.files.keys()].every((address) => address !== toRelocatable(address, folder));
  return isOwn && !built.includes(folder) ? { digest: digest(name), bytes: built } : undefined;
}

async function areFilesUnchanged(files: Entry['files'], read: Read): Promise<boolean> {
  for (const [address, knownDigest] of files) {
    if ((await read(address).then(digest, digestOfReason)) !== knownDigest) return false;
  }
  return true;
}

/** Code files by path: all entries share about a hundred. */
const knownBuilders = new Map<string, Builder>();

function builderAt(path: string): Builder {
  const stamp = stampOf(path);
  const known = knownBuilders.get(path);
  if (known?.stamp !== undefined && known.stamp === stamp) return known;
  const builder = { stamp, digest: digest(readFileSync(path)) };
  knownBuilders.set(path, builder);
  return builder;
}

/** Compares metadata first. Files with other metadata may be equal, such as in a copied container. */
function isUnchanged([path, { digest: knownDigest, stamp }]: readonly [string, Builder]): boolean {
  try {
    return (stamp !== undefined && stampOf(path) === stamp) || digest(readFileSync(path)) === knownDigest;
  } catch {
    return false;
  }
}

/**
 * Time in which a file may change without a new timestamp, in milliseconds: file systems have ticks of up to two
 * seconds.
 */
const TIMESTAMP_TICK_MS = 2_000;

/**
 * File system metadata that differs after each change, even if size and time are restored. Undefined for a file that
 * changed just now.
 */
function stampOf(path: string): string | undefined {
  const { ino, size, mtimeMs, ctimeMs } = statSync(path);
  return Date.now() - ctimeMs > TIMESTAMP_TICK_MS ? `${ino} ${size} ${mtimeMs} ${ctimeMs}` : undefined;
}

function digest(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The digest of an unreadable file. It may exist later. */
function digestOfReason({ message }: Error): string {
  return `not read: ${message}`;
}

/** The file of an entry; undefined without a cache folder. */
function fileOf(name: string): string | undefined {
  const folder = module.getCompileCacheDir?.();
  return folder && join(folder, 'understudy', digest(name));
}

async function loadEntry(name: string): Promise<Entry | undefined> {
  const file = fileOf(name);
  const bytes = file ? await readOwn(file) : inMemory.get(name);
  return bytes && unpack(bytes);
}

async function storeEntry(entry: Entry): Promise<void> {
  const bytes = pack(entry);
  const file = fileOf(entry.name);
  if (!file) return void inMemory.set(entry.name, bytes);
  await makeFolder(dirname(file), 0o700);
  const temporary = `${file}.${randomUUID()}`;
  try {
    await writeFile(temporary, bytes, { flag: 'wx', mode: 0o600 });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Serializes an entry after its digest. */
function pack(entry: Entry): Buffer {
  const bytes = serialize(entry);
  return Buffer.concat([Buffer.from(digest(bytes)), bytes]);
}

function unpack(packed: Buffer): Entry | undefined {
  const bytes = packed.subarray(64);
  return packed.toString('latin1', 0, 64) === digest(bytes) ? deserialize(bytes) : undefined;
}

/** Reads a file that only this user can write. The folder may be shared by all users. */
async function readOwn(path: string): Promise<Buffer | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const status = await file.stat();
    const isOwn = process.getuid === undefined || (status.uid === process.getuid() && (status.mode & 0o022) === 0);
    return status.isFile() && isOwn ? await file.readFile() : undefined;
  } finally {
    await file.close();
  }
}
