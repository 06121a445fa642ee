// How the tests run: one project for each suffix of a test file. No test is retried.

import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Node would store compiled code in a folder that all workers share. Tests of the build cache need an empty one, or none.
delete process.env.NODE_COMPILE_CACHE;

/** Suffixes of test files: `lock.process.test.ts` needs what `process` stands for. Files without a suffix are `npm test`. */
const SUFFIXES: Readonly<Record<string, { readonly isolate: boolean; readonly globalSetup?: string[] }>> = {
  /** Starts programs, or measures its own process: each file has a process of its own. */
  process: { isolate: true, globalSetup: ['test/support/package-setup.ts'] },
  /** Needs PostgreSQL. */
  postgres: { isolate: false, globalSetup: ['test/support/postgres-setup.ts'] },
  /** Needs Chromium. */
  browser: { isolate: false, globalSetup: ['test/support/browser-setup.ts', 'test/support/package-setup.ts'] },
  /** Sends, generates or compiles too much for `npm test`. */
  slow: { isolate: false },
  /** Takes minutes: runs once a day. */
  nightly: { isolate: true, globalSetup: ['test/support/browser-setup.ts', 'test/support/package-setup.ts'] },
};

/** `vitest --changed` answers while somebody edits: without the name of a project it is `npm test` only. */
const isEditing = process.argv.includes('--changed') && !process.argv.some((arg) => arg.startsWith('--project'));

const files = (suffix: string) => `test/**/*.${suffix}.test.ts`;

export default defineConfig({
  test: {
    // One for each core, also on machines with two.
    maxWorkers: '100%',
    // Only ends what hangs: Dredd and Prism take long on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // lowdb and other libraries behave differently under `test`. The tests run what people run.
    env: { NODE_ENV: 'production' },
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'daily',
          include: ['test/**/*.test.ts'],
          exclude: Object.keys(SUFFIXES).map(files),
          isolate: false,
        },
      },
      {
        extends: true,
        // MSW 2, with the tests of MSW 3.
        resolve: { alias: [{ find: /^msw(?=\/|$)/, replacement: 'msw2' }] },
        test: { name: 'msw2', include: ['test/integrations/msw/handlers.test.ts'] },
      },
      ...Object.entries(isEditing ? {} : SUFFIXES).map(([name, settings]) => ({
        extends: true as const,
        test: {
          name,
          include: [files(name)],
          // More than there are cores: a worker often waits for a browser, a database or a program.
          maxWorkers: availableParallelism() + 2,
          sequence: { groupOrder: 1 },
          ...settings,
        },
      })),
    ],
  },
});
