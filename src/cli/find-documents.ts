// The OpenAPI documents that lie in a folder: those whose root says so. Others are looked at no further than needed.

import { open, readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { DATA_FILE_ENDINGS } from '../schema/data-file.ts';

/** Folders of a project in which documents lie, if none lies in the project's own. */
export const USUAL = ['openapi', 'spec', 'api'];

/** How much of a file is looked at, in bytes: keys may be sorted, so that much may stand before the version. */
const MOST_LOOKED_AT = 256 * 1024;

/** How many files of a folder are looked at. */
const MOST_FILES = 200;

/** The paths of the documents in a folder; where there are none, of those in its folders `openapi`, `spec` and `api`. None if folder not found. */
export async function findDocuments(folder: string): Promise<readonly string[]> {
  const here = await documentsIn(folder);
  if (here.length > 0) return here;
  return (await Promise.all(USUAL.map((name) => documentsIn(join(folder, name))))).flat();
}

/** The paths of the documents directly in a folder, sorted by name. */
export async function documentsIn(folder: string): Promise<readonly string[]> {
  const names = (await filesIn(folder)).filter((name) => DATA_FILE_ENDINGS.includes(extname(name).toLowerCase()));
  const paths = names.slice(0, MOST_FILES).map((name) => join(folder, name));
  const found = await Promise.all(paths.map(async (path) => isDocument(await beginningOf(path))));
  return paths.filter((_, index) => found[index]);
}

/** The names of the files in a folder, sorted; none if folder not found. */
export async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** The first bytes of a file; empty when it is none, or cannot be read. */
async function beginningOf(path: string): Promise<string> {
  // To open a pipe waits for its other end.
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

/** Whether the beginning of a text, JSON or YAML, has a version of OpenAPI or Swagger at its root. */
export function isDocument(text: string): boolean {
  return /^\uFEFF?\s*\{/.test(text) ? hasVersion(text) : VERSION_LINE.test(text);
}

/** At the root of YAML, keys begin their line. */
const VERSION_LINE = /^\uFEFF?(["']?)(?:openapi|swagger)\1[ \t]*:[ \t]*["']?\d+\.\d/m;

/** What stands behind a key that is a version. */
const VERSION = /\s*:\s*["']?\d+\.\d/y;

/** Whether a version stands at the root of JSON, wherever among the other keys. */
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
