// The global teardown of Jest.

import teardown from 'understudy-api/jest/teardown';

await teardown();
// @ts-expect-error: it takes nothing
await teardown(1);
