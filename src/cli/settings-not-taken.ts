// While somebody works: what was saved in the config and needs a restart.

import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../config.ts';
import { shownPath } from '../front/shown-path.ts';
import { readConfigFile } from './config-file.ts';
import { configProblem, type Settings } from './settings.ts';

/**
 * The settings in the config that are others than when it was read at the start. Only what its apis say is taken anew; the others hold listeners and stores, which
 * stay. One that a flag or a variable has set counts as that one.
 *
 * @returns what is to be told, a sentence each
 * @throws Problems if the config cannot be used
 */
export async function settingsNotTaken(
  { config, configured, documents }: Pick<Settings, 'config' | 'configured' | 'documents'>,
  folder: string,
): Promise<readonly string[]> {
  const { path, config: now } = await readConfigFile(folder, configProblem);
  const names = [...new Set([...Object.keys(configured), ...Object.keys(now)])] as (keyof Config)[];
  const waiting = names.filter((name) => {
    // It means something to other commands only.
    if (name === 'skipOperations') return false;
    if (name === 'apis') return documents.length === 0 && configured.apis === undefined;
    return !isDeepStrictEqual(configured[name], now[name]) && isDeepStrictEqual(config[name], configured[name]);
  });
  if (waiting.length === 0) return [];
  const where = path === undefined ? 'the config, which is gone,' : shownPath(path);
  return [`Saved in ${where} and taken by a restart only: ${waiting.join(', ')}.`];
}
