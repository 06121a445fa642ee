// Finds, loads and validates the config of a folder.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../../app/config.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { shownPath } from '../../server/pages/shown-path.ts';
import { importFile } from '../../server/pipeline/api/import-file.ts';
import { credentialProblems } from '../../server/pipeline/security/credential.ts';

/** Names of a config. A folder has one of them. */
export const CONFIGS = [
  'understudy.config.ts',
  'understudy.config.mts',
  'understudy.config.mjs',
  'understudy.config.js',
  'understudy.yaml',
  'understudy.yml',
  'understudy.json',
];

type ProblemOf = (name: string, value: unknown) => string | undefined;

/** A config with its path, if there is one. */
export interface ConfigFile {
  readonly path: string | undefined;
  readonly config: Config;
}

/**
 * The config of a folder; empty if there is none.
 *
 * @param problemOf - validates a setting that also has a flag
 * @throws UsageError if there are several, the file cannot be loaded, or a setting is invalid
 */
export async function readConfigFile(folder: string, problemOf: ProblemOf): Promise<ConfigFile> {
  const found = CONFIGS.filter((name) => existsSync(resolve(folder, name)));
  const [name] = found;
  if (name === undefined) return { path: undefined, config: {} };
  if (found.length > 1) throw new UsageError(`Found several configs: ${found.join(' and ')}. Keep one of them.`, []);
  const path = resolve(folder, name);
  if (!/\.(ya?ml|json)$/.test(name)) return { path, config: await readConfigCode(path, problemOf) };
  // Loaded only for a config that is data.
  const { readConfigData } = await import('./config-data.ts');
  const config = await readConfigData(path);
  const problems = settingProblems(config, problemOf);
  if (problems.length > 0) throw invalid(path, problems);
  return { path, config };
}

async function readConfigCode(path: string, problemOf: ProblemOf): Promise<Config> {
  const refuse = (problems: readonly string[]) => invalid(path, problems);
  const { default: config } = await importFile<{ default?: Config }>(path).catch((error: Error) => {
    throw error instanceof UsageError ? error : refuse([error.message]);
  });
  if (typeof config !== 'object' || config === null)
    throw refuse(['the default export is missing: export default defineConfig({ … })']);
  const problems = settingProblems(config, problemOf);
  if (problems.length > 0) throw refuse(problems);
  return config;
}

function invalid(path: string, problems: readonly string[]): UsageError {
  return new UsageError(`Invalid config ${shownPath(path)}:`, problems);
}

function settingProblems(config: Config, problemOf: ProblemOf): readonly string[] {
  return Object.entries(config).flatMap(([name, value]) => {
    if (name === 'apis')
      return isListOfApis(value) ? [] : ['apis must be a list of at least one API, made with defineApi'];
    if (name === 'credentials') return value === undefined ? [] : credentialProblems(value);
    if (name === 'skipOperations')
      return value === undefined || isListOfTexts(value) ? [] : ['skipOperations must be a list of texts'];
    if (name === 'seed') return typeof value === 'string' ? [] : ['seed must be a text'];
    return value === undefined ? [] : (problemOf(name, value) ?? []);
  });
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
