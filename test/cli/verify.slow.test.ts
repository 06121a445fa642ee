// `understudy verify`: output, reports and exit codes.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/verify/report/report.ts';
import { startAuthorizationServer } from '../support/authorization-server.ts';
import { understudy } from '../support/command.ts';
import { type NotebookFault, startNotebook, TOKEN } from '../support/notebook/notebook.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { TLS, TLS_FILES } from '../support/tls/pair.ts';

const DOCUMENT = fileURLToPath(new URL('../support/notebook/notebook.yaml', import.meta.url));

/** The command against a server with this fault. */
async function verify(fault: NotebookFault | undefined, args: readonly string[], cwd?: string) {
  const { url, close } = await startNotebook(fault);
  const env = { NOTEBOOK: TOKEN };
  try {
    const folder = cwd ?? (await temporaryFolder());
    const all = ['verify', DOCUMENT, url, '--auth', 'key=env:NOTEBOOK', ...args];
    return { url, ...(await understudy(all, { cwd: folder, env }).ended) };
  } finally {
    await close();
  }
}

describe('understudy verify', () => {
  test('ends with 0 without findings, and prints each operation as passed', async () => {
    const { code, stdout, url } = await verify(undefined, ['--allow-writes', '--require-tested']);
    expect(stdout.split('\n').slice(0, 5)).toEqual(
      ['listNotes', 'addNote', 'getNote', 'replaceNote', 'removeNote'].map((id) =>
        expect.stringMatching(new RegExp(`^passed +${id} +\\d+ requests$`)),
      ),
    );
    expect(stdout).toContain(`at ${url}: 5 operations, 5 passed, 0 failed, 0 not tested.`);
    expect(code).toBe(0);
  });

  test('ends with 1 with a finding, and prints the curl command that repeats it, without the token', async () => {
    const { code, stdout, url } = await verify('a string instead of a number', ['--checks', 'response-body']);
    expect(stdout).toContain('response-body: getNote (GET /notes/{id})');
    expect(stdout).toContain('response 200 /id must be an integer');
    expect(stdout).toContain('in the document: /components/schemas/Note/properties/id/type (');
    expect(stdout).toMatch(new RegExp(`curl -g ${url}/notes/\\d+ -H "Authorization: Bearer \\$\\{key\\}"`));
    expect(stdout).not.toContain(TOKEN);
    expect(code).toBe(1);
  });

  test('sends no mutating requests without --allow-writes, and fails with --require-tested', async () => {
    const { code, stdout } = await verify(undefined, ['--require-tested']);
    expect(stdout).toMatch(/not tested +addNote +mutating operation \(use --allow-writes\)/);
    expect(code).toBe(1);
    expect((await verify(undefined, [])).code).toBe(0);
  });

  test.each<[what: string, args: (url: string) => readonly string[], outcomes: string, sentence: string]>([
    [
      'a wrong base path',
      (url) => [`${url}/nowhere`, '--auth', `key=${TOKEN}`],
      '1 failed, 4 not tested',
      '/nowhere the right base URL?',
    ],
    [
      'an unknown token',
      (url) => [url, '--auth', 'key=expired'],
      '0 failed, 5 not tested',
      'all requests were rejected with 401; set credentials with --auth NAME=VALUE.',
    ],
    [
      'no permitted request',
      (url) => [url, '--operations', 'addNote'],
      '0 failed, 1 not tested',
      'no request could be sent.',
    ],
  ])('ends with 2 and a message if no operation was tested: %s', async (_, args, outcomes, sentence) => {
    const { url, close } = await startNotebook();
    const cwd = await temporaryFolder();
    const { code, stdout, stderr } = await understudy(['verify', DOCUMENT, ...args(url)], { cwd }).ended;
    await close();
    expect(stdout).toContain(`, 0 passed, ${outcomes}.\n`);
    expect(stderr).toContain('understudy: No operation was tested:');
    expect(stderr).toContain(sentence);
    expect(code).toBe(2);
  });

  test('does not start with a header that an operation does not allow', async () => {
    const cwd = await temporaryFolder();
    const parameters = [{ name: 'X-Tenant', in: 'header', schema: { enum: ['7', '8'] } }];
    const paths = { '/': { get: { operationId: 'get', parameters, responses: { 200: { description: '' } } } } };
    await writeFile(
      join(cwd, 'tenants.json'),
      JSON.stringify({ openapi: '3.0.3', info: { title: 'Tenants', version: '1' }, paths }),
    );
    const { code, stderr, stdout } = await understudy(['verify', 'tenants.json', '--header', 'x-tenant: 9'], { cwd })
      .ended;
    expect(stderr).toContain(
      'header X-Tenant: get does not allow it: it must be one of 7, 8; set another value with --value get.X-Tenant=…',
    );
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  test('prints no secrets, even if the server returns all headers', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'secret.txt'), '  client-secret/1\n');
    const server = await startAuthorizationServer(
      (request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'x-heard': request.headers.authorization ?? '' });
        response.end(JSON.stringify(request.headers));
      },
      { known: '', uses: 0 },
    );
    const env = { KEY: 'secret-key-1' };
    const args = [
      '--client',
      'key.id=me',
      '--client',
      'key.secret=file:secret.txt',
      '--client',
      'key.token-url=/oauth/token',
    ];
    const headers = ['--header', 'X-Api-Key: plain-key-1', '--header', 'X-Own: env:KEY', '--header', 'X-Tenant: seven'];
    const run = (...more: readonly string[]) =>
      understudy(['verify', DOCUMENT, server.url, ...args, ...headers, ...more], { cwd, env }).ended;
    const reported = await run('--junit', 'report.xml');
    const { stdout: json } = await run('--json');
    await server.close();
    const all = `${reported.stdout}${reported.stderr}${json}${await readFile(join(cwd, 'report.xml'), 'utf8')}`;
    expect(server.requested.map(({ authorization }) => authorization)).toEqual(
      Array(2).fill(`Basic ${Buffer.from('me:client-secret%2F1').toString('base64')}`),
    );
    expect(reported.stdout).toMatch(/-H "Authorization: Bearer \$\{key\}"/);
    expect(reported.stdout).toMatch(/-H "x-api-key: \$\{X_Api_Key_header\}"/);
    expect(reported.stdout).toContain('"authorization":"[redacted]"');
    expect(reported.stdout).toContain("-H 'x-tenant: seven'");
    expect(all).not.toMatch(/given-token|client-secret|secret-key-1|plain-key-1|understudy-token/);
    expect(reported.code).toBe(1);
  });

  test('uses a common Authorization header for its scheme, and omits it in unauthenticated requests', async () => {
    const { url, close } = await startNotebook();
    const cwd = await temporaryFolder();
    const header = ['--header', 'Authorization: env:HEADER', '--phases', 'examples,invalid'];
    const env = { HEADER: `Bearer ${TOKEN}` };
    const args = ['verify', DOCUMENT, url, ...header, '--operations', 'listNotes,getNote', '--json'];
    const { code, stdout } = await understudy(args, { cwd, env }).ended;
    await close();
    const { operations } = JSON.parse(stdout) as Report;
    expect(operations.map(({ outcome, checks }) => [outcome, checks.includes('authentication-required')])).toEqual([
      ['passed', true],
      ['passed', true],
    ]);
    // Without a token, with an unknown one, and with another scheme.
    expect(operations.map(({ statuses }) => (statuses['401'] ?? 0) >= 3)).toEqual([true, true]);
    expect(stdout).not.toContain(TOKEN);
    expect(code).toBe(0);
  });

  test('prints no secrets in errors of contracts', async () => {
    const cwd = await temporaryFolder();
    await mkdir(join(cwd, 'contracts'));
    const failing = `export default { teardown() { throw new Error('not with ${TOKEN}'); } };`;
    await writeFile(join(cwd, 'contracts', 'listNotes.mjs'), failing);
    const { stderr } = await verify(undefined, ['--operations', 'listNotes', '--phases', 'examples'], cwd);
    expect(stderr).toContain('The teardown of the contract of listNotes failed: not with [value of key].');
  });

  test('removes created items', async () => {
    const { url, close } = await startNotebook();
    const reported = async () =>
      (await (await fetch(`${url}/notes?limit=50`, { headers: { authorization: `Bearer ${TOKEN}` } })).json()) as {
        readonly items: readonly unknown[];
      };
    const before = await reported();
    const cwd = await temporaryFolder();
    const { code } = await understudy(['verify', DOCUMENT, url, '--allow-writes', '--auth', `key=${TOKEN}`], { cwd })
      .ended;
    expect(code).toBe(0);
    expect(await reported()).toEqual(before);
    await close();
  });

  test('writes the report as JSON and JUnit', async () => {
    const folder = await temporaryFolder();
    const { stdout } = await verify('no authentication', ['--json', '--junit', 'report.xml'], folder);
    const report = JSON.parse(stdout);
    const list = report.operations.find(({ operation }: { readonly operation: string }) => operation === 'listNotes');
    expect(list).toMatchObject({
      method: 'GET',
      path: '/notes',
      outcome: 'failed',
      findings: [
        {
          check: 'authentication-required',
          message: '200 for a request without credentials',
          count: 3,
          request: { phase: 'invalid', curl: expect.stringMatching(/^curl -g http/) },
          response: { status: 200 },
          otherExamples: [expect.anything(), expect.anything()],
        },
      ],
    });
    const xml = await readFile(join(folder, 'report.xml'), 'utf8');
    expect(xml).toContain('<testsuite name="Notebook" tests="5" failures="2" errors="0" skipped="3"');
    expect(xml).toContain('<failure type="authentication-required" message="200 for a request without credentials">');
    expect(`${stdout}${xml}`).not.toContain(TOKEN);
  });

  test('starts a mock server of the document without a URL', async () => {
    const cwd = await temporaryFolder();
    const { code, stdout } = await understudy(['verify', DOCUMENT], { cwd }).ended;
    expect(stdout).toContain('5 operations, 5 passed, 0 failed, 0 not tested.');
    expect(code).toBe(0);
  });

  test('runs the contracts in the default or given folder, and lists them', async () => {
    const cwd = await temporaryFolder();
    const write = async (folder: string, status: number) => {
      await mkdir(join(cwd, folder));
      const text = `export default { cases: { 'of pink': { request: { query: { colour: 'pink' } }, status: ${status} } } };`;
      await writeFile(join(cwd, folder, 'listNotes.mjs'), text);
      await writeFile(join(cwd, folder, 'hooks.cjs'), 'throw new Error("no contract");');
    };
    await write('contracts', 404);
    await write('others', 200);
    const usual = await verify(undefined, [], cwd);
    expect(usual.stderr).toContain('running contracts in contracts: listNotes (disable with --no-contracts).');
    expect(usual.stdout).toContain('of pink: expected status 404, received 200');
    expect(usual.code).toBe(1);
    const named = await verify(undefined, ['--contracts', 'others'], cwd);
    expect(named.stderr).toContain('running contracts in others: listNotes.');
    expect(named.code).toBe(0);
    const none = await verify(undefined, ['--no-contracts'], cwd);
    expect(none.stderr).not.toContain('contract');
    expect(none.code).toBe(0);
  });

  test('trusts given certificates, and otherwise prints how', async () => {
    const { handler, close } = await startNotebook();
    const server = createServer(TLS, handler);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `https://localhost:${(server.address() as AddressInfo).port}`;
    const cwd = await temporaryFolder();
    const run = (...more: readonly string[]) =>
      understudy(['verify', DOCUMENT, url, '--auth', `key=${TOKEN}`, '--phases', 'examples', ...more], { cwd }).ended;
    const rejected = await run();
    expect(rejected.stderr).toContain('the certificate is self-signed (trust it with --ca FILE');
    expect(rejected.code).toBe(2);
    expect((await run('--ca', TLS_FILES.cert)).code).toBe(0);
    expect((await run('--insecure')).code).toBe(0);
    await close();
    await new Promise((resolve) => server.close(resolve));
  });

  test('prints the coverage and what is not covered, and ends with 1 below the minimum', async () => {
    const { code, stdout, stderr } = await verify(undefined, [
      '--coverage',
      '--fail-under',
      'operations=100,keywords=90',
    ]);
    expect(stdout).toMatch(/^Coverage: [\d.]+% \(operations 2 of 5, statuses \d+ of \d+, .*keywords \d+ of \d+\)\.$/m);
    expect(stdout).toMatch(/^Not covered\n(.*\n)*addNote {2}not requested$/m);
    expect(stderr).toContain('notebook.yaml: operations coverage is 40%, below 100%.');
    expect(stderr).not.toContain('addNote');
    expect(code).toBe(1);
    const all = ['--allow-writes', '--fail-under', 'operations=100,keywords=90', '--json'];
    const enough = await verify(undefined, all);
    expect(enough.stderr).toBe('');
    expect(enough.code).toBe(0);
    const { coverage } = JSON.parse(enough.stdout);
    expect(coverage.totals.operations).toEqual({ covered: 5, total: 5, percent: 100 });
    const replaced = coverage.operations.find(
      ({ operation }: { readonly operation: string }) => operation === 'replaceNote',
    );
    expect(replaced.missing.keywords).toContain('path id: minimum 1 violated by one');
  });

  test('prints what is not covered to stderr if the report does not list it', async () => {
    // The report of --json does not list it.
    const all = ['--allow-writes', '--json', '--coverage', '--fail-under', 'keywords=99'];
    const { stderr, stdout } = await verify(undefined, all);
    expect(JSON.parse(stdout).coverage.totals.keywords.percent).toBeLessThan(99);
    expect(stderr).toMatch(/^.*notebook\.yaml: keywords coverage is [\d.]+%, below 99%\.$/m);
    expect(stderr).toMatch(/^replaceNote\n {2}keywords: path id: minimum 1 at the bound, /m);
    // Malformed ids are sent, other invalid ones might be those of items that exist.
    expect(stderr).not.toContain('type integer violated');
    expect(stderr).not.toContain('statuses:');
  });

  test('tests selected operations in the documents that have them, and skips the others', async () => {
    const folder = await temporaryFolder();
    const named = (id: string) =>
      JSON.stringify({
        openapi: '3.0.3',
        info: { title: id, version: '1' },
        paths: { [`/${id}`]: { get: { operationId: id, responses: { 200: { description: 'it' } } } } },
      });
    const ids = ['one', 'two', 'three'];
    for (const id of ids) await writeFile(join(folder, `${id}.json`), named(id));
    const apis = ids.map((id) => ({ name: id, document: `${id}.json`, infer: true }));
    await writeFile(join(folder, 'understudy.config.mjs'), `export default ${JSON.stringify({ apis })};`);
    const run = (ids: string) => understudy(['verify', '--operations', ids, '--json'], { cwd: folder }).ended;
    const { code, stdout } = await run('one,three');
    const reports: readonly Report[] = JSON.parse(stdout);
    expect(reports.map(({ title, operations }) => [title, operations.map((one) => one.operation)])).toEqual([
      ['one', ['one']],
      ['three', ['three']],
    ]);
    expect(code).toBe(0);
    const rejected = await run('one,thre');
    expect(rejected.stderr).toContain('--operations: no document has the operation "thre"; did you mean three?');
    expect(rejected.code).toBe(2);
  });

  test('explains its checks', async () => {
    const cwd = await temporaryFolder();
    const { stdout } = await understudy(['verify', '--explain', 'unsupported-method'], { cwd }).ended;
    expect(stdout).toMatch(/405, and the Allow header lists/);
    const all = await understudy(['verify', '--explain', 'all'], { cwd }).ended;
    expect(all.stdout).toMatch(/^response-received\n {2}\S/);
  });
});
