// Finds contract files: in a named folder, else in `contracts`, if it exists.

import { resolve } from 'node:path';
import type { Document } from '../../openapi/document.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { shownPath } from '../../server/pages/shown-path.ts';
import { type Contracts, contractFiles, readContracts } from '../../verify/contracts/read-contracts.ts';

const USUAL = 'contracts';

/**
 * @param named - the folder; false for none; undefined for the usual one
 * @param tell - told which code is run
 * @throws UsageError if folder not found, or something in it is no contract
 */
export async function findContracts(
  named: string | false | undefined,
  documents: readonly Document[],
  tell: (sentence: string) => void,
): Promise<Contracts> {
  if (named === false) return new Map();
  const folder = resolve(named ?? USUAL);
  const files = await contractFiles(folder);
  if (!files && named !== undefined) throw new UsageError(`Contracts folder ${named} not found.`, []);
  if (!files || files.length === 0) return new Map();
  const ids = documents.flatMap(({ operations }) => [...operations.keys()]);
  const contracts = await readContracts(folder, files, ids);
  const hint = named === undefined ? ' (disable with --no-contracts)' : '';
  tell(`running contracts in ${shownPath(folder)}: ${[...contracts.keys()].join(', ')}${hint}.`);
  return contracts;
}
