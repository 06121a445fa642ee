// One stand-in for a whole run of Playwright: `globalSetup: 'understudy-api/playwright/setup'`.

import type { FullConfig } from '@playwright/test';
import { startForRun } from '../shared/start-for-run.ts';
import { folderOf } from './servers.ts';

/** Starts what `understudy serve` would serve in the folder of the config, unless `UNDERSTUDY_URL` says where one runs. @returns what ends it */
export default function setup(config: FullConfig): Promise<(() => Promise<void>) | undefined> {
  return startForRun(folderOf(config));
}
