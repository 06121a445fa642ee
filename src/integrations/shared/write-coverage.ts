// Writes the coverage of tests when their mock server ends.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Fetch, understudy } from '../../client/client.ts';
import { makeFolder } from '../../schema/make-folder.ts';

/**
 * Writes the coverage of all sandboxes to a file of its own, which `understudy coverage FOLDER/*.json` merges with
 * others.
 *
 * @param folder - created if it is missing
 * @param url - of the mock server
 */
export async function writeCoverage(folder: string, url: string, send: Fetch): Promise<void> {
  const coverage = await understudy(url, { fetch: send }).coverage();
  await makeFolder(folder);
  // Unique: process id and port.
  const name = `understudy-${process.pid}-${new URL(url).port}.json`;
  await writeFile(join(folder, name), `${JSON.stringify(coverage, undefined, 2)}\n`);
}
