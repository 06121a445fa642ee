// Lists saved settings of the config that need a restart.

import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../../app/config.ts';
import { shownPath } from '../../server/pages/shown-path.ts';
import { readConfigFile } from '../config/config-file.ts';
import type { Settings } from './settings.ts';

/**
 * Compares the config with the one that was read at the start. A reload applies its APIs only; other settings belong to listeners and stores, which stay.
 * Settings that a flag or a variable overrides are left out.
 *
 * @returns messages
 * @throws UsageError if the config is invalid
 */
export async function settingsNotTaken(
  { config, configured, documents }: Pick<Settings, 'config' | 'configured' | 'documents'>,
  folder: string,
): Promise<readonly string[]> {
  const { path, config: now } = await readConfigFile(folder);
  const names = [...new Set([...Object.keys(configured), ...Object.keys(now)])] as (keyof Config)[];
  const waiting = names.filter((name) => {
    // Only other commands read it.
    if (name === 'skipOperations') return false;
    if (name === 'apis') return documents.length === 0 && configured.apis === undefined;
    return !isDeepStrictEqual(configured[name], now[name]) && isDeepStrictEqual(config[name], configured[name]);
  });
  if (waiting.length === 0) return [];
  const where = path === undefined ? 'the deleted config' : shownPath(path);
  return [`Restart to apply changed settings of ${where}: ${waiting.join(', ')}.`];
}
