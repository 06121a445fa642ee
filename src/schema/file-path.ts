// Where files are: paths, URLs of files, and what test runners make of those.

import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The path of a file or a folder that somebody has named.
 *
 * In an environment that plays a page, such as Vitest's jsdom, `new URL('pets.yaml', import.meta.url)` is an address below that of the page: it is
 * the file that stands there in the project.
 *
 * @throws TypeError if it is a URL of anything else than a file
 */
export function filePath(location: string | URL): string {
  if (typeof location === 'string') return resolve(location);
  return pathInPage(location) ?? fileURLToPath(location.href);
}

/** The path of what has an address of the page that is played here; undefined when none is, or it has another one. */
export function pathInPage({ origin, pathname }: Pick<URL, 'origin' | 'pathname'>): string | undefined {
  const page = (globalThis as { readonly location?: { readonly origin?: string } }).location;
  if (page?.origin !== origin || origin === 'null') return undefined;
  const path = decodeURIComponent(pathname);
  // Vite's sign for what stands outside of the project.
  return path.startsWith('/@fs/') ? path.slice('/@fs'.length) : join(process.cwd(), path);
}
