// A file of code that somebody wrote for us: loaded, or told where and why it does not.

import { existsSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { codeFolder } from '../../../schema/package-files.ts';
import { UsageError } from '../../../schema/usage-error.ts';

/** Files that somebody wrote for us and that were loaded, with those that they import: by their paths. What comes from packages is none of them. */
const loaded = new Set<string>();

/** How often they were forgotten. Node never loads an address twice, so what is loaded after that has another one. */
let generation = 0;

/** Where our own code is: it is loaded once, whoever imports it. */
const OWN = fileURLToPath(codeFolder());

/** Whether a file that another one imports is loaded anew when it was saved: this Node can tell what is imported. */
export const followsImports = module.registerHooks !== undefined;

/** From now on, tells which files are imported, so that they can be loaded anew. */
export function followImports(): void {
  module.registerHooks?.({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      if (!/^(\.{0,2}\/|file:)/.test(specifier) || !isFollowed(context.parentURL)) return found;
      const path = pathOf(found.url);
      if (path === undefined || path.startsWith(OWN)) return found;
      loaded.add(path);
      // What is required goes by its path, and is forgotten by it.
      return context.conditions.includes('import') ? { ...found, url: versioned(found.url) } : found;
    },
  });
}

/** The paths of the files that were loaded. */
export function importedFiles(): readonly string[] {
  return [...loaded];
}

/** Lets every one of them be loaded anew by the next `importFile`. */
export function forgetImports(): void {
  generation += 1;
  const { cache } = createRequire(import.meta.url);
  for (const path of loaded) delete cache[path];
  loaded.clear();
}

function isFollowed(url: string | undefined): boolean {
  const path = url === undefined ? undefined : pathOf(url);
  return path !== undefined && loaded.has(path);
}

/** Undefined for what is no file here, or lies in a package. */
function pathOf(url: string): string | undefined {
  if (!url.startsWith('file:')) return undefined;
  const path = fileURLToPath(url);
  return path.split(sep).includes('node_modules') ? undefined : path;
}

function versioned(url: string): string {
  return generation === 0 ? url : `${url.replace(/\?.*$/, '')}?v=${generation}`;
}

/**
 * What a file of code exports.
 *
 * @throws Error saying what is wrong with it, where, and what to do about it; UsageError that it throws itself as they are
 */
export async function importFile<Exports>(path: string): Promise<Exports> {
  loaded.add(path);
  try {
    return await import(versioned(pathToFileURL(path).href));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const advice = adviceOn(error as NodeJS.ErrnoException);
    throw new Error(advice ?? `${placeOf(error as Error)}${(error as Error).message}`, { cause: error });
  }
}

/** What Node reports of `import` and `export` in a file that it reads as CommonJS. */
const NOT_COMMONJS = [
  'Cannot use import statement outside a module',
  "Cannot use 'import.meta' outside a module",
  "Unexpected token 'export'",
];

/** What to do about an error that Node tells without it. */
function adviceOn({ code, message, stack = '' }: NodeJS.ErrnoException): string | undefined {
  // Of a CommonJS file, the stack starts with a path; of a module, with a URL.
  const [, file, ending] =
    (NOT_COMMONJS.includes(message) && /^(?!file:)(.+)\.([jt]s):\d+\n/.exec(stack)) ||
    (/^Named export .* The requested module '(.+)\.([jt]s)' is a CommonJS module/.exec(message) ?? []);
  if (file !== undefined)
    return `Node reads ${file}.${ending} as CommonJS; rename it to ${basename(file)}.m${ending}, or set "type": "module" in package.json`;
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION') {
    return 'this version of Node cannot run TypeScript; use Node 22.18 or newer, or a .mjs file';
  }
  if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'ERR_UNSUPPORTED_DIR_IMPORT') return undefined;
  const [, name = '', importer = ''] =
    /^(?:Cannot find (?:module|package)|Directory import) '([^']+)'.* imported from (.+)$/.exec(message) ?? [];
  if (!isAbsolute(name)) return name === '' ? undefined : `${message}; try npm install ${name}`;
  const written = [
    `${name}.ts`,
    name.replace(/\.[cm]?js$/, '.ts'),
    join(name, 'index.ts'),
    `${name}.js`,
    `${name}.mjs`,
  ];
  const meant = written.find((file) => file !== name && existsSync(file));
  if (meant === undefined) return `${message}: file not found`;
  const shown = relative(dirname(importer), meant).replaceAll('\\', '/');
  return `${message}; write '${shown.startsWith('..') ? shown : `./${shown}`}' (Node requires file extensions)`;
}

/** The file and line of the user that an error names in its stack; empty if there is none. */
function placeOf({ stack = '' }: Error): string {
  const [, path, at] = /^(?!file:)(.+\.[cm]?[jt]s):(\d+)\n/.exec(stack) ?? [];
  if (path !== undefined) return `${path}:${at} `;
  const places = stack.matchAll(/(file:\/\/[^\s()]+?):(\d+)/g).map(([, url = '', line]) => [fileURLToPath(url), line]);
  const place = places.find(([file = '']) => !file.startsWith(OWN));
  return place === undefined ? '' : `${place.join(':')} `;
}
