// How the tests run: every file by itself, judges and journeys included; no test is retried.

import { defineConfig } from 'vitest/config';

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
