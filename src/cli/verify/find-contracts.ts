// Finds contract files in a named folder, or in `contracts`.

import { resolve } from 'node:path';
import type { Document } from '../../openapi/document.ts';
import { shownPath } from '../../openapi/report/shown-path.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { type Contracts, contractFiles, readContracts } from '../../verify/contracts/read-contracts.ts';

const DEFAULT_FOLDER = 'contracts';

/**
 * @param named - the folder; false for none. Default: `contracts`, if it exists
 * @param onNotice - called with the code that runs
 * @throws UsageError if the folder does not exist, or a file in it is not a contract
 */
export async function findContracts(
  named: string | false | undefined,
  documents: readonly Document[],
  onNotice: (sentence: string) => void,
): Promise<Contracts> {
  if (named === false) return new Map();
  const folder = resolve(named ?? DEFAULT_FOLDER);
  const files = await contractFiles(folder);
  if (!files && named !== undefined) throw new UsageError(`Contracts folder ${named} not found.`);
  if (!files || files.length === 0) return new Map();
  const ids = documents.flatMap(({ operations }) => [...operations.keys()]);
  const contracts = await readContracts(folder, files, ids);
  const hint = named === undefined ? ' (disable with --no-contracts)' : '';
  onNotice(`running contracts in ${shownPath(folder)}: ${[...contracts.keys()].join(', ')}${hint}.`);
  return contracts;
}
