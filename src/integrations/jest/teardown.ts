// Closes the mock server of a Jest run: `globalTeardown: 'understudy-api/jest/teardown'`.

import { closeMockServer } from './setup.ts';

export default closeMockServer;
