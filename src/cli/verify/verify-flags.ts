// Parses the flags of `understudy verify`.

import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Document } from '../../openapi/document.ts';
import { readDataFile } from '../../schema/data-file.ts';
import { isRecord } from '../../schema/is-record.ts';
import { requireRegularFile } from '../../schema/read-regular-file.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { PHASES, type Phase } from '../../verify/cases/test-case.ts';
import { CHECK_IDS, type CheckId, describeCheck } from '../../verify/checks.ts';
import type { RunLimitSettings } from '../../verify/run-limits.ts';
import type { FlagValues } from '../command.ts';
import type { VERIFY } from '../command-tables/servers.ts';
import { listed, numberOf, oneOf } from '../flag-values.ts';

export type VerifyFlags = FlagValues<typeof VERIFY.flags>;

export function checksOf(flags: Partial<Pick<VerifyFlags, 'checks' | 'skip'>>): readonly CheckId[] {
  return selectChecks(CHECK_IDS, flags);
}

export function phasesOf({ phases }: Partial<Pick<VerifyFlags, 'phases'>>): readonly Phase[] {
  return phases === undefined ? PHASES : listed(phases).map((name) => oneOf('--phases: unknown phase', name, PHASES));
}

/** @param documents - the tested ones. @throws UsageError for an operation that none of them has */
export function operationsOf(text: string, documents: readonly Document[]): readonly string[] {
  const ids = documents.flatMap(({ operations }) => [...operations.keys()]);
  const none = documents.length > 1 ? 'no document has the operation' : 'the document has no operation';
  return listed(text).map((id) => oneOf(`--operations: ${none}`, id, ids));
}

/** @throws UsageError if the file does not exist, or has no certificates */
export function certificatesOf(file: string): string {
  try {
    requireRegularFile(file);
    const text = readFileSync(file, 'utf8');
    new X509Certificate(text);
    return text;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason =
      code === 'ENOENT' ? 'file not found' : code?.startsWith('ERR_OSSL') ? 'not a PEM certificate' : message;
    throw new UsageError(`--ca ${file} cannot be used: ${reason}.`);
  }
}

export function timeoutSeconds({ timeout }: VerifyFlags): number {
  return countOf('--timeout', timeout) * 1000;
}

/** The content of `--values`. @throws UsageError if it is not an object */
export async function readValues(file: string | undefined): Promise<ReadonlyMap<string, unknown>> {
  if (file === undefined) return new Map();
  const value = await readDataFile(file);
  if (!isRecord(value))
    throw new UsageError(
      `--values ${file} must contain an object that maps names of parameters and properties to values.`,
    );
  return new Map(Object.entries(value));
}

/** Requests per second; below 1 for less than one. */
export function rateOf({ rate }: Pick<VerifyFlags, 'rate'>): number | undefined {
  if (rate === undefined) return undefined;
  const count = Number(rate);
  if (!/^\d*\.?\d+$/.test(rate) || count <= 0 || count > 100_000)
    throw new UsageError(
      `--rate needs a number of requests per second, such as 10 or 0.5, not ${JSON.stringify(rate)}.`,
    );
  return count;
}

/** The limits of the run. */
export function limitsOf(flags: Pick<VerifyFlags, 'max-time' | 'max-requests' | 'max-findings'>): RunLimitSettings {
  const limit = (name: keyof typeof flags, most: number) => {
    const text = flags[name];
    return text === undefined ? undefined : numberOf(`--${name}`, text, 1, most);
  };
  const seconds = limit('max-time', 86_400);
  return {
    time: seconds === undefined ? undefined : seconds * 1000,
    requests: limit('max-requests', 1e9),
    findings: limit('max-findings', 1e6),
  };
}

export function countOf(flag: string, text: string): number {
  return numberOf(flag, text, 1, 1000);
}

/** @throws UsageError for other texts than a number from 0 to 100 */
export function percentFlag(flag: string, text: string): number {
  const percent = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || percent > 100)
    throw new UsageError(`${flag} needs a number from 0 to 100, not ${JSON.stringify(text)}.`);
  return percent;
}

/** @param all - the checks of the command. @throws UsageError for an unknown check */
export function selectChecks(
  all: readonly CheckId[],
  { checks, skip = '' }: { readonly checks?: string | undefined; readonly skip?: string | undefined },
): readonly CheckId[] {
  const selected = checks === undefined ? all : listed(checks).map((id) => findCheck('--checks', id, all));
  const skipped = new Set(listed(skip).map((id) => findCheck('--skip', id, all)));
  return selected.filter((id) => !skipped.has(id));
}

/** Describes a check, or `all` of them. @throws UsageError for an unknown check */
export function explainCheck(id: string, all: readonly CheckId[]): string {
  if (id === 'all') return all.map((one) => `${one}\n  ${describeCheck(one)}\n`).join('\n');
  return `${describeCheck(findCheck('--explain', id, all))}\n`;
}

function findCheck(flag: string, id: string, all: readonly CheckId[]): CheckId {
  return oneOf(`${flag}: unknown check`, id, all);
}
