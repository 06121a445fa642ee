// The settings of a config.

import type { MockServerSettings } from './server-settings.ts';
import type { ConfigSettings } from './settings/settings.ts';

/** The settings of `understudy serve`, all optional. Flags and environment variables take precedence. */
export interface Config extends ConfigSettings {}

/**
 * Gives a config back unchanged, checked by the compiler.
 *
 * @example export default defineConfig({ apis: [pets], port: 3001 });
 */
export function defineConfig(config: Config): Config {
  return config;
}

/** The settings of a mock server for one run: as in a config, but with state in memory, whatever it stores elsewhere. */
export function temporarySettings(config: Config, apis: MockServerSettings['apis']): MockServerSettings {
  const { store: _, empty, ...settings } = config;
  return { ...settings, apis, durability: 'memory', ...(empty && { records: 0 }) };
}
