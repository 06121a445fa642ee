// One mock server for a whole Jest run: `globalSetup: 'understudy-api/jest/setup'`.

import { startForRun } from '../runner/start-for-run.ts';

let close: (() => Promise<void>) | undefined;

/** Starts a mock server as `understudy serve` in the root folder of the project, unless `UNDERSTUDY_URL` is set. */
export default async function setup(_: unknown, project: { readonly rootDir?: string } = {}): Promise<void> {
  close = await startForRun(project.rootDir ?? process.cwd());
}

/** Closes the mock server. */
export async function closeMockServer(): Promise<void> {
  await close?.();
  close = undefined;
}
