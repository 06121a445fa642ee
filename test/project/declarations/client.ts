// A program that controls a mock server.

import { understudy } from 'understudy-api/client';

const sandbox = await understudy('http://127.0.0.1:8080').createSandbox();
export const url: string = sandbox.url;
// @ts-expect-error: a fault is text or a plan
await sandbox.fault(503);
