// Finds the OpenAPI documents in a folder by their version at the root.

import { open, readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { DATA_FILE_EXTENSIONS } from '../../schema/data-file.ts';

/** Subfolders that are searched if a folder has no document itself. */
export const USUAL = ['openapi', 'spec', 'api'];

/** Bytes of a file that are searched. With sorted keys, the version may be far from the beginning. */
const MOST_LOOKED_AT = 256 * 1024;

/** Files of a folder that are searched. */
const MOST_FILES = 200;

/** Paths of the documents in a folder, else in its folders `openapi`, `spec` and `api`. Empty if the folder does not exist. */
export async function findDocuments(folder: string): Promise<readonly string[]> {
  const here = await documentsIn(folder);
  if (here.length > 0) return here;
  return (await Promise.all(USUAL.map((name) => documentsIn(join(folder, name))))).flat();
}

/** The paths of the documents directly in a folder, sorted by name. */
export async function documentsIn(folder: string): Promise<readonly string[]> {
  const names = (await filesIn(folder)).filter((name) => DATA_FILE_EXTENSIONS.includes(extname(name).toLowerCase()));
  const paths = names.slice(0, MOST_FILES).map((name) => join(folder, name));
  const found = await Promise.all(paths.map(async (path) => isDocument(await beginningOf(path))));
  return paths.filter((_, index) => found[index]);
}

/** Names of the files in a folder, sorted; empty if the folder does not exist. */
export async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** The first bytes of a file; empty if it cannot be read. */
async function beginningOf(path: string): Promise<string> {
  // Opening a pipe would wait for its other end.
  const status = await stat(path).catch(() => undefined);
  const file = status?.isFile() ? await open(path).catch(() => undefined) : undefined;
  if (!file) return '';
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST_LOOKED_AT), 0, MOST_LOOKED_AT, 0);
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
