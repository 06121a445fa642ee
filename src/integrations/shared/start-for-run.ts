// Starts one stand-in for a whole run of tests, which its workers find.

import { startStandIn } from './start.ts';

/**
 * Starts what `understudy serve` would serve in a folder, unless `UNDERSTUDY_URL` says where one runs.
 *
 * @returns what ends it
 */
export async function startForRun(folder: string): Promise<(() => Promise<void>) | undefined> {
  if (process.env.UNDERSTUDY_URL) return undefined;
  const { url, close } = await startStandIn({ folder });
  // Workers have the environment of who starts them.
  process.env.UNDERSTUDY_URL = url;
  return async () => {
    delete process.env.UNDERSTUDY_URL;
    await close();
  };
}
