// The tests that judge mutants: without those that cut the power or try very many programs, which take long.

import { defineConfig } from 'vitest/config';
import { AREA } from './area.mjs';

export default defineConfig({
  test: {
    include: [`test/${AREA}/**/*.test.ts`],
    exclude: ['test/store/{power-cut,failing-disk,model,fork}.test.ts', 'test/identity/*.property.test.ts'],
    testTimeout: 120_000,
    env: { NODE_ENV: 'production' },
  },
});
