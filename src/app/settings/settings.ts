// The table of all settings, with their values and defaults.

import { DATA_SETTINGS } from './data.ts';
import { OPERATION_SETTINGS } from './running.ts';
import { SECURITY_SETTINGS } from './security.ts';
import { SERVING_SETTINGS } from './serving.ts';
import type { ConfigValues, DefaultValues, ServerValues, SettingTable } from './setting.ts';

/**
 * Every setting by its key in the config. Flags, environment variables, help, the config schema, the reference, the
 * types `Config` and `MockServerSettings`, and defaults come from here.
 */
export const SETTINGS = {
  ...SERVING_SETTINGS,
  ...DATA_SETTINGS,
  ...SECURITY_SETTINGS,
  ...OPERATION_SETTINGS,
} as const satisfies SettingTable;

type Table = typeof SETTINGS;
type Defaults = DefaultValues<Table>;

/** All settings, as a config has them. */
export interface ConfigSettings extends ConfigValues<Table> {}

/** The settings of a mock server that are data. */
export interface ServerSettings extends ServerValues<Table> {}

/** The defaults of those that have one. */
export interface ServerDefaults extends Pick<Defaults, keyof Defaults & keyof ServerSettings> {}

const DEFAULTS = Object.fromEntries(
  Object.entries<SettingTable[string]>(SETTINGS).flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [[name, value]],
  ),
) as Defaults;

/** Applies the defaults to settings that are left out, or undefined. */
export function applyDefaults<Given extends object>(given: Given): Given & Defaults {
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...DEFAULTS, ...set } as Given & Defaults;
}
