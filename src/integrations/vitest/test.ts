// A sandbox for every test of Vitest: `understudy-api/vitest`.

import { type TestAPI, test as vitest } from 'vitest';
import type { MockServerSettings } from '../../app/server-settings.ts';
import { type AnyOperations, type ExchangeMatchOf, type UnderstudyClient, understudy } from '../../client/client.ts';
import { requireKnownOptions } from '../runner/known-options.ts';
import { runInSandbox } from '../runner/run-in-sandbox.ts';
import { sendByNode } from '../runner/send-by-node.ts';
import { startMockServer } from '../runner/start.ts';
import type { TestSandbox } from '../runner/test-sandbox.ts';

export type { TestSandbox } from '../runner/test-sandbox.ts';

/** Fixtures of tests. */
export interface UnderstudyFixtures<Ops = AnyOperations> {
  /** A sandbox for each test, created from the fixtures and removed at its end. */
  readonly sandbox: TestSandbox<Ops>;
  /** The mock server, shared by all tests of a worker. */
  readonly server: UnderstudyClient<Ops>;
}

/** How tests are run. */
export interface TestSettings<Ops = AnyOperations> {
  /** The URL of a mock server. Default: `UNDERSTUDY_URL`; without it, one is started for each worker. */
  readonly url?: string;
  /** The mock server to start. Default: as `understudy serve` in this folder. State is in memory only. */
  readonly server?: MockServerSettings;
  /** Requests that may break the document in every test. Default: none; `[{}]` is all. */
  readonly expectFindings?: readonly ExchangeMatchOf<Ops>[];
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
 * @typeParam Ops - the `Operations` of `understudy types`. Default: any text is the id of an operation
 */
export function createTest<Ops = AnyOperations>(settings: TestSettings<Ops> = {}): TestAPI<UnderstudyFixtures<Ops>> {
  requireKnownOptions('createTest', settings, ['url', 'server', 'expectFindings']);
  const { url, server, expectFindings = [] } = settings;
  const test = vitest.extend<UnderstudyFixtures<Ops>>({
    server: [
      // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs
      async ({}, use) => {
        const running = url ?? (server ? undefined : process.env.UNDERSTUDY_URL);
        if (running) return use(understudy<Ops>(running, { fetch: sendByNode }));
        const started = await startMockServer(server ?? { folder: process.cwd() });
        await use(understudy<Ops>(started.url, { fetch: sendByNode }));
        await started.close();
      },
      { scope: 'worker' },
    ],
    sandbox: async ({ server, task }, use) => {
      await runInSandbox(server, expectFindings, async (sandbox) => {
        await use(sandbox);
        return task.result?.state === 'fail' ? (task.result.errors?.at(-1) ?? { message: '' }) : undefined;
      });
    },
  });
  return onFirstUse(test, () => test.beforeAll(({ server }) => void server, START_TIMEOUT));
}

/** Milliseconds until a mock server must have started. */
const START_TIMEOUT = 120_000;

/**
 * Calls a function before the first test is declared. The mock server then starts in a hook, so that its start is not
 * part of the first test; but only in files that use this `test`, and not another one of `createTest`.
 */
function onFirstUse<T extends object>(api: T, use: () => void): T {
  let isUsed = false;
  const watch = <V extends object>(part: V): V =>
    new Proxy(part, {
      apply(target, self, args: unknown[]) {
        if (!isUsed) {
          isUsed = true;
          use();
        }
        return Reflect.apply(target as () => unknown, self, args);
      },
      // Such as test.concurrent and test.each.
      get(target, key) {
        const value: unknown = Reflect.get(target, key, target);
        const isFixed = Reflect.getOwnPropertyDescriptor(target, key)?.writable === false;
        return typeof value === 'function' && !isFixed ? watch(value) : value;
      },
    });
  return watch(api);
}

/** Vitest's `test`, with a mock server as `understudy serve` in this folder, or at `UNDERSTUDY_URL`. */
export const test: TestAPI<UnderstudyFixtures> = createTest();
