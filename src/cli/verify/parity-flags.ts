// Flag values of `understudy parity`.

import { UsageError } from '../../schema/usage-error.ts';
import type { FlagValues } from '../command.ts';
import type { PARITY } from '../table/servers.ts';

export type ParityFlags = FlagValues<typeof PARITY.flags>;

/** @throws UsageError if it is none */
export function percentFlag(flag: string, text: string): number {
  const percent = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || percent > 100)
    throw new UsageError(`${flag} needs a number from 0 to 100, not ${JSON.stringify(text)}.`, []);
  return percent;
}
