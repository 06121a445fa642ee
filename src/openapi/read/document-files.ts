// The files that a document may be read from: its own folder and below, or its own origin, and hosts that were named. Nothing else is read or fetched.

import { realpathSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Read } from '../../schema/build-cache.ts';
import { filePath, pathInPage } from '../../schema/file-path.ts';

/** How much is read for one document, in bytes; as much again for all the files that it refers to. */
export const MOST_BYTES = 128 * 1024 * 1024;
/** How long a host may take for one file, in milliseconds. */
const MOST_MILLISECONDS = 30_000;
/** How often a host may send somewhere else. */
const MOST_REDIRECTS = 5;

/** A document's files, by address: the URL of a file here or on a host. */
export interface DocumentFiles {
  /** Of the document itself. */
  readonly root: string;
  /** Of the overlays by which it is changed, in their order. */
  readonly overlays: readonly string[];
  /** An address as people say it: the path of a file, the URL of another one. */
  nameOf(address: string): string;
  /** @throws Error with a sentence that says why it is not read */
  readonly read: Read;
  /** Where a file was found that has been read: hosts may send somewhere else, and what it refers to is there (RFC 3986, section 5.1.3). */
  foundAt(address: string): string;
}

/** What may be read, and what need not be. */
export interface Reading {
  /** Hosts that may be asked, such as `api.example.com` or `localhost:3000`; one without a port means every port. Default: none. */
  readonly hosts?: readonly string[] | undefined;
  /** The document itself, where it came in another way. Its references are those of a file at its location, and it is called as that was given. */
  readonly given?: Buffer | undefined;
  /** How files here are read, by their paths. Default: from the disk. */
  readonly readFile?: ((path: string) => Promise<Buffer>) | undefined;
  /** Overlays by which the document is changed before anything else is made of it: paths, or URLs of hosts that may be asked. Default: none. */
  readonly overlays?: readonly (string | URL)[] | undefined;
}

/**
 * The files of a document.
 *
 * @param location - a path, or a URL that begins with `file:`, `http:` or `https:`
 */
export function documentFiles(
  location: string | URL,
  { hosts = [], given, readFile, overlays = [] }: Reading = {},
): DocumentFiles {
  const root = addressOf(location, hosts);
  const found = new Map<string, string>();
  // A URL that was named is meant, with what it refers to at the same origin.
  const fetched = readerOfHosts(isWeb(root) ? [...hosts, new URL(root).origin] : hosts, found);
  const readerFor = (address: string) => (isWeb(address) ? fetched : readerOfFolder(address, fetched));
  const read = readFile && !isWeb(root) ? readerElsewhere(root, fetched, readFile) : readerFor(root);
  const beside = overlays.map((overlay) => addressOf(overlay, hosts));
  const isName = given !== undefined && typeof location === 'string' && !/^\w+:\/\//.test(location);
  return {
    root,
    overlays: beside,
    nameOf: (address) => (isName && address === root ? location : nameOf(address)),
    read: async (address) => {
      if (given && address === root) return given;
      // Whoever names an overlay means it, wherever it is.
      return beside.includes(address) ? readerFor(address)(address) : read(address);
    },
    foundAt: (address) => found.get(address) ?? address,
  };
}

/** The address of what people have named. */
function addressOf(location: string | URL, hosts: readonly string[]): string {
  const isUrl = typeof location !== 'string' || /^(https?|file):\/\//i.test(location);
  if (!isUrl) return pathToFileURL(filePath(location)).href;
  const url = new URL(`${location}`);
  const here = hosts.includes(url.host) ? undefined : pathInPage(url);
  return here === undefined ? url.href : pathToFileURL(here).href;
}

/** An address as people say it. One with a host, or with an encoded slash, is no path. */
function nameOf(address: string): string {
  try {
    return address.startsWith('file:') ? fileURLToPath(address) : address;
  } catch {
    return address;
  }
}

function isWeb(address: string): boolean {
  return /^https?:/.test(address);
}

const OUTSIDE = "it is outside the document's folder; copy it into the folder";

/** Reads files of the folder of a file, and below; what is on a host that was named as well. */
function readerOfFolder(root: string, fetched: Read): Read {
  return async (address) => {
    if (isWeb(address)) return fetched(address);
    const path = pathOf(address);
    // Whoever names a document means it, wherever a link leads.
    if (address === root) return readHere(path);
    const folder = dirname(pathOf(root));
    const real = realPathOf(path);
    if (real === undefined && path.startsWith(folder + sep)) throw new Error('file not found');
    if (!real?.startsWith(realpathSync(folder) + sep)) throw new Error(OUTSIDE);
    return readHere(real);
  };
}

/** Reads files of the folder of a file, and below, where this folder is not that of the disk. */
function readerElsewhere(root: string, fetched: Read, readFile: NonNullable<Reading['readFile']>): Read {
  return async (address) => {
    if (isWeb(address)) return fetched(address);
    const path = pathOf(address);
    if (address !== root && !path.startsWith(dirname(pathOf(root)) + sep)) throw new Error(OUTSIDE);
    return readFile(path);
  };
}

async function readHere(path: string): Promise<Buffer> {
  const status = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error('file not found') : error;
  });
  if (status.isDirectory()) throw new Error('it is a folder; name the document in it');
  if (!status.isFile()) throw new Error('it is not a regular file');
  if (status.size > MOST_BYTES) throw tooLarge(status.size);
  return readFile(path);
}

/** The path of an address; one with a host has none here. */
function pathOf(address: string): string {
  try {
    return fileURLToPath(address);
  } catch {
    throw new Error(`${address} is not a local file`);
  }
}

/** Where a path really leads, symbolic links followed; undefined when there is nothing. */
function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Fetches from hosts that were named. @param hosts - with or without their ports, or origins @param found - takes down where each file was found */
function readerOfHosts(hosts: readonly string[], found: Map<string, string>): Read {
  return async (address) => {
    const signal = AbortSignal.timeout(MOST_MILLISECONDS);
    let url = new URL(address);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      requireNamed(url, hosts);
      const headers = { accept: 'application/json, application/yaml, */*;q=0.5' };
      const response = await fetch(url, { signal, headers, redirect: 'manual', credentials: 'omit' }).catch((error) => {
        const { cause, message } = error as Error & { readonly cause?: Error };
        const isLate = signal.aborted;
        const why = isLate ? `no response within ${MOST_MILLISECONDS / 1000} s` : (cause?.message ?? message);
        throw new Error(`${url.href} cannot be fetched: ${why}`);
      });
      const { status } = response;
      const target = response.headers.get('location');
      if (status === 200) {
        found.set(address, url.href);
        return bodyOf(response, url);
      }
      await response.body?.cancel();
      if (status < 300 || status > 399 || target === null) throw new Error(`${url.href} returned status ${status}`);
      url = new URL(target, url);
    }
    throw new Error(`${address} has more than ${MOST_REDIRECTS} redirects`);
  };
}

function requireNamed(
  { protocol, origin, host, hostname, username, password, href }: URL,
  hosts: readonly string[],
): void {
  if (username !== '' || password !== '')
    throw new Error(`credentials in URLs are not supported; remove them from the URL of ${host}`);
  if (!isWeb(protocol) || !(hosts.includes(origin) || hosts.includes(host) || hosts.includes(hostname)))
    throw new Error(`${href} was not fetched; to allow it, use --allow-fetch ${host}`);
}

async function bodyOf(response: Response, { href }: URL): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      size += read.value.length;
      if (size > MOST_BYTES) throw tooLarge(size);
      chunks.push(read.value);
    }
  } catch (error) {
    await reader?.cancel().catch(() => undefined);
    throw new Error(`${href} could not be read completely: ${(error as Error).message}`);
  }
  return Buffer.concat(chunks);
}

function tooLarge(size: number): Error {
  return new Error(`it has at least ${size} bytes; the maximum is ${MOST_BYTES}`);
}
