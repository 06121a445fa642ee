// Baseline and limits of `verifyServer`.

import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verifyServer } from '../../../src/integrations/vitest/verify.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Clock', version: '1' },
  paths: {
    '/now': {
      get: {
        operationId: 'getNow',
        responses: {
          200: {
            description: 'The time',
            content: { 'application/json': { schema: { type: 'object', required: ['time'] } } },
          },
        },
      },
    },
    '/zone': { get: { operationId: 'getZone', responses: { 204: { description: 'None' } } } },
  },
};

/** Verifies a server whose time is missing. */
async function verified(options: object) {
  const server = createServer((request, response) => {
    if (request.url === '/zone') response.writeHead(204).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const document = join(await temporaryFolder(), 'clock.json');
  await writeFile(document, JSON.stringify(DOCUMENT));
  return verifyServer(document, { url, checks: ['response-body'], random: 1, contracts: false, ...options });
}

test('a finding of the baseline does not fail', async () => {
  const { operations } = await verified({});
  expect(operations.map(({ outcome }) => outcome)).toEqual(['failed', 'passed']);
  const findings = operations.flatMap(({ operation, method, path, findings: all }) =>
    all.map(({ ids, check, message }) => ({ ids, operation, method, path, check, status: 200, message })),
  );
  const baseline = join(await temporaryFolder(), 'known.json');
  await writeFile(baseline, JSON.stringify({ version: 1, findings }));
  expect((await verified({ baseline })).operations.map(({ outcome }) => outcome)).toEqual(['passed', 'passed']);
});

test.each([
  [{ maxRequests: 1 }, '1 request'],
  [{ maxFindings: 1 }, '1 finding'],
])('%j ends the run', async (limit, reached) => {
  const { operations } = await verified({ ...limit, concurrency: 1 });
  expect(operations.at(-1)).toMatchObject({ outcome: 'notTested', reason: expect.stringContaining(reached) });
});

test.each([{ maxTime: 0 }, { maxRequests: 1.5 }, { baseline: 'nowhere.json' }])('%j is rejected', async (options) => {
  await expect(verified(options)).rejects.toThrow(/^--(max|baseline)/);
});
