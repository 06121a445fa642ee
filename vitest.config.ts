// How the tests run: most files share their workers, and with them what is loaded and what was read; no test is retried.

import { defineConfig } from 'vitest/config';

// Node would keep compiled code in a folder that all workers share. Tests of what else is kept there want one of their own, or none.
delete process.env.NODE_COMPILE_CACHE;

/** Files that count the memory of their process: each has one of its own. */
const APART = ['test/codec/unpack.test.ts', 'test/listener/bodies.test.ts'];

/** Files that start very many programs or servers, draw or send very much, read very large documents, compile very large schemas, lint much or look at many pages. CI runs them too; by hand, `npm run test:long` does. */
const LONG = [
  'test/**/{hostile,*.property}.test.ts',
  'test/cli/!(greeting|output|progress).test.ts',
  'test/contract/dredd-of-control.test.ts',
  'test/contract/report/{junit,sarif,*-in-a-browser}.test.ts',
  'test/contract/verify/{express,mutants,notebook,oauth,published,strange-servers}.test.ts',
  'test/control/slow-readers.test.ts',
  'test/changes/soundness.test.ts',
  'test/crash/crash.test.ts',
  'test/engine/not-compiled.test.ts',
  'test/fault/reach.test.ts',
  'test/front/{curl-line,login-in-a-browser}.test.ts',
  'test/grpc/buf-curl.test.ts',
  'test/hostile/*.test.ts',
  'test/inspector/*-in-a-browser.test.ts',
  'test/issuer/published-client.test.ts',
  'test/journeys/*-in-a-browser.test.ts',
  'test/journeys/{fifty-worlds-at-once,grpc-tools,har-in-chromium,published-clients,same-bytes,sandboxes,warm-start,worlds-at-once}.test.ts',
  'test/lint/*.test.ts',
  'test/listener/{unread,unread-answers}.test.ts',
  'test/msw/worker-in-a-browser.test.ts',
  'test/openapi/compile-all.test.ts',
  'test/openapi/read/{hostile-documents,compiled-before}.test.ts',
  'test/openapi/schemas/{mismatch,wide}.test.ts',
  'test/parity/{drifts,servers,stand-ins}.test.ts',
  'test/playwright/playwright.test.ts',
  'test/project/{action-runs,ci-recipe,container,deploy,login-guide,notes-example,npx,published,start-modules,todo-example,verify-guide}.test.ts',
  'test/proxy/{gigabyte,watching}.test.ts',
  'test/resource/many-kinds.test.ts',
  'test/sample/any-schema.test.ts',
  'test/store/{failing-disk,power-cut}.test.ts',
  'test/store/postgres/*.test.ts',
  'test/replica/{joining,on-postgres}.test.ts',
  'test/replicas/{noticed,shared-state}.test.ts',
  'test/types/document-types.test.ts',
  'test/vitest/vitest.test.ts',
];

export default defineConfig({
  test: {
    // One for each core, also where there are but two.
    maxWorkers: '100%',
    // Judges start other programs; the limit only ends what hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // lowdb's presets, and other libraries, behave differently under `test`. We test what people run.
    env: { NODE_ENV: 'production' },
    // What a file listens in on, the next one in the same worker does not.
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: { name: 'together', include: ['test/**/*.test.ts'], exclude: [...APART, ...LONG], isolate: false },
      },
      { extends: true, test: { name: 'apart', include: APART } },
      { extends: true, test: { name: 'long', include: LONG } },
    ],
  },
});
