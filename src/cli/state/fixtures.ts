// `understudy fixtures save`: writes the records of a sandbox as a fixture set.

import { DEFAULT, SET_NAME } from '../../mock/fixtures/fixture-sets.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { readCommandLine } from '../command-line.ts';
import { FIXTURES } from '../command-tables/project.ts';
import { connectTo, findSandbox, reportingErrors } from '../control/server.ts';
import type { CommandIO } from '../io.ts';
import { printResult } from '../print-result.ts';
import { readRunningState } from './read-running-state.ts';
import { type WrittenSet, writeSet } from './write-set.ts';

/** The command. @throws UsageError if reading or writing is impossible; then no file has changed */
export async function fixtures(args: readonly string[], io: CommandIO): Promise<number> {
  const line = await readCommandLine(FIXTURES, args, io);
  if (!line) return 0;
  const [, name = ''] = line.positionals;
  if (!SET_NAME.test(name) || name === DEFAULT)
    throw new UsageError(`${JSON.stringify(name)} cannot be the name of a fixture set:`, [
      name === DEFAULT
        ? 'it is the name of the fixtures that the API starts from'
        : 'use up to 64 lower-case letters, digits, - and _, with a letter or digit at both ends',
    ]);
  const { url, sandbox, api, folder, replace, json } = line.values;
  const server = connectTo(url, io.env);
  const saved = await reportingErrors(async () =>
    readRunningState(server, await findSandbox(server, sandbox, io.env), api),
  );
  if (folder !== undefined && saved.length > 1)
    throw new UsageError(`--folder is for one API, and the server has ${saved.length}:`, [
      `name one with --api: ${saved.map((one) => one.api).join(', ')}`,
    ]);
  const sets = await writeSet(saved, { name, folder, replace });
  printResult(io, json, { sets }, sets.map(lineOf));
  return 0;
}

function lineOf({ api, folder, records }: WrittenSet): string {
  const counts = Object.entries(records).map(([collection, count]) => `${count} ${collection}`);
  return `Saved ${api} in ${folder}: ${counts.join(', ') || 'no records'}.`;
}
