// What was made from files, remembered between starts until one of them changes. See docs/decisions/0043.

import { createHash, randomUUID } from 'node:crypto';
import { constants, readFileSync, statSync } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { builtBefore, relocatable, relocated } from './built-before.ts';
import { makeFolder } from './make-folder.ts';
import { readRegularFile } from './read-regular-file.ts';

/** Reads a file by its address. */
export type Read = (address: string) => Promise<Buffer>;

/** How to make something from files. */
export interface Recipe<T> {
  /** Tells it from all else that is remembered. */
  readonly name: string;
  /** The files of code that make it, or the package.json of a library that does. Asked for when it is made, and not when it is remembered. */
  builders(): readonly string[] | Promise<readonly string[]>;
  /** What else it depends on. */
  readonly given?: readonly string[];
  /** How files are read, now and when it is seen whether they have changed. Default: from the disk. */
  readonly read?: Read;
  /** Makes it: plain data, out of nothing but what `read` reads. What it throws is not remembered. */
  make(read: Read): Promise<T>;
}

interface Entry {
  readonly name: string;
  /** What was given. */
  readonly given: string;
  /** The builders, by their paths. */
  readonly builders: ReadonlyMap<string, Builder>;
  /** A digest of each file that was read, by its address; for one that could not be read, of why. */
  readonly files: ReadonlyMap<string, string>;
  readonly product: unknown;
}

/** A file of code, as it was when something was made by it. */
interface Builder {
  readonly digest: string;
  /** What the system said of it, see `stampOf`. */
  readonly stamp: string | undefined;
}

/** Entries of a process that has no folder for them. */
const inMemory = new Map<string, Buffer>();

/**
 * What a recipe makes. When nothing has changed since it was made last, or since the package was built, a copy of that is given instead.
 *
 * It is kept where Node keeps compiled code (`module.enableCompileCache`); without such a folder, as long as the process lasts.
 * An entry that cannot be read, is not this user's own, or is not what was written counts as none; one that cannot be written is not kept.
 */
export async function cached<T>(recipe: Recipe<T>): Promise<T> {
  const { read = fromDisk, make } = recipe;
  const key = keyOf(recipe);
  const entry = (await entryOf(key, read)) ?? (await builtEntryOf(key, read));
  if (entry) return entry.product as T;
  const builders = new Map((await recipe.builders()).map((path) => [path, builderAt(path)]));
  const files = new Map<string, string>();
  const product = await make(async (address) => {
    const bytes = await read(address).catch((error: Error) => {
      files.set(address, digestOfReason(error));
      throw error;
    });
    const found = digest(bytes);
    // A file that changes while it is read has no digest that could be found again.
    files.set(address, (files.get(address) ?? found) === found ? found : '');
    return bytes;
  });
  await keep({ ...key, builders, files, product }).catch(() => undefined);
  return product;
}

/** What a recipe has made; undefined when it has made nothing yet, or something has changed since. */
export async function recalled<T>(recipe: Omit<Recipe<T>, 'make'>): Promise<T | undefined> {
  return (await entryOf(keyOf(recipe), recipe.read ?? fromDisk))?.product as T | undefined;
}

const fromDisk: Read = readRegularFile;

type Key = Pick<Entry, 'name' | 'given'>;

function keyOf({ name, given = [] }: Omit<Recipe<unknown>, 'make'>): Key {
  // Two installations do not take turns in forgetting what the other one made.
  return {
    name: JSON.stringify([name, import.meta.url]),
    given: digest(JSON.stringify(given.map((one) => relocatable(one)))),
  };
}

async function entryOf({ name, given }: Key, read: Read): Promise<Entry | undefined> {
  const entry = await recall(name).catch(() => undefined);
  const isOurs = entry?.name === name && entry.given === given && [...entry.builders].every(isAsItWas);
  return isOurs && (await areUnchanged(entry.files, read)) ? entry : undefined;
}

/** What was made of files of the package when that was built, if they are still the same. Its code is what it was then. */
async function builtEntryOf({ name, given }: Key, read: Read): Promise<Entry | undefined> {
  const common = relocatable(name);
  const bytes = await builtBefore(digest(common));
  const entry = bytes && unpack(bytes);
  if (entry?.name !== common || entry.given !== given) return undefined;
  const files = new Map([...entry.files].map(([address, known]) => [relocated(address), known]));
  return (await areUnchanged(files, read)) ? entry : undefined;
}

/**
 * An entry of a package, as it can be a part of it wherever that is installed: what it is called, and its bytes. Undefined for one that was made of other files
 * too, or tells where the package was.
 *
 * @param bytes - of the file of the entry
 * @param folder - that of the package, with a slash at its end
 */
export function asBuilt(
  bytes: Buffer,
  folder: string,
): { readonly digest: string; readonly bytes: Buffer } | undefined {
  const entry = unpack(bytes);
  if (!entry) return undefined;
  const name = relocatable(entry.name, folder);
  const files = new Map([...entry.files].map(([address, known]) => [relocatable(address, folder), known]));
  const built = pack({ ...entry, name, builders: new Map(), files });
  const isOwn = [...entry.files.keys()].every((address) => address !== relocatable(address, folder));
  return isOwn && !built.includes(folder) ? { digest: digest(name), bytes: built } : undefined;
}

async function areUnchanged(files: Entry['files'], read: Read): Promise<boolean> {
  for (const [address, known] of files) {
    if ((await read(address).then(digest, digestOfReason)) !== known) return false;
  }
  return true;
}

/** Builders by path: each product has the same hundred of them. */
const knownBuilders = new Map<string, Builder>();

function builderAt(path: string): Builder {
  const stamp = stampOf(path);
  const known = knownBuilders.get(path);
  if (known?.stamp !== undefined && known.stamp === stamp) return known;
  const builder = { stamp, digest: digest(readFileSync(path)) };
  knownBuilders.set(path, builder);
  return builder;
}

/** Most files need not be read to know that. One with another stamp may still be the same, such as in a copy of a container. */
function isAsItWas([path, { digest: known, stamp }]: readonly [string, Builder]): boolean {
  try {
    return (stamp !== undefined && stampOf(path) === stamp) || digest(readFileSync(path)) === known;
  } catch {
    return false;
  }
}

/** For how long a file may change again without another time of its change, in milliseconds: clocks of file systems have ticks, of two seconds at most. */
const TICK = 2_000;

/**
 * What the system says of a file, which it says differently after each change, whoever puts back its size and its time. Undefined for one that
 * has just been changed.
 */
function stampOf(path: string): string | undefined {
  const { ino, size, mtimeMs, ctimeMs } = statSync(path);
  return Date.now() - ctimeMs > TICK ? `${ino} ${size} ${mtimeMs} ${ctimeMs}` : undefined;
}

function digest(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Of a file that cannot be read. It may be there tomorrow. */
function digestOfReason({ message }: Error): string {
  return `not read: ${message}`;
}

/** The file of an entry; undefined when this process has no folder for it. Node 20 has none. */
function fileOf(name: string): string | undefined {
  const folder = module.getCompileCacheDir?.();
  return folder && join(folder, 'understudy', digest(name));
}

async function recall(name: string): Promise<Entry | undefined> {
  const file = fileOf(name);
  const bytes = file ? await readOwn(file) : inMemory.get(name);
  return bytes && unpack(bytes);
}

async function keep(entry: Entry): Promise<void> {
  const bytes = pack(entry);
  const file = fileOf(entry.name);
  if (!file) return void inMemory.set(entry.name, bytes);
  await makeFolder(dirname(file), 0o700);
  const fresh = `${file}.${randomUUID()}`;
  try {
    await writeFile(fresh, bytes, { flag: 'wx', mode: 0o600 });
    await rename(fresh, file);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

/** An entry behind its digest. */
function pack(entry: Entry): Buffer {
  const bytes = serialize(entry);
  return Buffer.concat([Buffer.from(digest(bytes)), bytes]);
}

function unpack(packed: Buffer): Entry | undefined {
  const bytes = packed.subarray(64);
  return packed.toString('latin1', 0, 64) === digest(bytes) ? deserialize(bytes) : undefined;
}

/** A file that belongs to this user, and that nobody else can write. The folder above may be one for all users of the machine. */
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
