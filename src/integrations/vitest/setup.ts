// One mock server for a whole Vitest run: `globalSetup: 'understudy-api/vitest/setup'`.

import { startForRun } from '../runner/start-for-run.ts';

/**
 * Starts a mock server as `understudy serve` in this folder, unless `UNDERSTUDY_URL` is set.
 *
 * @returns the function that ends it
 */
export default function setup(): Promise<(() => Promise<void>) | undefined> {
  return startForRun(process.cwd());
}
