// File paths from paths and URLs, including those of test runners.

import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The path of a file or folder that a user named.
 *
 * In an environment that simulates a page, such as Vitest with jsdom, `new URL('pets.yaml', import.meta.url)` is below
 * the URL of the page: it stands for the file in the project.
 *
 * @throws TypeError for a URL that is not a file
 */
export function filePath(location: string | URL): string {
  if (typeof location === 'string') return resolve(location);
  return pathInPage(location) ?? fileURLToPath(location.href);
}

/** The path of a URL below the simulated page; undefined for other URLs, or without a page. */
export function pathInPage({ origin, pathname }: Pick<URL, 'origin' | 'pathname'>): string | undefined {
  const page = (globalThis as { readonly location?: { readonly origin?: string } }).location;
  if (page?.origin !== origin || origin === 'null') return undefined;
  const path = decodeURIComponent(pathname);
  // Vite's prefix of files outside of the project.
  return path.startsWith('/@fs/') ? path.slice('/@fs'.length) : join(process.cwd(), path);
}
