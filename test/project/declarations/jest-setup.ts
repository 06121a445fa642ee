// The global setup of Jest.

import setup from 'understudy-api/jest/setup';

await setup({}, { rootDir: '.' });
// @ts-expect-error: a folder is text
await setup({}, { rootDir: 1 });
