// The Playwright fixture in real runs with Chromium, with the package as npm installs it.

import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { understudy } from '../../../src/client/client.ts';
import { program, serveProcess } from '../../support/command-process.ts';
import { compile } from '../../support/compiler.ts';
import { install } from '../../support/installed.ts';
import { closedAddress } from '../../support/listening.ts';
import { type Outcome, outcomesOf } from '../../support/playwright-report.ts';
import type { Command } from '../../support/process.ts';
import { browserEndpoint, describeWithBrowser } from '../../support/shared-browser.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PLAYWRIGHT = join(ROOT, 'node_modules/@playwright/test/cli.js');
const EXAMPLE = join(ROOT, 'examples/playwright');
const PETSTORE = join(ROOT, 'examples/petstore/petstore.yaml');

/** Timeouts for busy machines. */
const SLOWLY = 'timeout: 100_000, expect: { timeout: 50_000 }, fullyParallel: true, workers: 2';
/** The browser of this test run, instead of one per worker. */
const CHROMIUM = 'connectOptions: { wsEndpoint: process.env.BROWSER }';

/** A mock server and the server of a page, started like in the guide. */
const SERVED = `export default {
  ${SLOWLY},
  webServer: [
    { command: 'npx understudy serve petstore.yaml --port 0 --memory', wait: { stdout: /at (?<understudy_url>http:\\S+)/ } },
    { command: 'node app.js', wait: { stdout: /at (?<app_url>http:\\S+)/ } },
  ],
  use: {
    baseURL: process.env.APP_URL,
    understudy: { clock: { set: '2027-01-01T00:00:00Z', frozen: true }, seed: 'of the config' },
    ${CHROMIUM},
  },
};
`;
/** One mock server for the run, without a page server. */
const SET_UP = `export default { ${SLOWLY}, globalSetup: 'understudy-api/playwright/setup', use: { ${CHROMIUM} } };\n`;

/** The config of the example, and the single-page application, which reaches the identity API through its own server. */
const EXAMPLE_AND_LOGIN = `
import config from './playwright.config.ts';

const single = { command: 'MOCK_SERVER=$UNDERSTUDY_URL PROXY=1 PORT=0 node single-page/serve.mjs', wait: { stdout: /is at (?<single_page_url>http:\\S+),/ } };
export default {
  ...config,
  ${SLOWLY},
  projects: [
    { name: 'example', testMatch: 'desk.spec.ts' },
    { name: 'login', testMatch: 'login.spec.js', use: { baseURL: process.env.SINGLE_PAGE_URL } },
  ],
  webServer: [...config.webServer, single],
  use: { ...config.use, launchOptions: undefined, ${CHROMIUM} },
};
`;

const OTHER = `
openapi: 3.1.0
info: { title: Greeter, version: '1' }
paths:
  /greeting:
    get:
      operationId: greet
      responses:
        '200': { description: A greeting., content: { application/json: { schema: { type: string }, example: Grüezi } } }
`;

/** The config of the guide, with timeouts for busy machines. */
const SLOW = `
import config from './playwright.config.ts';

export default { ...config, ${SLOWLY}, use: { ...config.use, launchOptions: undefined, ${CHROMIUM} } };
`;
/** A config that reads the address from the output of the server. */
const config = `import { defineConfig } from '@playwright/test';

export default defineConfig({
  webServer: [
    { command: 'npx understudy serve petstore.yaml --port 0 --memory', wait: { stdout: /at (?<understudy_url>http:\\S+)/ } },
    { command: 'npm run dev', url: 'http://localhost:5173' },
  ],
  use: { baseURL: 'http://localhost:5173' },
});
`;
/** A test with a page and a fault. */
const spec = `import { expect, test } from 'understudy-api/playwright';

test('shows that a pet could not be added', async ({ page, sandbox }) => {
  await sandbox.fault({ on: { operation: 'addPet' }, times: 1, steps: [{ code: 'unavailable' }] });
  await page.goto('/');
  await page.getByLabel('Name').fill('Rex');
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('alert')).toHaveText('Try again later.');
});
`;

/** Prints the mock server's address, and runs until it is stopped. */
const ENDLESS = `
import { test } from 'understudy-api/playwright';

for (const name of ['one', 'other'])
  test(name, async ({ server, sandbox }) => {
    console.log('asks ' + server.url + ' for ' + sandbox.name);
    await new Promise(() => {});
  });
`;

/** The page of the guide, and its development server. */
const PETS_PAGE = `
import { createServer, request } from 'node:http';

const page = \`<!doctype html><link rel="icon" href="data:,"><label>Name <input></label><button>Add</button><p role="alert"></p><script type="module">
document.querySelector('button').onclick = async () => {
  const body = JSON.stringify({ name: document.querySelector('input').value, kind: 'dog' });
  const { ok } = await fetch('/pets', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  document.querySelector('p').textContent = ok ? '' : 'Try again later.';
};
</script>\`;
createServer((incoming, outgoing) => {
  const { method, url, headers } = incoming;
  if (url !== '/pets') return outgoing.writeHead(200, { 'content-type': 'text/html' }).end(page);
  const passed = request(new URL(url, process.env.UNDERSTUDY_URL), { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode, answer.headers);
    answer.pipe(outgoing);
  });
  incoming.pipe(passed);
}).listen(process.argv[2]);
`;

/** Prints the mock server's address, and ends. */
const ASKS = `
import { appendFileSync } from 'node:fs';
import { test } from 'understudy-api/playwright';

test('sends a request', async ({ request, server, sandbox }) => {
  await request.get(sandbox.url + '/pets');
  appendFileSync('asked.txt', server.url);
});
`;

/** Type information for editors; line 9 has a mistake. */
const TYPED = `import { defineConfig } from '@playwright/test';
import { expect, type PageSandbox, test, type UnderstudyOptions } from 'understudy-api/playwright';

export default defineConfig<UnderstudyOptions>({ use: { understudy: { url: 'http://localhost:8080', clock: { frozen: true } } } });
test.use({ understudy: { fixtures: 'empty', clock: '2027-01-01T00:00:00Z', expectFindings: [{ operation: 'addPet', status: 400 }] } });
test('has types', async ({ page, sandbox, server, context }) => {
  await sandbox.fault({ steps: [{ code: 'unavailable', delay: { from: 1, to: 2 } }] });
  await expect(page.getByRole('alert')).toHaveText(sandbox.name);
  await sandbox.clock.advence('2h');
  await sandbox.routePages(context);
  expect(await server.sandboxes()).toHaveLength(2);
});
test.extend<{ empty: PageSandbox }>({ empty: async ({ sandbox }, use) => sandbox.reset('empty').then(() => use(sandbox)) });
`;

describeWithBrowser('in a project with the package', () => {
  let root = '';
  beforeAll(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'understudy-test-')));
    await install(root);
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  /** A project with a document and these files. */
  async function project(name: string, files: Readonly<Record<string, string>>): Promise<string> {
    const cwd = join(root, name);
    await mkdir(join(cwd, 'other'), { recursive: true });
    await cp(PETSTORE, join(cwd, 'petstore.yaml'));
    await writeFile(join(cwd, 'package.json'), '{ "type": "module" }');
    for (const [file, text] of Object.entries(files)) await writeFile(join(cwd, file), text);
    return cwd;
  }

  function start(cwd: string, reporter: string, env = {}, more: readonly string[] = []): Command {
    return program([PLAYWRIGHT, 'test', `--reporter=${reporter}`, ...more], {
      cwd,
      env: { CI: 'true', NO_COLOR: '1', BROWSER: browserEndpoint(), ...env },
    });
  }

  /** The result of each test of a run, by file and title. */
  async function run(cwd: string, env = {}, more: readonly string[] = []): Promise<ReadonlyMap<string, Outcome>> {
    return outcomesOf(await start(cwd, 'json', env, more).ended);
  }

  const linesOf = async (cwd: string, file: string) => (await readFile(join(cwd, file), 'utf8')).trim().split('\n');
  const responses = (url: string) =>
    understudy(url)
      .sandboxes()
      .then(
        () => true,
        () => false,
      );

  test('each test has a sandbox that receives its page requests, and fails for errors in it', async () => {
    const cwd = await project('served', { 'playwright.config.js': SERVED });
    await cp(join(ROOT, 'test/integrations/playwright/project'), cwd, { recursive: true });
    await writeFile(join(cwd, 'other/greeter.yaml'), OTHER);
    const outcomes = await run(cwd);

    const failed = [...outcomes].filter(([, { ok }]) => !ok).map(([name]) => name);
    expect(failed).toEqual(
      ['sends an invalid request', 'has an unused fault', 'fails an assertion', 'has an unknown option'].map(
        (title) => `mistakes.spec.js: ${title}`,
      ),
    );
    expect(outcomes.size).toBe(11 + 12 + 8 + 7);
    expect(outcomes.get('mistakes.spec.js: has an unknown option')?.errors).toEqual([
      expect.stringContaining('understudy has no option fixture; did you mean fixtures?'),
    ]);

    const fish = outcomes.get('mistakes.spec.js: sends an invalid request');
    expect(fish?.errors).toEqual([
      expect.stringContaining(
        "Invalid request:\n  addPet: POST /pets (400): body /kind must be one of cat, dog, hen\nIf intended, call sandbox.expectFindings({ operation: 'addPet' })",
      ),
    ]);
    expect(fish?.attachments.get('requests.txt')).toMatch(
      /^Requests in sandbox sends-an-invalid-request-\w{8}, oldest first:\n {2}1: POST \/pets \(400\): addPet, rejected/,
    );
    expect(JSON.parse(fish?.attachments.get('requests.har') ?? '')).toMatchObject({
      log: { entries: [{ request: { method: 'POST' }, response: { status: 400 } }] },
    });
    expect(outcomes.get('mistakes.spec.js: has an unused fault')?.errors).toEqual([
      expect.stringMatching(/A fault was not used:\n {2}fault-1: .*\n.*sandbox\.allowUnusedFaults\(\)/),
    ]);
    const itself = outcomes.get('mistakes.spec.js: fails an assertion');
    expect(itself?.errors).toHaveLength(1);
    expect(itself?.attachments.get('requests.txt')).toContain('POST /pets (503): addPet, fault');
    for (const [name, { ok, attachments }] of outcomes)
      if (ok) expect([name, [...attachments.keys()]]).toEqual([name, []]);

    const requested = (await linesOf(cwd, 'asked.txt')).map((line) => line.split(' '));
    expect(new Set(requested.map(([, url]) => url)).size).toBe(1);
    expect(new Set(requested.map(([worker]) => worker)).size).toBeGreaterThan(1);
    const started = new Set(await linesOf(cwd, 'started.txt'));
    expect(started.size).toBe(1);
    for (const url of [...started, requested[0]?.[1] ?? '']) expect([url, await responses(url)]).toEqual([url, false]);
  });

  test('a run with global setup has one mock server, which ends with it, also when interrupted; two runs have two', async () => {
    const runs = await Promise.all(
      ['one', 'other'].map(async (name) => {
        const cwd = await project(name, { 'playwright.config.js': SET_UP, 'endless.spec.js': ENDLESS });
        const command = start(cwd, 'line');
        const [text] = await command.prints(
          /asks \S+ for one-\w+[\s\S]*asks \S+ for other-\w+|asks \S+ for other-\w+[\s\S]*asks \S+ for one-\w+/,
        );
        return { ...command, urls: [...new Set([...text.matchAll(/asks (\S+)/g)].map(([, url = '']) => url))] };
      }),
    );
    const [one, other] = runs;
    if (!one || !other) throw new Error('two runs were started');
    const [first = ''] = one.urls;
    const [second = ''] = other.urls;
    expect([one.urls.length, other.urls.length, first === second]).toEqual([1, 1, false]);
    expect(await understudy(first).sandboxes()).toHaveLength(3);

    one.child.kill('SIGINT');
    expect(await one.ended).toMatchObject({ code: 130 });
    expect([await responses(first), await responses(second)]).toEqual([false, true]);
    other.child.kill('SIGINT');
    expect(await other.ended).toMatchObject({ code: 130 });
    expect(await responses(second)).toBe(false);
  });

  test('UNDERSTUDY_URL selects the mock server, and no sandbox is left in it', async () => {
    const cwd = await project('named', { 'playwright.config.js': SET_UP, 'asks.spec.js': ASKS });
    const { url } = await serveProcess(['--memory', '--request-log-all', 'petstore.yaml'], { cwd });
    expect(await run(cwd, { UNDERSTUDY_URL: url })).toMatchObject(
      new Map([['asks.spec.js: sends a request', { ok: true }]]),
    );
    expect(await linesOf(cwd, 'asked.txt')).toEqual([url]);
    expect(await understudy(url).sandboxes()).toEqual([{ sandbox: 'main' }]);
  });

  test('the guide works as written', async () => {
    const { port } = new URL(await closedAddress());
    const files = { 'playwright.config.ts': config, 'pets.spec.ts': spec, 'page.js': PETS_PAGE };
    const cwd = await project('guide', files);
    const scripts = { dev: `node page.js ${port}` };
    await writeFile(join(cwd, 'package.json'), JSON.stringify({ type: 'module', scripts }));
    await writeFile(join(cwd, 'playwright.config.ts'), config.replaceAll('5173', port));
    await writeFile(join(cwd, 'slow.config.ts'), SLOW);
    const outcomes = await run(cwd, {}, ['-c', 'slow.config.ts']);
    expect(outcomes).toMatchObject(
      new Map([['pets.spec.ts: shows that a pet could not be added', { ok: true, errors: [] }]]),
    );
  });

  test('the example passes; people log in to sandboxes, by header and by host, and sandboxes inherit the login', async () => {
    const cwd = await project('example', {});
    await rm(join(cwd, 'petstore.yaml'));
    await cp(EXAMPLE, cwd, { recursive: true });
    await cp(join(ROOT, 'examples/single-page'), join(cwd, 'single-page'), { recursive: true });
    await cp(join(ROOT, 'test/integrations/playwright/login'), cwd, { recursive: true });
    await writeFile(join(cwd, 'both.config.ts'), EXAMPLE_AND_LOGIN);
    const outcomes = await run(cwd, {}, ['-c', 'both.config.ts']);
    expect([...outcomes].filter(([, { ok }]) => !ok)).toEqual([]);
    expect(outcomes.size).toBe(9 + 6);
    const lines = (await readFile(join(cwd, 'desk.spec.ts'), 'utf8')).trimEnd().split('\n');
    expect(lines.length).toBeLessThan(80);
  });

  test('has types for the compiler', async () => {
    const cwd = await project('typed', { 'typed.ts': TYPED });
    const tsc = compile('typed.ts', cwd);
    expect(await tsc.ended).toMatchObject({ code: 1, stdout: expect.stringMatching(/^typed\.ts\(9,.*'advence'.*\n$/) });
  });
});
