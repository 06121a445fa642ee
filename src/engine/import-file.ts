// A file of code that somebody wrote for us: loaded, or told where and why it does not.

import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Problems } from '../schema/problems.ts';

/**
 * What a file of code exports.
 *
 * @throws Error saying what is wrong with it, where, and what to do about it; Problems that it throws itself as they are
 */
export async function importFile<Exports>(path: string): Promise<Exports> {
  try {
    return await import(pathToFileURL(path).href);
  } catch (error) {
    if (error instanceof Problems) throw error;
    const advice = adviceOn(error as NodeJS.ErrnoException);
    throw new Error(advice ?? `${placeOf(error as Error)}${(error as Error).message}`, { cause: error });
  }
}

/** What to do about an error that Node tells without it. */
function adviceOn({ code, message }: NodeJS.ErrnoException): string | undefined {
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION') {
    return 'this Node does not read TypeScript; use 22.18 or newer, or write it in JavaScript, as a file .mjs';
  }
  if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'ERR_UNSUPPORTED_DIR_IMPORT') return undefined;
  const [, name = '', importer = ''] =
    /^(?:Cannot find (?:module|package)|Directory import) '([^']+)'.* imported from (.+)$/.exec(message) ?? [];
  if (!isAbsolute(name)) return name === '' ? undefined : `${message}; npm install ${name} in this project may help`;
  const written = [
    `${name}.ts`,
    name.replace(/\.[cm]?js$/, '.ts'),
    join(name, 'index.ts'),
    `${name}.js`,
    `${name}.mjs`,
  ];
  const meant = written.find((file) => file !== name && existsSync(file));
  if (meant === undefined) return `${message}: there is no such file`;
  const shown = relative(dirname(importer), meant).replaceAll('\\', '/');
  return `${message}; write '${shown.startsWith('.') ? shown : `./${shown}`}': Node wants the names of files with their endings`;
}

/** The file and line that an error names in its stack, such as a mistake in a file that it imports; empty when it names none. */
function placeOf({ stack = '' }: Error): string {
  const [, file, line] = /(file:\/\/[^\s()]+?):(\d+)/.exec(stack) ?? [];
  return file === undefined ? '' : `${fileURLToPath(file)}:${line} `;
}
