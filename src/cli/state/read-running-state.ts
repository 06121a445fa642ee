// Reads a consistent copy of the records of a sandbox of a running server.

import { randomBytes } from 'node:crypto';
import type { UnderstudyClient } from '../../client/client.ts';
import type { SandboxClient } from '../../client/sandbox.ts';
import { UsageError } from '../../schema/usage-error.ts';

/** The records of an API, as in fixture files. */
export interface SavedApi {
  readonly api: string;
  /** Its fixtures folder, as the server reports it; undefined if it has none. */
  readonly folder: string | undefined;
  /** The records of each collection, in order. */
  readonly collections: ReadonlyMap<string, readonly unknown[]>;
}

/**
 * Reads from a copy of the sandbox, which does not change.
 *
 * @param wanted - an API. Default: all
 * @throws UsageError if there is no such API
 */
export async function readRunningState(
  server: UnderstudyClient,
  { name: from }: SandboxClient,
  wanted: string | undefined,
): Promise<readonly SavedApi[]> {
  const copy = await server.createSandbox({ name: `save-${randomBytes(8).toString('hex')}`, from });
  try {
    const { apis } = await copy.control('listCollections');
    const chosen = apis.filter(({ api }) => wanted === undefined || api === wanted);
    if (chosen.length === 0)
      throw new UsageError(`The server has no API ${JSON.stringify(wanted)}:`, [
        `it has ${apis.map(({ api }) => api).join(', ')}`,
      ]);
    const saved: SavedApi[] = [];
    for (const { api, folder, collections } of chosen) {
      const records = new Map<string, readonly unknown[]>();
      for (const { collection } of collections) records.set(collection, await recordsOf(copy, api, collection));
      saved.push({ api, folder, collections: records });
    }
    return saved;
  } finally {
    await server.control('removeSandbox', { name: copy.name });
  }
}

async function recordsOf(sandbox: SandboxClient, api: string, collection: string): Promise<readonly unknown[]> {
  const records: unknown[] = [];
  for (let after: number | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const page = await sandbox.control('listRecords', {
      api,
      collection,
      limit: 1000,
      ...(after !== undefined && { after }),
    });
    for (const { record } of page.records) records.push(record);
    after = page.after;
  }
  return records;
}
