// A program that serves the identity API.

import { createMockServer, type MockServer } from 'understudy-api';
import { identityApi } from 'understudy-api/identity';

export const serve = (): Promise<MockServer> => createMockServer({ apis: [identityApi({ reference: true })] });
// @ts-expect-error: there is no such option
identityApi({ references: true });
