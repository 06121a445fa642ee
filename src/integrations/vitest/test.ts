// A sandbox for every test of Vitest: `understudy-api/vitest`.

import { type TestAPI, test as vitest } from 'vitest';
import type { MockServerSettings } from '../../app/server-settings.ts';
import type { Fetch } from '../../client/client.ts';
import { type ExchangeMatch, type UnderstudyClient, understudy } from '../../client/client.ts';
import { http } from '../../server/pipeline/node-http.ts';
import { requireKnownOptions } from '../runner/known-options.ts';
import { startMockServer } from '../runner/start.ts';
import { TestSandbox } from '../runner/test-sandbox.ts';

export type { TestSandbox } from '../runner/test-sandbox.ts';

/** Fixtures of tests. */
export interface UnderstudyFixtures {
  /** A sandbox for each test, created from the fixtures and removed at its end. */
  readonly sandbox: TestSandbox;
  /** The mock server, shared by all tests of a worker. */
  readonly server: UnderstudyClient;
}

/** How tests are run. */
export interface TestSettings {
  /** The URL of a mock server. Default: `UNDERSTUDY_URL`; without it, one is started for each worker. */
  readonly url?: string;
  /** The mock server to start. Default: as `understudy serve` in this folder. State is in memory only. */
  readonly server?: MockServerSettings;
  /** Requests that may break the document in every test. Default: none; `[{}]` is all. */
  readonly expectFindings?: readonly ExchangeMatch[];
}

/**
 * Vitest's `test`, with the fixtures `sandbox` and `server`.
 *
 * @example
 * const test = createTest({ server: { apis: [pets] } });
 * test('a pet is added', async ({ sandbox }) => {
 *   const response = await fetch(`${sandbox.url}/pets`, …);
 *   expect(response.status).toBe(201);
 * });
 */
export function createTest(settings: TestSettings = {}): TestAPI<UnderstudyFixtures> {
  requireKnownOptions('createTest', settings, ['url', 'server', 'expectFindings']);
  const { url, server, expectFindings = [] } = settings;
  return vitest.extend<UnderstudyFixtures>({
    server: [
      // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs
      async ({}, use) => {
        const running = url ?? (server ? undefined : process.env.UNDERSTUDY_URL);
        if (running) return use(understudy(running, { fetch: sendByNode }));
        const started = await startMockServer(server ?? { folder: process.cwd() });
        await use(understudy(started.url, { fetch: sendByNode }));
        await started.close();
      },
      { scope: 'worker' },
    ],
    sandbox: async ({ server, task }, use) => {
      const sandbox = new TestSandbox(await server.createSandbox(), expectFindings);
      try {
        await use(sandbox);
        const hasFailed = task.result?.state === 'fail';
        const problems = await sandbox.problems(hasFailed);
        // Annotations must be added before the result is known. All reporters show errors.
        const hasReport = hasFailed && (await sandbox.requests()).length > 0;
        if (hasReport || problems.length > 0) throw new Error([...problems, await sandbox.report()].join('\n\n'));
      } finally {
        await sandbox.close();
      }
    },
  });
}

/** Vitest's `test`, with a mock server as `understudy serve` in this folder, or at `UNDERSTUDY_URL`. */
export const test: TestAPI<UnderstudyFixtures> = createTest();

/** Like `fetch`, over HTTP/1.1 and without redirects. Uses the present `fetch` for TLS. */
export const sendByNode: Fetch = async (request) => {
  const { method, url, headers } = request;
  if (!url.startsWith('http:')) return fetch(request);
  const body = await request.text();
  return new Promise((resolve, reject) => {
    const sent = http.request(
      url,
      { method, headers: Object.fromEntries(headers), signal: request.signal },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode: status = 0 } = response;
          resolve(new Response(status === 204 ? null : Buffer.concat(parts).toString(), { status }));
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
};
