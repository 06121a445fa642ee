// The global setup of Vitest.

import setup from 'understudy-api/vitest/setup';

export const stop: (() => Promise<void>) | undefined = await setup();
// @ts-expect-error: the setup may have nothing to stop
await stop();
