// understudy.config.ts, or its JavaScript sisters: found, loaded, and held against what may stand in it.

import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Config } from '../config.ts';
import { credentialProblems } from '../engine/security/credential.ts';
import { Problems } from '../schema/problems.ts';

const NAMES = ['understudy.config.ts', 'understudy.config.mjs', 'understudy.config.js'];

/**
 * The config of a folder; empty when there is none.
 *
 * @param problemOf - tells what is wrong with a setting that also has a flag
 * @throws Problems if the file does not load, exports nothing, or says what cannot be used
 */
export async function readConfigFile(
  folder: string,
  problemOf: (name: string, value: unknown) => string | undefined,
): Promise<Config> {
  const path = NAMES.map((name) => resolve(folder, name)).find((file) => existsSync(file));
  if (!path) return {};
  const refuse = (problems: readonly string[]) => new Problems(`${path} cannot be used:`, problems);
  const { default: config } = await (import(pathToFileURL(path).href) as Promise<{ default?: Config }>).catch(
    (error: NodeJS.ErrnoException) => {
      throw error instanceof Problems ? error : refuse([adviceOn(error) ?? `${placeOf(error)}${error.message}`]);
    },
  );
  if (typeof config !== 'object' || config === null) throw refuse(['it has no default export made with defineConfig']);
  const problems = Object.entries(config).flatMap(([name, value]) => {
    if (name === 'apis')
      return isListOfApis(value) ? [] : ['apis must be a list of at least one api made with defineApi'];
    if (name === 'credentials') return value === undefined ? [] : credentialProblems(value);
    if (name === 'seed') return typeof value === 'string' ? [] : ['seed must be a text'];
    return value === undefined ? [] : (problemOf(name, value) ?? []);
  });
  if (problems.length > 0) throw refuse(problems);
  return config;
}

/** What to do about an error that Node tells without it. */
function adviceOn({ code, message }: NodeJS.ErrnoException): string | undefined {
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION') {
    return 'this Node does not read TypeScript; use 22.18 or newer, or write understudy.config.mjs';
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

/** The file and line that an error names in its stack, such as a mistake in a file that the config imports; empty when it names none. */
function placeOf({ stack = '' }: Error): string {
  const [, file, line] = /(file:\/\/[^\s()]+?):(\d+)/.exec(stack) ?? [];
  return file === undefined ? '' : `${fileURLToPath(file)}:${line} `;
}

function isListOfApis(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((api) => typeof api?.handlers === 'object' || api?.infer === true)
  );
}
