// A project with Jest, installed from the npm registry beside the package.

import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compile } from '../../support/compiler.ts';
import { install } from '../../support/installed.ts';
import { startProgram } from '../../support/process.ts';

const PROJECT = fileURLToPath(new URL('project', import.meta.url));
const PETSTORE = fileURLToPath(new URL('../../../examples/petstore/petstore.yaml', import.meta.url));
const GUIDE = fileURLToPath(new URL('../../../docs/guides/jest.md', import.meta.url));
const PACKAGES = { jest: '30.5.2', 'jest-environment-jsdom': '30.5.2', 'jest-fixed-jsdom': '0.0.11' };
const run = promisify(execFile);
/** Only ends what hangs: a registry may be slow. */
const TIMEOUT = 600_000;

let folder: string;
let packaged: string;
let cwd: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'understudy-test-')));
  packaged = join(folder, 'package');
  cwd = join(folder, 'project');
  await mkdir(packaged);
  await mkdir(cwd);
  await install(packaged);
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ dependencies: PACKAGES }));
  await run('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], { cwd });
  await mkdir(join(cwd, 'node_modules'), { recursive: true });
  await symlink(join(packaged, 'node_modules/understudy-api'), join(cwd, 'node_modules/understudy-api'));
  await cp(PROJECT, cwd, { recursive: true });
  await cp(PETSTORE, join(cwd, 'petstore.yaml'));
  for (const name of ['jest.config.js', 'pets.js', 'pets.test.js'])
    await writeFile(join(cwd, name), await guideListing(name));
}, TIMEOUT);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A file of the guide. */
async function guideListing(name: string): Promise<string> {
  const [, text] = (await readFile(GUIDE, 'utf8')).match(new RegExp(`\\[${name}\\]\\n([\\s\\S]*?)^\`\`\``, 'm')) ?? [];
  if (text === undefined) throw new Error(`the guide has no ${name}`);
  return text;
}

interface JestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** The results of test files by title. */
async function jest(files: readonly string[], nodeOptions = '') {
  const { ended } = startProgram(['node_modules/jest/bin/jest.js', '--json', `--testTimeout=${TIMEOUT}`, ...files], {
    cwd,
    env: { NODE_OPTIONS: nodeOptions, UNDERSTUDY_URL: '' },
  });
  const { stdout, stderr } = await ended;
  const report = stdout.startsWith('{') ? (JSON.parse(stdout) as JestReport) : undefined;
  const results = report?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? [];
  return { stderr, results, statuses: Object.fromEntries(results.map(({ title, status }) => [title, status])) };
}

test(
  'tests in CommonJS have sandboxes of one server, without flags of Node, and report mistakes',
  async () => {
    const { statuses, results, stderr } = await jest(['sandbox.test.js', 'page.test.js']);
    expect(statuses, stderr).toEqual({
      'adds Berta': 'passed',
      'adds Resi': 'passed',
      'reads pet 1': 'passed',
      'reads pet 2': 'passed',
      'GET has the status 200': 'passed',
      'DELETE has the status 204': 'passed',
      'has one server for all files': 'passed',
      'may send invalid requests': 'passed',
      'fails as expected': 'passed',
      'is skipped': 'pending',
      'is written later': 'todo',
      'MISTAKE: sends an invalid request': 'failed',
      'MISTAKE: expects another status': 'failed',
      'MISTAKE: does not use its fault': 'failed',
      'shows the pets of its sandbox': 'passed',
    });
    const [invalid, other, unused] = results
      .filter(({ status }) => status === 'failed')
      .map(({ failureMessages }) => failureMessages.join());
    expect(invalid).toContain('addPet: POST /pets (400): body /name is required');
    expect(other?.match(/GET \/pets\/77 \(404\)/g)).toHaveLength(1);
    expect(unused).toContain('fault-1');
  },
  TIMEOUT,
);

test(
  'the tests of the guide pass',
  async () => {
    const { results, stderr } = await jest(['pets.test.js']);
    expect(
      results.map(({ status }) => status),
      stderr,
    ).toEqual(Array(6).fill('passed'));
  },
  TIMEOUT,
);

test.each(['typed.cts', 'typed.mts'])('types are right in %s', async (file) => {
  await writeFile(
    join(packaged, file),
    `import { createTest, test, type TestSandbox } from 'understudy-api/jest';
    test('x', async ({ sandbox, server }) => {
      const own: TestSandbox = sandbox;
      await own.requests({ operation: server.url });
    });
    test.each([1, 2])('%s', (id, { sandbox }) => {
      const number: 1 | 2 = id;
      return sandbox.url.slice(number);
    });
    // @ts-expect-error there is no such option
    createTest({ server: 1 });`,
  );
  expect(await compile(file, packaged).ended).toMatchObject({ code: 0, stdout: '' });
});

test(
  'with one flag of Node, tests may load the library itself, as ES modules or by require',
  async () => {
    const files = ['module.test.mjs', 'required.test.js'];
    const { statuses, stderr } = await jest(
      ['--testMatch', '**/*.test.?(m)js', '--runTestsByPath', ...files],
      '--experimental-vm-modules',
    );
    expect(statuses, stderr).toEqual({
      'has the sandbox of a server outside': 'passed',
      'creates a server inside': 'passed',
      'creates a server': 'passed',
    });
  },
  TIMEOUT,
);

test(
  'without the global setup, a test says how to add it',
  async () => {
    await writeFile(join(cwd, 'empty.config.js'), 'module.exports = {};\n');
    const { results } = await jest(['--config', 'empty.config.js', 'sandbox.test.js', '-t', 'adds Berta']);
    const [first] = results.filter(({ status }) => status === 'failed');
    expect(first?.failureMessages.join()).toContain("globalSetup: 'understudy-api/jest/setup'");
  },
  TIMEOUT,
);
