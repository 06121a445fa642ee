// understudy.config.ts, or its JavaScript sisters: found, loaded, and held against what may stand in it.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { importFile } from '../engine/import-file.ts';
import { credentialProblems } from '../engine/security/credential.ts';
import { Problems } from '../schema/problems.ts';

/** How a config may be called; the first one that is there counts. */
export const CONFIGS = ['understudy.config.ts', 'understudy.config.mjs', 'understudy.config.js'];

/** A config, and where it was found. */
export interface ConfigFile {
  readonly path: string | undefined;
  readonly config: Config;
}

/**
 * The config of a folder; empty when there is none.
 *
 * @param problemOf - tells what is wrong with a setting that also has a flag
 * @throws Problems if the file does not load, exports nothing, or says what cannot be used
 */
export async function readConfigFile(
  folder: string,
  problemOf: (name: string, value: unknown) => string | undefined,
): Promise<ConfigFile> {
  const path = CONFIGS.map((name) => resolve(folder, name)).find((file) => existsSync(file));
  if (!path) return { path, config: {} };
  const refuse = (problems: readonly string[]) => new Problems(`${path} cannot be used:`, problems);
  const { default: config } = await importFile<{ default?: Config }>(path).catch((error: Error) => {
    throw error instanceof Problems ? error : refuse([error.message]);
  });
  if (typeof config !== 'object' || config === null) throw refuse(['it has no default export made with defineConfig']);
  const problems = Object.entries(config).flatMap(([name, value]) => {
    if (name === 'apis')
      return isListOfApis(value) ? [] : ['apis must be a list of at least one api made with defineApi'];
    if (name === 'credentials') return value === undefined ? [] : credentialProblems(value);
    if (name === 'skipOperations')
      return value === undefined || isListOfTexts(value) ? [] : ['skipOperations must be a list of texts'];
    if (name === 'seed') return typeof value === 'string' ? [] : ['seed must be a text'];
    return value === undefined ? [] : (problemOf(name, value) ?? []);
  });
  if (problems.length > 0) throw refuse(problems);
  return { path, config };
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isListOfApis(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((api) => typeof api?.handlers === 'object' || Boolean(api?.infer))
  );
}
