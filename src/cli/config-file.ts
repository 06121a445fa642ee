// understudy.config.ts, or its JavaScript sisters: found, loaded, and held against what may stand in it.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Config } from '../config.ts';
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
      const advice = 'this Node does not read TypeScript; use 22.18 or newer, or write understudy.config.mjs';
      const unread = error.code === 'ERR_UNKNOWN_FILE_EXTENSION';
      throw error instanceof Problems ? error : refuse([unread ? advice : `${placeOf(error)}${error.message}`]);
    },
  );
  if (typeof config !== 'object' || config === null) throw refuse(['it has no default export made with defineConfig']);
  const problems = Object.entries(config).flatMap(([name, value]) => {
    if (name === 'apis')
      return isListOfApis(value) ? [] : ['apis must be a list of at least one api made with defineApi'];
    if (name === 'seed') return typeof value === 'string' ? [] : ['seed must be a text'];
    return value === undefined ? [] : (problemOf(name, value) ?? []);
  });
  if (problems.length > 0) throw refuse(problems);
  return config;
}

/** The file and line that an error names in its stack, such as a mistake in a file that the config imports; empty when it names none. */
function placeOf({ stack = '' }: Error): string {
  const [, file, line] = /(file:\/\/[^\s()]+?):(\d+)/.exec(stack) ?? [];
  return file === undefined ? '' : `${fileURLToPath(file)}:${line} `;
}

function isListOfApis(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((api) => typeof api?.handlers === 'object');
}
