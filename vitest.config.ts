// How the tests run: every file by itself, judges and journeys included; no test is retried.

import { defineConfig } from 'vitest/config';

// Node would keep compiled code in a folder that all workers share. Tests of what else is kept there want one of their own, or none.
delete process.env.NODE_COMPILE_CACHE;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Judges start other programs; the limit only ends what hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // lowdb's presets, and other libraries, behave differently under `test`. We test what people run.
    env: { NODE_ENV: 'production' },
  },
});
