// What tests have exercised of the documents, written down when their stand-in ends.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Fetch, understudy } from '../../client/client.ts';
import { makeFolder } from '../../schema/make-folder.ts';

/**
 * Writes the coverage of all sandboxes into a file of its own, which `understudy coverage FOLDER/*.json` shows together with those of other processes.
 *
 * @param folder - made if it is not there
 * @param url - of the stand-in
 */
export async function writeCoverage(folder: string, url: string, send: Fetch): Promise<void> {
  const coverage = await understudy(url, { fetch: send }).coverage();
  await makeFolder(folder);
  // No other process has this number, and no other stand-in of this one the port.
  const name = `understudy-${process.pid}-${new URL(url).port}.json`;
  await writeFile(join(folder, name), `${JSON.stringify(coverage, undefined, 2)}\n`);
}
