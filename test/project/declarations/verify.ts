// A test that verifies a server.

import { verify, verifyServer } from 'understudy-api/verify';

await verify('openapi.yaml', { url: 'http://127.0.0.1:3000', checks: ['response-body'] });
const { operations } = await verifyServer('openapi.yaml');
export const ids: readonly string[] = operations.map(({ operation }) => operation);
// @ts-expect-error: there is no such check
await verify('openapi.yaml', { checks: ['response-soul'] });
