// The files that a document may be read from: its own folder or origin, and allowed hosts.

import { realpathSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Read } from '../../schema/build-cache.ts';
import { filePath, pathInPage } from '../../schema/file-path.ts';

/** Maximum bytes of a document, and again of all files it references. */
export const MAX_DOCUMENT_BYTES = 128 * 1024 * 1024;
/** The location of a document that was read from standard input. */
export const STANDARD_INPUT = 'standard input';
/** Timeout of one file on a host, in milliseconds. */
const TIMEOUT_MS = 30_000;
/** Maximum redirects. */
const MOST_REDIRECTS = 5;

/** The files of a document, by address: a file or http URL. */
export interface DocumentFiles {
  /** The address of the document. */
  readonly root: string;
  /** The addresses of its overlays, in order. */
  readonly overlays: readonly string[];
  /** An address for messages: the path of a file, or a URL. */
  displayName(address: string): string;
  /** @throws Error with a sentence about the reason */
  readonly read: Read;
  /** The address of a file after redirects, the base of its references (RFC 3986, section 5.1.3). */
  finalAddress(address: string): string;
}

/** Options for reading a document. */
export interface ReadOptions {
  /** Allowed hosts, such as `api.example.com` or `localhost:3000`; without a port any port. Default: none. */
  readonly hosts?: readonly string[] | undefined;
  /** The content of the document, if it was read already. Its location is the base of references, and its name. */
  readonly content?: Buffer | undefined;
  /** Reads local files. Default: from disk. */
  readonly readFile?: ((path: string) => Promise<Buffer>) | undefined;
  /** Overlays that modify the document: paths, or URLs of allowed hosts. Default: none. */
  readonly overlays?: readonly (string | URL)[] | undefined;
}

/**
 * Creates the files of a document.
 *
 * @param location - a path, or a `file:`, `http:` or `https:` URL
 */
export function createDocumentFiles(
  location: string | URL,
  { hosts = [], content: given, readFile, overlays = [] }: ReadOptions = {},
): DocumentFiles {
  const root = toAddress(location, hosts);
  const found = new Map<string, string>();
  // A URL that the user named is allowed, with its origin.
  const fetchFile = createHostReader(isHttp(root) ? [...hosts, new URL(root).origin] : hosts, found);
  const createReader = (address: string) => (isHttp(address) ? fetchFile : createFolderReader(address, fetchFile));
  const read = readFile && !isHttp(root) ? createVirtualReader(root, fetchFile, readFile) : createReader(root);
  const overlayAddresses = overlays.map((overlay) => toAddress(overlay, hosts));
  const isName = given !== undefined && typeof location === 'string' && !/^\w+:\/\//.test(location);
  return {
    root,
    overlays: overlayAddresses,
    displayName: (address) => (isName && address === root ? location : nameOf(address)),
    read: async (address) => {
      if (given && address === root) return given;
      // An overlay that the user named may be anywhere.
      return overlayAddresses.includes(address) ? createReader(address)(address) : read(address);
    },
    finalAddress: (address) => found.get(address) ?? address,
  };
}

/** The address of a location. */
function toAddress(location: string | URL, hosts: readonly string[]): string {
  const isUrl = typeof location !== 'string' || /^(https?|file):\/\//i.test(location);
  if (!isUrl) return pathToFileURL(filePath(location)).href;
  const url = new URL(`${location}`);
  const localPath = hosts.includes(url.host) ? undefined : pathInPage(url);
  return localPath === undefined ? url.href : pathToFileURL(localPath).href;
}

/** An address for messages. File URLs with a host or an encoded slash have no path. */
function nameOf(address: string): string {
  try {
    return address.startsWith('file:') ? fileURLToPath(address) : address;
  } catch {
    return address;
  }
}

function isHttp(address: string): boolean {
  return /^https?:/.test(address);
}

const OUTSIDE = "it is outside the document's folder; copy it into the folder";

/** Reads files in the folder of a file and below, and from allowed hosts. */
function createFolderReader(root: string, fetchFile: Read): Read {
  return async (address) => {
    if (isHttp(address)) return fetchFile(address);
    const path = pathOf(address);
    // A document that the user named may be a symbolic link.
    if (address === root) return readLocalFile(path);
    const folder = dirname(pathOf(root));
    const real = realPathOf(path);
    if (real === undefined && path.startsWith(folder + sep)) throw new Error('file not found');
    if (!real?.startsWith(realpathSync(folder) + sep)) throw new Error(OUTSIDE);
    return readLocalFile(real);
  };
}

/** Reads files in the folder of a file and below, in a virtual file system. */
function createVirtualReader(root: string, fetchFile: Read, readFile: NonNullable<ReadOptions['readFile']>): Read {
  return async (address) => {
    if (isHttp(address)) return fetchFile(address);
    const path = pathOf(address);
    if (address !== root && !path.startsWith(dirname(pathOf(root)) + sep)) throw new Error(OUTSIDE);
    return readFile(path);
  };
}

async function readLocalFile(path: string): Promise<Buffer> {
  const status = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error('file not found') : error;
  });
  if (status.isDirectory()) throw new Error('it is a folder; name the document in it');
  if (!status.isFile()) throw new Error('it is not a regular file');
  if (status.size > MAX_DOCUMENT_BYTES) throw tooLarge(status.size);
  return readFile(path);
}

/** The path of an address. @throws Error for a URL with a host */
function pathOf(address: string): string {
  try {
    return fileURLToPath(address);
  } catch {
    throw new Error(`${address} is not a local file`);
  }
}

/** The path with symbolic links resolved; undefined if it does not exist. */
function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Fetches from allowed hosts.
 *
 * @param hosts - with or without port, or origins
 * @param found - receives final addresses
 */
function createHostReader(hosts: readonly string[], found: Map<string, string>): Read {
  return async (address) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    let url = new URL(address);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      requireNamed(url, hosts);
      const headers = { accept: 'application/json, application/yaml, */*;q=0.5' };
      const response = await fetch(url, { signal, headers, redirect: 'manual', credentials: 'omit' }).catch((error) => {
        const { cause, message } = error as Error & { readonly cause?: Error };
        const isTimeout = signal.aborted;
        const reason = isTimeout ? `no response within ${TIMEOUT_MS / 1000} s` : (cause?.message ?? message);
        throw new Error(`${url.href} cannot be fetched: ${reason}`);
      });
      const { status } = response;
      const target = response.headers.get('location');
      if (status === 200) {
        found.set(address, url.href);
        return readBody(response, url);
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
  if (!isHttp(protocol) || !(hosts.includes(origin) || hosts.includes(host) || hosts.includes(hostname)))
    throw new Error(`${href} was not fetched; to allow it, use --allow-fetch ${host}`);
}

async function readBody(response: Response, { href }: URL): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      size += read.value.length;
      if (size > MAX_DOCUMENT_BYTES) throw tooLarge(size);
      chunks.push(read.value);
    }
  } catch (error) {
    await reader?.cancel().catch(() => undefined);
    throw new Error(`${href} could not be read completely: ${(error as Error).message}`);
  }
  return Buffer.concat(chunks);
}

function tooLarge(size: number): Error {
  return new Error(`it has at least ${size} bytes; the maximum is ${MAX_DOCUMENT_BYTES}`);
}
