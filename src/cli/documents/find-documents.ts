// Finds OpenAPI documents: in a folder by their version, and by name.

import { open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { shownPath } from '../../openapi/report/shown-path.ts';
import { DATA_FILE_EXTENSIONS } from '../../schema/data-file.ts';
import { findNearestName } from '../../schema/nearest-name.ts';
import { UsageError } from '../../schema/usage-error.ts';

/** Subfolders to search if a folder has no document itself. */
export const USUAL_FOLDERS = ['openapi', 'spec', 'api'];

/** The number of bytes to search in a file. With sorted keys, the version may be far from the start. */
const SEARCHED_BYTES = 256 * 1024;

/** The number of files to search in a folder. */
const MAX_FILES = 200;

/** The documents in a folder, otherwise in its subfolders `openapi`, `spec` and `api`; empty if it does not exist. */
export async function findDocuments(folder: string): Promise<readonly string[]> {
  const here = await documentsIn(folder);
  if (here.length > 0) return here;
  return (await Promise.all(USUAL_FOLDERS.map((name) => documentsIn(join(folder, name))))).flat();
}

/** The paths of the documents directly in a folder, sorted by name. */
async function documentsIn(folder: string): Promise<readonly string[]> {
  const names = (await filesIn(folder)).filter((name) => DATA_FILE_EXTENSIONS.includes(extname(name).toLowerCase()));
  const paths = names.slice(0, MAX_FILES).map((name) => join(folder, name));
  const found = await Promise.all(paths.map(async (path) => isDocument(await beginningOf(path))));
  return paths.filter((_, index) => found[index]);
}

/** Names of the files in a folder, sorted; empty if the folder does not exist. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** An error for several documents, with the commands to serve each. */
export function severalDocuments(where: string, paths: readonly string[]): UsageError {
  return new UsageError(`Found several OpenAPI documents ${where}. Name one, or several to serve them together:`, [
    ...paths.map((path) => `understudy serve ${shownPath(path)}`),
  ]);
}

/** The only document in a folder. @throws UsageError if there is none, or several */
export async function soleDocument(folder: string): Promise<string> {
  const [one, ...others] = await findDocuments(folder);
  if (one && others.length === 0) return one;
  if (one) throw severalDocuments('here', [one, ...others]);
  throw new UsageError(`No OpenAPI document found here or in ${USUAL_FOLDERS.join(', ')}.`);
}

/** The location of a named document: a file, the only document of a folder, a URL, or `-`. @throws UsageError if there is none */
export async function documentAt(name: string): Promise<string> {
  if (name === '-' || isUrl(name)) return name;
  const status = await stat(name).catch(() => undefined);
  if (!status) throw new UsageError(`${name} does not exist${await hintFor(name)}`);
  if (!status.isDirectory()) return resolve(name);
  const found = await findDocuments(resolve(name));
  const [one, ...others] = found;
  if (one && others.length === 0) return one;
  if (!one) throw new UsageError(`No OpenAPI document found in the folder ${name}.`);
  throw severalDocuments(`in the folder ${name}`, found);
}

/** A hint for a missing file: the file with the most similar name, otherwise the documents in its folder. */
async function hintFor(name: string): Promise<string> {
  const folder = dirname(resolve(name));
  const names = await filesIn(folder);
  const nearest =
    findNearestName(basename(name), names) ??
    names.find((file) => DATA_FILE_EXTENSIONS.some((ending) => file === basename(name) + ending));
  if (nearest !== undefined) return `; did you mean ${shownPath(join(folder, nearest))}?`;
  const documents = await documentsIn(folder);
  return documents.length === 0 ? '.' : `; found ${documents.map(shownPath).join(', ')}.`;
}

/** Whether a name is a URL. */
export function isUrl(name: string): boolean {
  return /^\w+:\/\//.test(name);
}

/** The first bytes of a file; empty if it cannot be read. */
async function beginningOf(path: string): Promise<string> {
  // Opening a pipe would wait for its other end.
  const status = await stat(path).catch(() => undefined);
  const file = status?.isFile() ? await open(path).catch(() => undefined) : undefined;
  if (!file) return '';
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SEARCHED_BYTES), 0, SEARCHED_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await file.close();
  }
}

/** Whether the beginning of JSON or YAML has a version of OpenAPI or Swagger at its root. */
export function isDocument(text: string): boolean {
  return /^\uFEFF?\s*\{/.test(text) ? hasVersion(text) : VERSION_LINE.test(text);
}

/** Root keys of YAML begin their line. */
const VERSION_LINE = /^\uFEFF?(["']?)(?:openapi|swagger)\1[ \t]*:[ \t]*["']?\d+\.\d/m;

/** A version after its key. */
const VERSION = /\s*:\s*["']?\d+\.\d/y;

/** Whether a root key of JSON is a version. */
function hasVersion(json: string): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') depth -= 1;
    if (sign !== '"') continue;
    const from = at + 1;
    for (at = from; at < json.length && json[at] !== '"'; at += 1) if (json[at] === '\\') at += 1;
    if (depth !== 1 || !KEYS.includes(json.slice(from, at))) continue;
    VERSION.lastIndex = at + 1;
    if (VERSION.test(json)) return true;
  }
  return false;
}

const KEYS = ['openapi', 'swagger'];
