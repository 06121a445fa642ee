// The Vitest fixture in real runs, with the package as npm installs it.

import { cp, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { understudy } from '../../../src/client/client.ts';
import { program, serveProcess } from '../../support/command-process.ts';
import { compile } from '../../support/compiler.ts';
import { install } from '../../support/installed.ts';
import { startNotebook, TOKEN } from '../../support/notebook/notebook.ts';
import type { Ended } from '../../support/process.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** A test file: adds a pet, and sees no others. */
const ADDS = `
import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';
import { test } from 'understudy-api/vitest';

const post = (sandbox, body) =>
  fetch(sandbox.url + '/pets', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

for (const name of ['Berta', 'Resi', 'Rex']) {
  test.concurrent('adds ' + name, async ({ sandbox, expect }) => {
    const before = await (await fetch(sandbox.url + '/pets')).json();
    expect((await post(sandbox, { name, kind: 'dog' })).status).toBe(201);
    const names = (await (await fetch(sandbox.url + '/pets')).json()).map((pet) => pet.name);
    expect(names).toEqual([...before.map((pet) => pet.name), name]);
    expect(before).toHaveLength(3);
    await sandbox.waitFor({ operation: 'addPet', status: 201 });
  });
}

test('shares its mock server with all tests', async ({ server, sandbox }) => {
  appendFileSync('asked.txt', server.url + ' ');
  expect((await server.sandboxes()).map(({ sandbox }) => sandbox)).toContain(sandbox.name);
});
`;

/** Sends invalid requests, once by mistake and otherwise as expected. */
const MISTAKES = `
import { expect } from 'vitest';
import { defineApi } from 'understudy-api';
import { createTest, test } from 'understudy-api/vitest';

const post = (sandbox, body) =>
  fetch(sandbox.url + '/pets', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const lenient = createTest({ expectFindings: [{ operation: 'addPet' }] });

test('sends an invalid request', async ({ sandbox }) => {
  await post(sandbox, { name: 'Wanda', kind: 'fish' });
});
test('expects an invalid request', async ({ sandbox }) => {
  sandbox.expectFindings({ operation: 'addPet', status: 400 });
  expect((await post(sandbox, { name: 'Wanda', kind: 'fish' })).status).toBe(400);
});
test('expects one of two invalid requests', async ({ sandbox }) => {
  sandbox.expectFindings({ body: { kind: 'fish' } });
  await post(sandbox, { name: 'Wanda', kind: 'fish' });
  await post(sandbox, { name: '', kind: 'dog' });
});
lenient('expects invalid requests by default', async ({ sandbox }) => {
  await post(sandbox, { name: 'Wanda', kind: 'fish' });
});
test('gets an invalid body by a fault', async ({ sandbox }) => {
  await sandbox.fault({ steps: [{ broken: true }] });
  await fetch(sandbox.url + '/pets');
});
const wrong = createTest({
  server: {
    apis: [
      defineApi({
        name: 'petstore',
        document: new URL('petstore.yaml', import.meta.url),
        infer: true,
        handlers: { listPets: () => [{ id: 'no number' }] },
      }),
    ],
  },
});
wrong('gets an invalid response', async ({ sandbox }) => {
  expect((await fetch(sandbox.url + '/pets')).status).toBe(500);
  expect(await sandbox.requests({ findings: true })).toHaveLength(1);
});
test('fails an assertion', async ({ sandbox }) => {
  expect(sandbox.name).toBe('main');
});
`;

/** Fails after 25 requests, before its fault is used. */
const FAILS = `
import { expect } from 'vitest';
import { test } from 'understudy-api/vitest';

test('fails', async ({ sandbox }) => {
  await sandbox.fault({ on: { operation: 'removePet' }, steps: [{ code: 'unavailable' }] });
  for (let at = 0; at < 24; at += 1) await fetch(sandbox.url + '/pets?kind=hen');
  const body = '{"name":"Resi\\u001b[2J","kind":"hen"}';
  await fetch(sandbox.url + '/pets', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  expect('Resi').toBe('Rex');
});
`;

/** Looks for a listening server before its test begins. */
const STARTS = `
import { beforeEach, expect } from 'vitest';
import { createTest, test as other } from 'understudy-api/vitest';

const test = createTest();
beforeEach(() => expect(process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap')).toHaveLength(1));
test('is short', ({ sandbox }) => expect(sandbox.url).toContain('http'));
`;

/** Adds faults, some of which are used. */
const FAULTS = `
import { test } from 'understudy-api/vitest';

const removePet = { operation: "removePet" };
const steps = [{ code: 'unavailable' }];
const list = (sandbox) => fetch(sandbox.url + '/pets');

test('has an unused fault', async ({ sandbox }) => {
  await sandbox.fault({ on: removePet, steps });
  await sandbox.fault({ on: { operation: 'listPets' }, every: 3, steps });
  await list(sandbox);
  await list(sandbox);
});
test('allows an unused fault', async ({ sandbox }) => {
  const plan = await sandbox.fault({ on: removePet, steps });
  sandbox.allowUnusedFaults(plan);
});
test('allows one of two unused faults', async ({ sandbox }) => {
  const plan = await sandbox.fault({ on: removePet, steps });
  await sandbox.fault({ on: { operation: 'getPet' }, steps });
  sandbox.allowUnusedFaults(plan);
});
test('allows all unused faults', async ({ sandbox }) => {
  await sandbox.fault({ on: removePet, steps });
  sandbox.allowUnusedFaults();
});
test('removes an unused fault', async ({ sandbox }) => {
  const plan = await sandbox.fault({ on: removePet, steps });
  await plan.remove();
});
test('has a fault with a rate', async ({ sandbox }) => {
  await sandbox.fault({ rate: 0, steps });
  await list(sandbox);
});
test('uses its fault', async ({ sandbox }) => {
  await sandbox.fault({ times: 2, steps });
  await list(sandbox);
});
`;

/** Tests a mock server and a server against their documents. */
const VERIFIES = `
import { verify } from 'understudy-api/verify';

await verify('petstore.yaml', { phases: ['examples', 'scenarios'] });
await verify(new URL('notebook.yaml', import.meta.url), { url: process.env.NOTEBOOK, auth: { key: process.env.KEY } });
`;

/** Requires all operations to be tested, and selects two. */
const REACHES = `
import { verify } from 'understudy-api/verify';

const { NOTEBOOK: url, KEY: key } = process.env;
await verify('notebook.yaml', { url, auth: { key }, requireTested: true, operations: ['listNotes', 'addNote'] });
`;

/** The same with the test runner of Node. */
const NODE_TESTS = `
import assert from 'node:assert/strict';
import test from 'node:test';
import { verifyServer } from 'understudy-api/verify';

const { NOTEBOOK: url, KEY: key } = process.env;
const { operations } = await verifyServer('notebook.yaml', { url, auth: { key }, phases: ['examples'] });
for (const { operation, findings } of operations) test(operation, () => assert.deepEqual(findings.map(({ message }) => message), []));
`;

/** Type information of contracts for editors; line 8 has a mistake. */
const TYPED_CONTRACT = `import { type Contract, defineContract, verifyServer, type VerifyOptions } from 'understudy-api/verify';

const own = defineContract({
  async setup(server) {
    return (await server.send<{ id: number }>('addPet', { body: {} })).body;
  },
  request: ({ id }) => ({ path: { id } }),
  cases: { 'none': { request: ({ idd }) => ({ path: { id: idd } }), status: '4XX' } },
});
export const other = { cases: { one: { status: 200 } } } satisfies Contract;
const options: VerifyOptions = { auth: { a: 'token', b: { id: 'x', secret: 'y' } }, skip: ['error-body'], phases: ['scenarios'] };
verifyServer('petstore.yaml', options).then(({ operations }) => operations[0]?.findings[0]?.request.curl);
export default own;
`;

/** A test with a sandbox. */
const GUIDE = `import { expect } from 'vitest';
import { test } from 'understudy-api/vitest';

test('a pet is added', async ({ sandbox }) => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(\`\${sandbox.url}/pets\`, { method: 'POST', headers, body: '{"name":"Rex","kind":"dog"}' });
  expect(response.status).toBe(201);
});
`;

/** A test with a sandbox and MSW. */
const WITH_MSW = `import { setupServer } from 'msw/node';
import { understudyHandlers } from 'understudy-api/msw';
import { test } from 'understudy-api/vitest';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

test('pets are listed', async ({ sandbox }) => {
  server.use(...understudyHandlers(sandbox, { at: 'https://api.example.com' }));
  const response = await fetch('https://api.example.com/pets');
  expect(await response.json()).toHaveLength(3);
});
`;

/** Type information for editors; line 9 has a mistake. */
const TYPED = `import { type Exchange, UnderstudyError, understudy } from 'understudy-api/client';
import { createTest, test } from 'understudy-api/vitest';

test('has types', async ({ sandbox, server }) => {
  const found: readonly Exchange[] = await sandbox.waitFor({ operation: 'addPet', status: '2XX' }, { count: 2 });
  sandbox.expectFindings({ status: 400 });
  const other = await server.createSandbox({ from: sandbox.name });
  const fault = await other.fault({ on: { operation: 'addPet' }, steps: [{ code: 'unavailable', delay: { from: 1, to: 2 } }] });
  await fault.removve();
});
createTest({ url: 'http://localhost:8080' })('has types', ({ sandbox }) => sandbox.clock.advance('2h').then(() => undefined));
understudy().createSandbox('blue').catch((error: unknown) => error instanceof UnderstudyError && error.code === 'already_exists');
`;

/** Split, because Vitest would apply it to this file. */
const inEnvironment = (name: string) => `// @vitest-${'environment'} ${name}`;

/** Only limits runs that hang. */
const CONFIG = (more = '') =>
  `export default { test: { reporters: ['tap-flat'], maxWorkers: 2, testTimeout: 120_000, hookTimeout: 120_000, ${more} } };`;

async function run(
  cwd: string,
  files: Readonly<Record<string, string>>,
  env = {},
  more: readonly string[] = [],
): Promise<Ended> {
  await writeFile(join(cwd, 'asked.txt'), '');
  for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, name), text);
  const tests = Object.keys(files).filter((name) => name.includes('.test.'));
  const args = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...tests, ...more];
  return program(args, { cwd, env: { CI: 'true', NO_COLOR: '1', ...env } }).ended;
}

/** The tests of a run with their results. */
function outcomes({ stdout }: Ended): Readonly<Record<string, string>> {
  const lines = [...stdout.matchAll(/^(ok|not ok) \d+ - (.*?)(?: # time=.*)?$/gm)];
  return Object.fromEntries(lines.map(([, outcome = '', name = '']) => [name.replaceAll(' > ', ': '), outcome]));
}

/** The addresses of the mock servers of the last run. */
async function requestsIn(cwd: string): Promise<readonly string[]> {
  const requested = await readFile(join(cwd, 'asked.txt'), 'utf8');
  return requested.trim().split(' ');
}

const FILES = { 'a.test.js': ADDS, 'b.test.js': ADDS };
const ALL_PASS = Object.fromEntries(
  Object.keys(FILES).flatMap((file) =>
    ['adds Berta', 'adds Resi', 'adds Rex', 'shares its mock server with all tests'].map((name) => [
      `${file}: ${name}`,
      'ok',
    ]),
  ),
);

describe('in a project with the package', () => {
  let cwd = '';
  beforeAll(async () => {
    cwd = await realpath(await mkdtemp(join(tmpdir(), 'understudy-test-')));
    await install(cwd);
    await cp(join(ROOT, 'examples/petstore/petstore.yaml'), join(cwd, 'petstore.yaml'));
    await writeFile(join(cwd, 'package.json'), '{ "type": "module" }');
  });
  afterAll(() => rm(cwd, { recursive: true, force: true }));

  test("each test has a sandbox in a mock server of the project's document, and fails for invalid requests", async () => {
    const ended = await run(cwd, {
      'vitest.config.js': CONFIG(),
      ...FILES,
      'mistakes.test.js': MISTAKES,
      'faults.test.js': FAULTS,
      'guide.test.js': GUIDE,
      'msw.test.js': WITH_MSW,
    });
    expect([outcomes(ended), ended.stderr, ended.code]).toEqual([
      {
        ...ALL_PASS,
        'faults.test.js: has an unused fault': 'not ok',
        'faults.test.js: allows an unused fault': 'ok',
        'faults.test.js: allows one of two unused faults': 'not ok',
        'faults.test.js: allows all unused faults': 'ok',
        'faults.test.js: removes an unused fault': 'ok',
        'faults.test.js: has a fault with a rate': 'ok',
        'faults.test.js: uses its fault': 'ok',
        'guide.test.js: a pet is added': 'ok',
        'msw.test.js: pets are listed': 'ok',
        'mistakes.test.js: sends an invalid request': 'not ok',
        'mistakes.test.js: expects an invalid request': 'ok',
        'mistakes.test.js: expects one of two invalid requests': 'not ok',
        'mistakes.test.js: expects invalid requests by default': 'ok',
        'mistakes.test.js: gets an invalid body by a fault': 'ok',
        'mistakes.test.js: gets an invalid response': 'ok',
        'mistakes.test.js: fails an assertion': 'not ok',
      },
      '',
      1,
    ]);
    expect(new Set(await requestsIn(cwd)).size).toBe(2);
    for (const breach of ['/kind must be one of cat, dog, hen', '/name must have at least 1 character'])
      expect(ended.stdout).toContain(
        `message: "Invalid request:\n  addPet: POST /pets (400): body ${breach}\nIf intended, call sandbox.expectFindings({ operation: 'addPet' })\n\nRequests in`,
      );
    expect(ended.stdout).toContain("to be 'main' // Object.is equality");
    const reported = ended.stdout.replaceAll('\\"', '"');
    const unmet = ({ id = 'fault-1', on }: { readonly id?: string; readonly on: string }) =>
      `A fault was not used:\n  ${id}: {"on":{"operation":"${on}"},"steps":[{"code":"unavailable"}]} matched no request\n`;
    expect(reported).toContain(
      [
        'message: "2 faults were not used:',
        '  fault-1: {"on":{"operation":"removePet"},"steps":[{"code":"unavailable"}]} matched no request',
        '  fault-2: {"on":{"operation":"listPets"},"every":3,"steps":[{"code":"unavailable"}]} matched 2 of the requests, and applies to one in 3',
        'If intended, call sandbox.allowUnusedFaults()',
      ].join('\n'),
    );
    expect(reported).toContain(unmet({ id: 'fault-2', on: 'getPet' }));
    expect(reported.match(/faults? (was|were) not used:/g)).toHaveLength(2);
  });

  test('a failed test lists the requests in its sandbox, in every reporter', async () => {
    const reporters =
      'reporters: ["default", "junit", "json"], outputFile: { junit: "report.xml", json: "report.json" }';
    const ended = await run(cwd, { 'vitest.config.js': CONFIG(reporters), 'fails.test.js': FAILS });
    const reports = await Promise.all(['report.xml', 'report.json'].map((name) => readFile(join(cwd, name), 'utf8')));
    for (const report of [ended.stderr, ...reports].map((text) =>
      text
        .replaceAll(/&quot;|\\+"/g, '"')
        .replaceAll('&apos;', "'")
        .replaceAll('&gt;', '>')
        .replaceAll('&lt;', '<'),
    )) {
      expect(report).toMatch(/expected 'Resi' to be 'Rex'/);
      expect(report).toMatch(/Requests in sandbox sandbox-\w{10}, oldest first \(5 earlier ones not shown\):/);
      expect(report).toMatch(/6: GET \/pets\?kind=hen \(200\): listPets, stored, [\d.]+ ms/);
      expect(report).toContain('25: POST /pets (400): addPet, rejected, ');
      expect(report).toContain('> {"name":"Resi [2J","kind":"hen"}');
      expect(report).toContain('< {"message":"the body is not valid JSON: ');
      expect(report).not.toContain('not used:');
    }
    expect(ended.stderr.match(/Error: /g)).toEqual(['Error: ']);
    expect(reports[0]?.match(/<failure/g)).toEqual(['<failure']);
    const [{ assertionResults } = { assertionResults: [] }] = JSON.parse(reports[1] ?? '').testResults;
    expect(assertionResults[0].failureMessages).toHaveLength(1);
  });

  test('the mock server starts before the first test, and only the one that is used', async () => {
    const ended = await run(cwd, { 'vitest.config.js': CONFIG(), 'starts.test.js': STARTS });
    expect(outcomes(ended)).toEqual({ 'starts.test.js: is short': 'ok' });
  });

  const setUp = CONFIG(`globalSetup: 'understudy-api/vitest/setup'`);

  test('a run with global setup has one mock server, also for tests with a DOM', async () => {
    const files = {
      'a.test.js': `${inEnvironment('jsdom')}${ADDS}`,
      'b.test.js': `${inEnvironment('happy-dom')}${ADDS}`,
    };
    const ended = await run(cwd, { 'vitest.config.js': setUp, ...files });
    expect([outcomes(ended), ended.stderr, ended.code]).toEqual([ALL_PASS, '', 0]);
    expect([(await requestsIn(cwd)).length, new Set(await requestsIn(cwd)).size]).toEqual([2, 1]);
  });

  test('UNDERSTUDY_URL selects the mock server, and no sandbox is left in it', async () => {
    const { url } = await serveProcess(['--memory', 'petstore.yaml'], { cwd });
    const ended = await run(cwd, { 'vitest.config.js': setUp, ...FILES }, { UNDERSTUDY_URL: url });
    expect([outcomes(ended), ended.stderr, ended.code]).toEqual([ALL_PASS, '', 0]);
    expect(await requestsIn(cwd)).toEqual([url, url]);
    expect(await understudy(url).sandboxes()).toEqual([{ sandbox: 'main' }]);
  });

  describe('understudy-api/verify', () => {
    let notebook: Awaited<ReturnType<typeof startNotebook>>;
    let env: Readonly<Record<string, string>>;
    let named: string;
    beforeAll(async () => {
      notebook = await startNotebook('an enum value misspelt');
      env = { NOTEBOOK: notebook.url, KEY: TOKEN };
      named = `Notebook (notebook.yaml) at ${notebook.url}`;
      await cp(join(ROOT, 'test/support/notebook/notebook.yaml'), join(cwd, 'notebook.yaml'));
    });
    afterAll(() => notebook.close());
    const files = { 'vitest.config.js': CONFIG(), 'verify.test.js': VERIFIES };

    test('is a test per operation, which fails with its findings', async () => {
      const ended = await run(cwd, files, env);
      const ids = 'listPets,addPet,getPet,removePet,changePet,listVisits,addVisit,getOpeningHours'.split(',');
      const pets = 'verify.test.js: Petstore (petstore.yaml) at a mock server: ';
      const notes = `verify.test.js: ${named}: `;
      const all = Object.entries(outcomes(ended));
      expect(all.filter(([name]) => name.startsWith(pets))).toEqual(
        ids.map((id) => [expect.stringContaining(`: ${id} (`), 'ok']),
      );
      expect(Object.fromEntries(all.filter(([name]) => !name.startsWith(pets)))).toEqual({
        [`${notes}listNotes (GET /notes)`]: 'not ok',
        [`${notes}addNote (POST /notes) # SKIP`]: 'ok',
        [`${notes}getNote (GET /notes/{id})`]: 'not ok',
        [`${notes}replaceNote (PUT /notes/{id}) # SKIP`]: 'ok',
        [`${notes}removeNote (DELETE /notes/{id}) # SKIP`]: 'ok',
      });
      expect(ended.stdout).toContain('1. response-body: getNote (GET /notes/{id})');
      expect(ended.stdout).toContain('in the document: /components/schemas/Colour/enum (notebook.yaml:');
      expect(ended.stdout).toMatch(/curl -g \S+\/notes\/\d+ -H/);
      expect(ended.stdout).not.toContain(TOKEN);
      expect(ended.code).toBe(1);
    });

    test('sends requests only for operations of selected tests', async () => {
      const requested: string[] = [];
      const server = createServer((request, response) => {
        requested.push(request.url ?? '');
        notebook.handler(request, response);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      await run(cwd, files, { ...env, NOTEBOOK: url }, ['-t', 'listNotes']);
      await new Promise((resolve) => server.close(resolve));
      expect(requested.filter((one) => one.startsWith('/notes')).length).toBeGreaterThan(5);
      expect(requested.filter((one) => one.startsWith('/notes/'))).toEqual([]);
    });

    test('fails if a required operation was not tested', async () => {
      const ended = await run(cwd, { 'vitest.config.js': CONFIG(), 'reaches.test.js': REACHES }, env);
      expect(outcomes(ended)).toEqual({
        [`reaches.test.js: ${named}: listNotes (GET /notes)`]: 'not ok',
        [`reaches.test.js: ${named}: addNote (POST /notes)`]: 'not ok',
      });
      expect(ended.stdout).toContain('not tested: mutating operation (use --allow-writes)');
    });

    test('returns the result to other test runners', async () => {
      await writeFile(join(cwd, 'verify.mjs'), NODE_TESTS);
      const ended = await program(['--test-reporter', 'tap', 'verify.mjs'], { cwd, env }).ended;
      expect(ended.stdout).toMatch(/^not ok 1 - listNotes$/m);
      expect(ended.stdout).toMatch(/^ok 2 - addNote$/m);
    });
  });

  test('has types for the compiler', async () => {
    await writeFile(join(cwd, 'contract.ts'), TYPED_CONTRACT);
    await writeFile(join(cwd, 'typed.ts'), TYPED);
    const contract = compile('contract.ts', cwd);
    expect(await contract.ended).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^contract\.ts\(8,.*'idd'.*\n(?!contract)/),
    });
    const tsc = compile('typed.ts', cwd);
    expect(await tsc.ended).toMatchObject({ code: 1, stdout: expect.stringMatching(/^typed\.ts\(9,.*'removve'.*\n$/) });
  });
});
