// One stand-in for a whole run of Vitest: `globalSetup: 'understudy-api/vitest/setup'`.

import { startStandIn } from '../test-world/start.ts';

/** Starts what `understudy serve` would serve in this folder, unless `UNDERSTUDY_URL` says where one runs. @returns what ends it */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.UNDERSTUDY_URL) return undefined;
  const { url, close } = await startStandIn();
  // Workers have the environment of who starts them.
  process.env.UNDERSTUDY_URL = url;
  return async () => {
    delete process.env.UNDERSTUDY_URL;
    await close();
  };
}
