// A setting of `understudy serve`, and the readers of its values.

import { tokenProblem } from '../../server/control/access.ts';
import type { Flag } from '../command.ts';

/** A value that was read, or what a value has to be. */
export type ParsedValue = { readonly value: string | number | boolean } | { readonly wanted: string };

/** A flag that is also an environment variable and a setting of the config. */
export interface Setting extends Flag {
  readonly flag: string;
  /** Whether its value is never printed. */
  readonly isSecret?: boolean;
  readonly read: (given: string) => ParsedValue;
  /** The largest number that it accepts. */
  readonly maximum?: number;
}

export const textSetting = (given: string): ParsedValue =>
  given === '' ? { wanted: 'a non-empty string' } : { value: given };

export const secretToken = (given: string): ParsedValue => {
  const wanted = tokenProblem(given);
  return wanted === undefined ? { value: given } : { wanted };
};

export const parseBoolean = (given: string): ParsedValue => {
  if (['true', '1', 'yes'].includes(given)) return { value: true };
  return ['false', '0', 'no', ''].includes(given) ? { value: false } : { wanted: 'true or false' };
};

export const wholeNumberSetting = (maximum: number) => ({
  maximum,
  read: (given: string): ParsedValue =>
    /^\d{1,15}$/.test(given) && Number(given) <= maximum
      ? { value: Number(given) }
      : { wanted: `a whole number from 0 to ${maximum}` },
});

/** A flag with some values only. */
export const choiceSetting = <const Choices extends readonly string[]>(...choices: Choices) => ({
  choices,
  read: (given: string): ParsedValue =>
    choices.includes(given) ? { value: given } : { wanted: `one of ${choices.join(', ')}` },
});

/** The environment variable of a flag: `--body-limit` is `UNDERSTUDY_BODY_LIMIT`. */
export function variableOf(flag: string): string {
  return `${VARIABLE_PREFIX}${flag.toUpperCase().replaceAll('-', '_')}`;
}

/** How the names of all variables begin. */
export const VARIABLE_PREFIX = 'UNDERSTUDY_';
