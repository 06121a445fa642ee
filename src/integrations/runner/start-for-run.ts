// Starts one mock server for a whole test run, which its workers find.

import { understudy } from '../../client/client.ts';
import { sendByNode } from './send-by-node.ts';
import { startMockServer } from './start.ts';

/**
 * Starts a mock server as `understudy serve` in a folder, unless `UNDERSTUDY_URL` is set.
 *
 * @returns the function that ends it
 */
export async function startForRun(folder: string): Promise<(() => Promise<void>) | undefined> {
  if (process.env.UNDERSTUDY_URL) return undefined;
  const { url, close } = await startMockServer({ folder });
  await loadSandboxes(url);
  // Workers inherit the environment.
  process.env.UNDERSTUDY_URL = url;
  return async () => {
    delete process.env.UNDERSTUDY_URL;
    await close();
  };
}

/** Loads the code for sandboxes, and makes the first records: otherwise the first test would wait for it. */
async function loadSandboxes(url: string): Promise<void> {
  const sandbox = await understudy(url, { fetch: sendByNode }).createSandbox();
  await sandbox.close();
}
