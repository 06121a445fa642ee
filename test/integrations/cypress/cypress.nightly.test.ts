// The files of docs/guides/cypress.md: compiled with the types of Cypress, with tasks that run in Node.

import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createMockServer } from '../../../src/index.ts';
import { npmInstall } from '../../support/installed.ts';
import { listingsOf } from '../../support/listing.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Without its install script, which downloads the app, Cypress is types and `defineConfig`. */
const PACKAGES = ['understudy-api', 'cypress@15.3.0', 'typescript@5.9.3', '@types/node@24.19.4'];
const TSCONFIG = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, skipLibCheck: true, types: ['cypress', 'node'] },
    ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler' },
  },
  include: ['cypress', 'cypress.config.ts'],
};

/** Runs the tasks of a test, and prints the statuses and numbers of items that its page sees. */
const RUN_TASKS = `
import config from './cypress.config.ts';

let tasks;
config.e2e.setupNodeEvents((name, given) => { if (name === 'task') tasks = given; });
const list = async (headers) => {
  const response = await fetch(process.env.MOCK_URL + '/api/pets', { headers });
  return response.ok ? (await response.json()).length : response.status;
};
const sandbox = await tasks.createSandbox(null);
const headers = { 'x-understudy-sandbox': sandbox };
const seen = [await list(headers)];
await tasks.makeRecords({ sandbox, name: 'pets', count: 12 });
seen.push(await list(headers));
seen.push(await tasks.fault({ sandbox, plan: 'listPets: status=503, times=1' }));
seen.push(await list(headers), await list(headers), await list({}));
seen.push(await tasks.closeSandbox(sandbox));
console.log(JSON.stringify(seen));
`;
/** Only ends what hangs: a registry may be slow. */
const TIMEOUT = 600_000;

test(
  'commands compile, and tasks give each test a sandbox with its own data and faults',
  async () => {
    const cwd = await temporaryFolder();
    const guide = listingsOf(await readFile(join(ROOT, 'docs/guides/cypress.md'), 'utf8'));
    const shown = guide.flatMap(({ text }) => {
      const [, path] = /^\/\/ (\S+)\n/.exec(text) ?? [];
      return path === undefined ? [] : [[path, text] as const];
    });
    expect(shown.map(([path]) => path)).toEqual([
      'cypress.config.ts',
      'cypress/support/e2e.ts',
      'cypress/e2e/pets.cy.ts',
    ]);
    const files = {
      'package.json': '{"type":"module"}',
      'tsconfig.json': JSON.stringify(TSCONFIG),
      'run-tasks.ts': RUN_TASKS,
      ...Object.fromEntries(shown),
    };
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(cwd, path)), { recursive: true });
      await writeFile(join(cwd, path), text);
    }
    await npmInstall(cwd, PACKAGES);
    const run = promisify(execFile);
    await run(process.execPath, ['node_modules/typescript/bin/tsc'], { cwd });

    const mock = await createMockServer(join(ROOT, 'examples/petstore/petstore.yaml'), {
      base: '/api',
      durability: 'memory',
    });
    onTestFinished(() => mock.close());
    const { url } = await mock.listen();
    const env = { ...process.env, MOCK_URL: url };
    const { stdout } = await run(process.execPath, ['run-tasks.ts'], { cwd, env });
    expect(JSON.parse(stdout)).toEqual([3, 15, null, 503, 15, 3, null]);
    const sandboxes = await (await fetch(`${url}/_understudy/sandboxes`)).json();
    expect(sandboxes).toMatchObject({ sandboxes: [{ sandbox: 'main' }] });
  },
  TIMEOUT,
);
