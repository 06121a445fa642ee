// A sandbox for every test of Vitest: `understudy-api/vitest`.

import { type TestAPI, test as vitest } from 'vitest';
import { type ExchangeMatch, type Understudy, understudy } from '../client/client.ts';
import type { MockServerSettings } from '../stand-in-settings.ts';
import { sendByNode } from '../test-world/send.ts';
import { startStandIn } from '../test-world/start.ts';
import { TestWorld } from '../test-world/test-world.ts';

export type { TestWorld } from '../test-world/test-world.ts';

/** What tests get. */
export interface UnderstudyFixtures {
  /** A sandbox of its own for each test: from the fixtures at its beginning, gone at its end. */
  readonly world: TestWorld;
  /** The stand-in that all tests of a worker share. */
  readonly understudy: Understudy;
}

/** How tests are run. */
export interface TestSettings {
  /** Where a stand-in answers. Default: `UNDERSTUDY_URL`; where that is not set either, one is started for each worker. */
  readonly url?: string;
  /** What is started. Default: what `understudy serve` would serve in this folder. State is in memory only. */
  readonly standIn?: MockServerSettings;
  /** Requests that may break the document in every test. Default: none; `[{}]` is all. */
  readonly expectFindings?: readonly ExchangeMatch[];
}

/**
 * Vitest's `test`, with a `world` and an `understudy` for those that ask for them.
 *
 * @example
 * const test = createTest({ standIn: { apis: [pets] } });
 * test('a pet is added', async ({ world }) => {
 *   const response = await fetch(`${world.url}/pets`, …);
 *   expect(response.status).toBe(201);
 * });
 */
export function createTest({ url, standIn, expectFindings = [] }: TestSettings = {}): TestAPI<UnderstudyFixtures> {
  return vitest.extend<UnderstudyFixtures>({
    understudy: [
      // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs
      async ({}, use) => {
        const running = url ?? (standIn ? undefined : process.env.UNDERSTUDY_URL);
        if (running) return use(understudy(running, { fetch: sendByNode }));
        const started = await startStandIn(standIn ?? { folder: process.cwd() });
        await use(understudy(started.url, { fetch: sendByNode }));
        await started.close();
      },
      { scope: 'worker' },
    ],
    world: async ({ understudy, task }, use) => {
      const world = new TestWorld(await understudy.sandbox(), expectFindings);
      try {
        await use(world);
        const hasFailed = task.result?.state === 'fail';
        const problems = await world.problems(hasFailed);
        // Annotations are taken while a test runs, and then it is not known how it ends. What every reporter shows are errors.
        if (hasFailed || problems.length > 0) throw new Error([...problems, await world.told()].join('\n\n'));
      } finally {
        await world.close();
      }
    },
  });
}

/** Vitest's `test`, with a stand-in for what `understudy serve` would serve in this folder, or at `UNDERSTUDY_URL`. */
export const test: TestAPI<UnderstudyFixtures> = createTest();
