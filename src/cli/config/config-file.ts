// Finds, loads and validates the config of a folder.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../../app/config.ts';
import type { SettingTable } from '../../app/settings/setting.ts';
import { SETTINGS } from '../../app/settings/settings.ts';
import { shownPath } from '../../openapi/report/shown-path.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { importFile } from '../../server/pipeline/api/import-file.ts';
import { configProblems, unknownKey } from './config-problems.ts';

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

/** A config with its path, if there is one. */
export interface ConfigFile {
  readonly path: string | undefined;
  readonly config: Config;
}

/**
 * The config of a folder; empty if there is none.
 *
 * @throws UsageError if there are several, the file cannot be loaded, or a setting is invalid
 */
export async function readConfigFile(folder: string): Promise<ConfigFile> {
  const found = CONFIGS.filter((name) => existsSync(resolve(folder, name)));
  const [name] = found;
  if (name === undefined) return { path: undefined, config: {} };
  if (found.length > 1) throw new UsageError(`Found several configs: ${found.join(' and ')}. Keep one of them.`);
  const path = resolve(folder, name);
  if (!/\.(ya?ml|json)$/.test(name)) return { path, config: await readConfigCode(path) };
  // Loaded only for a config that is data.
  const { readConfigData } = await import('./config-data.ts');
  const config = await readConfigData(path);
  const problems = settingProblems(config);
  if (problems.length > 0) throw invalid(path, problems);
  return { path, config };
}

async function readConfigCode(path: string): Promise<Config> {
  const reject = (problems: readonly string[]) => invalid(path, problems);
  const { default: config } = await importFile<{ default?: Config }>(path).catch((error: Error) => {
    throw error instanceof UsageError ? error : reject([error.message]);
  });
  if (typeof config !== 'object' || config === null)
    throw reject(['the default export is missing: export default defineConfig({ … })']);
  const problems = settingProblems(config);
  if (problems.length > 0) throw reject(problems);
  return config;
}

function invalid(path: string, problems: readonly string[]): UsageError {
  return new UsageError(`Invalid config ${shownPath(path)}:`, problems);
}

/** Each setting that has an unknown key, or an unusable value. */
function settingProblems(config: Config): readonly string[] {
  return Object.entries(config).flatMap(([name, value]) =>
    value === undefined ? [] : (settingProblem(name, value) ?? []),
  );
}

function settingProblem(name: string, value: unknown): string | undefined {
  const table: SettingTable = SETTINGS;
  const setting = Object.hasOwn(table, name) ? table[name] : undefined;
  if (!setting) return unknownKey(name, Object.keys(table));
  const { schema, requirement, isSecret } = setting;
  const wanted = requirement?.(value);
  const problem = requirement
    ? wanted && `${name} must be ${wanted}`
    : configProblems(schema, value, `/${name}`)[0]?.message;
  const isShown = !isSecret && typeof value !== 'object';
  return problem && `${problem}${isShown ? `, not ${JSON.stringify(value)}` : ''}`;
}
