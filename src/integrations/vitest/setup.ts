// One stand-in for a whole run of Vitest: `globalSetup: 'understudy-api/vitest/setup'`.

import { startForRun } from '../shared/start-for-run.ts';

/** Starts what `understudy serve` would serve in this folder, unless `UNDERSTUDY_URL` says where one runs. @returns what ends it */
export default function setup(): Promise<(() => Promise<void>) | undefined> {
  return startForRun(process.cwd());
}
