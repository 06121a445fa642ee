// A setting as a flag and an environment variable: names, values and defaults as text.

import type { Setting } from '../../app/settings/setting.ts';
import { SETTINGS } from '../../app/settings/settings.ts';
import { requirementOf } from '../config/config-problems.ts';

/** Every setting that has a flag, by its key in the config. */
export const FLAG_SETTINGS = Object.entries<Setting>(SETTINGS).filter(([, { hasNoFlag }]) => !hasNoFlag);

/** How the names of all variables begin. */
export const VARIABLE_PREFIX = 'UNDERSTUDY_';

/** The flag of a setting, without its dashes: `bodyLimit` is `body-limit`. */
export function flagOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The environment variable of a setting: `bodyLimit` is `UNDERSTUDY_BODY_LIMIT`. */
export function variableOf(name: string): string {
  return `${VARIABLE_PREFIX}${flagOf(name).toUpperCase().replaceAll('-', '_')}`;
}

/** The default of `understudy serve` as text; undefined if it is off or empty, or a note describes it. */
export function shownDefault(setting: Setting): string | undefined {
  const { default: usual, commandDefault = usual, defaultNote } = setting;
  if (defaultNote !== undefined) return undefined;
  return typeof commandDefault === 'boolean' || commandDefault === undefined
    ? undefined
    : `${commandDefault}` || undefined;
}

/** A value that was read, or what it has to be. */
export type ParsedValue = { readonly value: unknown } | { readonly requirement: string };

/** Reads the text of a flag or a variable. */
export function parseSetting({ schema, requirement }: Setting, given: string): ParsedValue {
  const value = parseValue(schema.type, given);
  const wanted = requirement ? requirement(value) : requirementOf(schema, value);
  return wanted === undefined ? { value } : { requirement: wanted };
}

function parseValue(type: Setting['schema']['type'], given: string): unknown {
  if (type === 'boolean') return BOOLEANS.get(given) ?? given;
  return type === 'integer' && /^\d{1,15}$/.test(given) ? Number(given) : given;
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['true', '1', 'yes'].map((text) => [text, true] as const),
  ...['false', '0', 'no', ''].map((text) => [text, false] as const),
]);
