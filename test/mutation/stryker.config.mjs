// Mutation testing by StrykerJS: `npm run test:mutation`, see README.md here.

import { AREA } from './area.mjs';

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutation/vitest.config.mjs' },
  coverageAnalysis: 'perTest',
  concurrency: 1,
  mutate: [`src/${AREA}/**/*.ts`, '!src/identity/{operations,records}.ts'],
  ignorePatterns: ['data', 'dist', 'bench'],
  reporters: ['progress-append-only', 'clear-text', 'json'],
  jsonReporter: { fileName: 'data/mutation.json' },
  clearTextReporter: { allowColor: false, logTests: false },
  tempDirName: 'data/mutation',
  // It would rewrite the compiler's settings with an interface that TypeScript 7 does not have. Nothing of ours is in need of that.
  tsconfigFile: 'none.json',
  dryRunTimeoutMinutes: 60,
  timeoutMS: 20_000,
};
