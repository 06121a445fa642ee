// Starts one mock server for a whole test run, which its workers find.

import { startMockServer } from './start.ts';

/**
 * Starts a mock server as `understudy serve` in a folder, unless `UNDERSTUDY_URL` is set.
 *
 * @returns the function that ends it
 */
export async function startForRun(folder: string): Promise<(() => Promise<void>) | undefined> {
  if (process.env.UNDERSTUDY_URL) return undefined;
  const { url, close } = await startMockServer({ folder });
  // Workers inherit the environment.
  process.env.UNDERSTUDY_URL = url;
  return async () => {
    delete process.env.UNDERSTUDY_URL;
    await close();
  };
}
