// Settings of a config.

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
