// Leftovers of a mock server: in its data folder, in its log, and on standard error.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AllRecords } from '../support/identity-records.ts';
import type { End } from './plan.ts';
import type { Point } from './points.ts';

const STATE = 'identity.json';
/** Written together with the state of logins, which a reset does not change. */
const LOGINS = 'issuer.json';
/** The notice that may follow a crash in the middle of a write. */
const NOTICE = /^The log \S+ ends in the middle of a change: \d+ bytes, which were never flushed, were cut off\.\n$/;

/** Whether the log ends in the middle of a line. */
export type Torn = 'no' | 'perhaps' | 'yes';

/** The effect of an end on the log; undefined if none. At a named point, no other write is in progress. */
export function tornBy(end: Point | End['by']): Torn | undefined {
  if (end.startsWith('halfway')) return 'yes';
  return end.includes('kill') ? 'perhaps' : undefined;
}

/** @throws Error if standard error has anything but the notice of a torn end, or lacks a required notice */
export function requireOutput(stderr: string, torn: Torn, served: boolean): void {
  const hasNotice = torn !== 'no' && NOTICE.test(stderr);
  if (stderr !== '' && !hasNotice) throw new Error(`unexpected output on standard error: ${stderr}`);
  if (torn === 'yes' && served && !hasNotice) throw new Error('it did not report the truncation of the torn log');
}

/** The records in the JSON file of a mock server in this folder. */
export async function stateInFile(folder: string): Promise<AllRecords> {
  return JSON.parse(await readFile(join(folder, 'data', STATE), 'utf8')) as AllRecords;
}

/** @throws Error if the data folder contains anything but the JSON files */
export async function requireNothingElse(folder: string): Promise<void> {
  const left = await readdir(join(folder, 'data'));
  if (left.filter((file) => file !== LOGINS).join() !== STATE)
    throw new Error(`a clean stop left behind: ${left.join(', ')}`);
}
