// Loads contracts from a folder, by operationId.

import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { isRecord } from '../../schema/is-record.ts';
import { findNearestName } from '../../schema/nearest-name.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { importFile } from '../../server/pipeline/api/import-file.ts';
import { handlerFileName } from '../../server/pipeline/api/read-handlers.ts';
import type { Contract } from './contract.ts';

/** Contracts by operationId. */
export type Contracts = ReadonlyMap<string, Contract>;

const ENDINGS = ['.ts', '.mts', '.js', '.mjs'];
const CONTRACT_KEYS = ['setup', 'request', 'cases', 'teardown'];
const CASE_KEYS = ['request', 'status', 'expect'];

/** The contract files of a folder; undefined if it does not exist. Names that begin with `_` are for shared modules. */
export async function contractFiles(folder: string): Promise<readonly string[] | undefined> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
  return entries
    ?.filter((entry) => entry.isFile() && ENDINGS.includes(extname(entry.name)))
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('_') && !/\.(d|test|spec)\.\w+$/.test(name))
    .toSorted();
}

/**
 * Loads contract files.
 *
 * @param ids - of all operations
 * @throws UsageError with each file that matches no operation, does not load, or has no contract
 */
export async function readContracts(
  folder: string,
  files: readonly string[],
  ids: readonly string[],
): Promise<Contracts> {
  const problems: string[] = [];
  const found = new Map<string, Contract>();
  for (const file of files) {
    const name = file.slice(0, -extname(file).length);
    const id = ids.find((one) => one === name) ?? ids.find((one) => handlerFileName(one) === name);
    if (id === undefined) {
      const suggestion = findNearestName(name, ids);
      const hint =
        suggestion === undefined ? ' (start the names of helper files with _)' : `; did you mean ${suggestion}?`;
      problems.push(`${file} matches no operation${hint}`);
      continue;
    }
    try {
      const { default: contract } = await importFile<{ readonly default?: unknown }>(join(folder, file));
      const wrong = problemsOf(contract);
      for (const problem of wrong) problems.push(`${file}: ${problem}`);
      if (wrong.length === 0) found.set(id, contract as Contract);
    } catch (error) {
      problems.push(`${file} cannot be loaded: ${(error as Error).message}`);
    }
  }
  if (problems.length > 0) throw new UsageError(`The contracts in ${folder} cannot be used:`, problems);
  return found;
}

function problemsOf(contract: unknown): readonly string[] {
  if (!isRecord(contract)) return ['it exports no contract; write export default defineContract({ … })'];
  const { setup, teardown, request, cases = {} } = contract;
  const wrong = Object.entries({ setup, teardown }).filter(([, one]) => one !== undefined && typeof one !== 'function');
  return [
    ...findUnknownKeys(contract, CONTRACT_KEYS, ''),
    ...wrong.map(([name]) => `${name} must be a function`),
    ...(isRequest(request) ? [] : ['request must be an object or a function that returns one']),
    ...(isRecord(cases) ? Object.entries(cases).flatMap(problemsOfCase) : ['cases must be an object of cases by name']),
  ];
}

function problemsOfCase([name, one]: readonly [string, unknown]): readonly string[] {
  const where = `case ${JSON.stringify(name)}`;
  if (!isRecord(one)) return [`${where} must be an object`];
  const isStatus = /^([1-5]\d\d|[1-5]XX)$/i.test(String(one.status));
  return [
    ...findUnknownKeys(one, CASE_KEYS, `${where}: `),
    ...(isStatus ? [] : [`${where} needs the expected status, such as 404 or '4XX'`]),
    ...(isRequest(one.request) ? [] : [`${where}: request must be an object or a function that returns one`]),
    ...(one.expect === undefined || typeof one.expect === 'function' ? [] : [`${where}: expect must be a function`]),
  ];
}

function isRequest(request: unknown): boolean {
  return request === undefined || typeof request === 'function' || isRecord(request);
}

function findUnknownKeys(value: object, keys: readonly string[], where: string): readonly string[] {
  return Object.keys(value)
    .filter((key) => !keys.includes(key))
    .map((key) => {
      const suggestion = findNearestName(key, keys);
      return `${where}there is no ${key}${suggestion === undefined ? `; there are ${keys.join(', ')}` : `; did you mean ${suggestion}?`}`;
    });
}
