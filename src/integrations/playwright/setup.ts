// One mock server for a whole Playwright run: `globalSetup: 'understudy-api/playwright/setup'`.

import type { FullConfig } from '@playwright/test';
import { startForRun } from '../runner/start-for-run.ts';
import { folderOf } from './servers.ts';

/**
 * Starts a mock server as `understudy serve` in the folder of the config, unless `UNDERSTUDY_URL` is set.
 *
 * @returns the function that ends it
 */
export default function setup(config: FullConfig): Promise<(() => Promise<void>) | undefined> {
  return startForRun(folderOf(config));
}
