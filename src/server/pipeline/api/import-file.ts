// Loads a user module, or reports where and why that fails.

import { existsSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { codeFolder } from '../../../schema/package-files.ts';
import { UsageError } from '../../../schema/usage-error.ts';

/** Loaded user modules with their imports, by path. Packages are excluded. */
const loaded = new Set<string>();

/** The number of reloads. Node never loads a URL twice, so later loads get another one. */
let generation = 0;

/** The folder of this package's code, which is loaded once. */
const OWN = fileURLToPath(codeFolder());

/** Whether imports of user modules are reloaded, too: this Node supports hooks. */
export const canTrackImports = module.registerHooks !== undefined;

/** Tracks imported files, so that they can be reloaded. */
export function trackImports(): void {
  module.registerHooks?.({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      if (!/^(\.{0,2}\/|file:)/.test(specifier) || !isTracked(context.parentURL)) return found;
      const path = pathOf(found.url);
      if (path === undefined || path.startsWith(OWN)) return found;
      loaded.add(path);
      // Required modules are cached by path.
      return context.conditions.includes('import') ? { ...found, url: versioned(found.url) } : found;
    },
  });
}

/** The paths of the files that were loaded. */
export function importedFiles(): readonly string[] {
  return [...loaded];
}

/** Makes the next `importFile` load all of them again. */
export function forgetImports(): void {
  generation += 1;
  const { cache } = createRequire(import.meta.url);
  for (const path of loaded) delete cache[path];
  loaded.clear();
}

function isTracked(url: string | undefined): boolean {
  const path = url === undefined ? undefined : pathOf(url);
  return path !== undefined && loaded.has(path);
}

/** Undefined for URLs that are no files, or in a package. */
function pathOf(url: string): string | undefined {
  if (!url.startsWith('file:')) return undefined;
  const path = fileURLToPath(url);
  return path.split(sep).includes('node_modules') ? undefined : path;
}

function versioned(url: string): string {
  return generation === 0 ? url : `${url.replace(/\?.*$/, '')}?v=${generation}`;
}

/** Imports a user module. @throws Error with problem, location and advice; a UsageError of the module itself */
export async function importFile<Exports>(path: string): Promise<Exports> {
  loaded.add(path);
  try {
    return await import(versioned(pathToFileURL(path).href));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const advice = findAdvice(error as NodeJS.ErrnoException);
    throw new Error(advice ?? `${findLocation(error as Error)}${(error as Error).message}`, { cause: error });
  }
}

/** Messages of Node about `import` and `export` in a CommonJS file. */
const NOT_COMMONJS = [
  'Cannot use import statement outside a module',
  "Cannot use 'import.meta' outside a module",
  "Unexpected token 'export'",
];

/** Advice on an error of Node. */
function findAdvice({ code, message, stack = '' }: NodeJS.ErrnoException): string | undefined {
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
  const existing = written.find((file) => file !== name && existsSync(file));
  if (existing === undefined) return `${message}: file not found`;
  const relativePath = relative(dirname(importer), existing).replaceAll('\\', '/');
  return `${message}; write '${relativePath.startsWith('..') ? relativePath : `./${relativePath}`}' (Node requires file extensions)`;
}

/** The user's file and line in the stack of an error; empty if there is none. */
function findLocation({ stack = '' }: Error): string {
  const [, path, at] = /^(?!file:)(.+\.[cm]?[jt]s):(\d+)\n/.exec(stack) ?? [];
  if (path !== undefined) return `${path}:${at} `;
  const places = stack.matchAll(/(file:\/\/[^\s()]+?):(\d+)/g).map(([, url = '', line]) => [fileURLToPath(url), line]);
  const place = places.find(([file = '']) => !file.startsWith(OWN));
  return place === undefined ? '' : `${place.join(':')} `;
}
