// `understudy verify … -- COMMAND` and `understudy proxy … -- COMMAND`: both start a command and stop all of it.

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { understudyProcess } from '../support/command-process.ts';
import { closedAddress } from '../support/listening.ts';
import { startNotebook } from '../support/notebook/notebook.ts';
import { temporaryFolder } from '../support/temporary.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PETSTORE = `${ROOT}examples/petstore/petstore.yaml`;
const UNDERSTUDY = [process.execPath, `${ROOT}bin/understudy.js`];
const mock = (url: string) => [...UNDERSTUDY, 'serve', PETSTORE, '--memory', '--port', new URL(url).port];

/** A program that writes its process id to the file `pid` and runs until it is killed. */
const RUNS = `require('fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000);`;
/** Starts it as another process of the shell, then the program in "$@". */
const inBackground = (program: string) => ['sh', '-c', `"$0" -e "$1" & shift; exec "$@"`, process.execPath, program];

/** A process that has ended counts until its parent, or init, has read its status: poll. */
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
/** The process id in a file, as soon as it is written. */
async function pidIn(folder: string): Promise<number> {
  for (;;) {
    const pid = Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => ''));
    if (pid > 0) return pid;
    await pause(20);
  }
}

let folder: string;

const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');
const JUNIT = read('test/support/junit.xsd');
const SCHEMA = JSON.parse(read('spec/verify-report.schema.json'));
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

const REPORTS = ['--json', '--junit', 'report.xml', '--sarif', 'report.sarif', '--html', 'report.html'];

/** Reports that name the reason as an error: of one test in JUnit, of the tool in SARIF. @param json - as printed */
async function expectReportsOf(
  reason: RegExp,
  json: string,
  { incomplete = true, failures = 0 }: { readonly incomplete?: boolean; readonly failures?: number } = {},
): Promise<void> {
  const [junit, sarif, page] = await Promise.all(
    ['report.xml', 'report.sarif', 'report.html'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  const xml = [{ fileName: 'report.xml', contents: junit ?? '' }];
  expect(await validateXML({ xml, schema: JUNIT })).toMatchObject({ valid: true });
  expect(junit).toContain(` tests="9" failures="${failures}" errors="1"`);
  const [, text = ''] = /<testcase name="the run"[^>]*>\s*<error [^>]*>([\s\S]*?)<\/error>/.exec(junit ?? '') ?? [];
  expect(text).toMatch(reason);
  const [{ invocations }] = JSON.parse(sarif ?? '').runs;
  expect(invocations[0].executionSuccessful).toBe(false);
  const errors = invocations[0].toolExecutionNotifications.filter((one: { level: string }) => one.level === 'error');
  expect(errors).toEqual([{ level: 'error', message: { text: expect.stringMatching(reason) } }]);
  expect(page).toContain('<p class="problem">');
  expect(ajv.validate(SCHEMA, JSON.parse(json)), ajv.errorsText()).toBe(true);
  expect(JSON.parse(json)).toMatchObject({ requests: 0, incomplete, error: expect.stringMatching(reason) });
}

describe('understudy verify DOCUMENT URL -- COMMAND', () => {
  test('starts the server, tests it, and stops all of its processes', async () => {
    folder = await temporaryFolder();
    const url = await closedAddress();
    const command = [...inBackground(RUNS), ...mock(url)];
    const { ended } = understudyProcess(['verify', PETSTORE, url, '--checks', 'no-server-error', '--', ...command], {
      cwd: folder,
    });
    const { code, stdout, stderr } = await ended;
    // A slow run prints its progress.
    const others = stderr.replaceAll(/^\d+ of \d+ operations?, .*\n/gm, '');
    expect({ code, others }).toEqual({ code: 0, others: '' });
    expect(stdout).toContain(`at ${url}: 8 operations`);
    const pid = await pidIn(folder);
    await expect.poll(() => isAlive(pid)).toBe(false);
    await expect(fetch(url)).rejects.toThrow();
  });

  test.each([
    ['not printed', [], []],
    ['printed with --server-output', ['--server-output'], ['a stack', 'ready']],
  ])('what a server prints during the run is %s', async (_, flags, printed) => {
    const url = await closedAddress();
    const server = `console.error('a stack');
      console.log('ready');
      require('http').createServer((request, response) => response.writeHead(404).end())
        .listen(${new URL(url).port}, '127.0.0.1')`;
    const args = ['verify', PETSTORE, url, '--quiet', ...flags, '--', process.execPath, '-e', server];
    const { stderr } = await understudyProcess(args, { cwd: await temporaryFolder() }).ended;
    const [before = ''] = stderr.split('understudy: ');
    // Two outputs have no order.
    expect(before.split('\n').filter(Boolean).toSorted()).toEqual(printed);
  });

  test('ends with 2 and the last output of a command that ends before it responds', async () => {
    const url = await closedAddress();
    const command = ['sh', '-c', 'seq 30; echo a stack >&2; exit 3'];
    folder = await temporaryFolder();
    const { ended } = understudyProcess(['verify', PETSTORE, url, ...REPORTS, '--', ...command], { cwd: folder });
    const { code, stdout, stderr } = await ended;
    expect(stderr).toContain('ended with exit code 3 before it responded; it must run until it is stopped. Its last');
    expect(stderr).toContain('output:\n  12\n  13\n');
    expect(code).toBe(2);
    await expectReportsOf(/ended with exit code 3 before [^\n]*\n {2}12\n[\s\S]*\n {2}30\n {2}a stack$/, stdout);
  });

  test('ends with 1 when a request ends the server, which is a finding about its operation', async () => {
    const url = await closedAddress();
    const ends = `require('http').createServer((request, response) => {
      if (!request.url.startsWith('/pets')) return response.writeHead(404).end();
      console.error('out of luck');
      process.exit(4);
    }).listen(${new URL(url).port}, '127.0.0.1')`;
    folder = await temporaryFolder();
    const args = ['verify', PETSTORE, url, ...REPORTS, '--', process.execPath, '-e', ends];
    const { code, stdout, stderr } = await understudyProcess(args, { cwd: folder }).ended;
    expect(stderr).toContain(
      'ended with exit code 4 during the run; it must run until it is stopped. Its last output:',
    );
    expect(stderr).toMatch(/\n {2}out of luck\n$/);
    expect(code).toBe(1);
    await expectReportsOf(/ended with exit code 4 during [^\n]*\n {2}out of luck$/, stdout, { failures: 1 });
    const [failed, ...others] = JSON.parse(stdout).operations;
    expect(failed).toMatchObject({
      operation: 'listPets',
      outcome: 'failed',
      findings: [
        {
          check: 'response-received',
          message: 'no valid response: the server ended before it responded',
          request: { curl: `curl -g ${url}/pets` },
        },
      ],
    });
    for (const { outcome } of others) expect(outcome).toBe('notTested');
    expect(others.map(({ reason }: { reason: string }) => reason)).toContain('the server ended before');
    expect(JSON.parse(stdout)).not.toHaveProperty('leftovers');
  });

  test('starts nothing if another program listens at the URL', async () => {
    folder = await temporaryFolder();
    const { url, close } = await startNotebook();
    const { ended } = understudyProcess(['verify', PETSTORE, url, '--', 'touch', 'started'], { cwd: folder });
    const { code, stderr } = await ended;
    await close();
    expect(stderr).toContain(`Another program listens at ${url}. Stop it, or let "touch started" use another port.`);
    expect(code).toBe(2);
    await expect(readFile(join(folder, 'started'))).rejects.toThrow('ENOENT');
  });

  test('stops a server that does not respond in time', async () => {
    folder = await temporaryFolder();
    const args = ['verify', PETSTORE, await closedAddress(), '--wait', '1', ...REPORTS];
    const { ended } = understudyProcess([...args, '--', process.execPath, '-e', RUNS], { cwd: folder });
    const { code, stdout, stderr } = await ended;
    await expectReportsOf(/was started, but \S+ did not respond for 1 s/, stdout);
    expect(stderr).toMatch(/was started, but http:\S+ did not respond for 1 s \(--wait SECONDS\)/);
    expect(code).toBe(2);
    const pid = await pidIn(folder);
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  test.each([
    [['--', 'no-such-program'], 'no-such-program: command not found'],
    [['--', 'npm start'], 'For a shell command line: -- sh -c "npm start"'],
    [['--'], '-- needs a command after it, such as -- npm start'],
  ])('ends with 2 for %j', async (command, sentence) => {
    const args = ['verify', PETSTORE, await closedAddress(), ...command];
    const { code, stderr } = await understudyProcess(args, { cwd: await temporaryFolder() }).ended;
    expect(stderr).toContain(sentence);
    expect(code).toBe(2);
  });

  test('needs the URL of the server', async () => {
    const { code, stderr } = await understudyProcess(['verify', PETSTORE, '--', 'npm', 'start'], {
      cwd: await temporaryFolder(),
    }).ended;
    expect(stderr).toContain('DOCUMENT URL -- COMMAND');
    expect(code).toBe(2);
  });
});

describe('Ctrl-C while a command runs', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('stops all of its processes on %s', async (signal) => {
    folder = await temporaryFolder();
    const args = ['verify', PETSTORE, await closedAddress(), '--', process.execPath, '-e', RUNS];
    const { child, ended } = understudyProcess(args, { cwd: folder });
    const pid = await pidIn(folder);
    child.kill(signal);
    expect(await ended).toMatchObject({ code: signal === 'SIGINT' ? 130 : 143 });
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  test('ends a command that ignores SIGTERM, after some seconds', async () => {
    folder = await temporaryFolder();
    const ignores = `process.on('SIGTERM', () => {}); ${RUNS}`;
    const args = ['verify', PETSTORE, await closedAddress(), '--', process.execPath, '-e', ignores];
    const { child, ended } = understudyProcess(args, { cwd: folder });
    const pid = await pidIn(folder);
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    expect(code).toBe(130);
    expect(stderr).toMatch(/understudy: ".*" was killed: it still ran 5 s after SIGTERM\.\n/);
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  test('ends it at once when the terminal is closed', async () => {
    folder = await temporaryFolder();
    const args = ['verify', PETSTORE, await closedAddress(), '--', process.execPath, '-e', RUNS];
    const { child, ended } = understudyProcess(args, { cwd: folder });
    const pid = await pidIn(folder);
    child.kill('SIGHUP');
    expect(await ended).toMatchObject({ signal: 'SIGHUP' });
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});

describe('understudy proxy DOCUMENT URL -- COMMAND', () => {
  const proxy = async (url: string, command: readonly string[], flags: readonly string[] = []) => {
    folder = await temporaryFolder();
    return understudyProcess(['proxy', PETSTORE, url, '--port', '0', ...flags, '--', ...command], { cwd: folder });
  };
  const sends = (path: string, code: number) =>
    `fetch(process.env.UNDERSTUDY_URL + '${path}').then((r) => { console.log('status', r.status); process.exit(${code}) })`;

  test('runs the command with its URL, prints the report, and passes the exit code on', async () => {
    const url = await closedAddress();
    const server = understudyProcess(mock(url).slice(2), { cwd: await temporaryFolder() });
    await server.prints(/Ctrl-C/);
    const passed = await (await proxy(url, [process.execPath, '-e', sends('/pets', 0)])).ended;
    expect(passed.stdout).toContain('status 200');
    expect(passed.stdout).toMatch(/listPets +1 request/);
    expect(passed.code).toBe(0);
    const failed = await (await proxy(url, [process.execPath, '-e', sends('/pets', 7)])).ended;
    expect(failed.code).toBe(7);
    const found = await (await proxy(url, [process.execPath, '-e', sends('/pets?kind=fish', 0)])).ended;
    expect(found.stdout).toContain('request-valid');
    expect(found.code).toBe(1);
    const asJson = await (await proxy(url, [process.execPath, '-e', sends('/pets', 0)], ['--json'])).ended;
    expect(() => JSON.parse(asJson.stdout)).not.toThrow();
    expect(asJson.stderr).toContain('status 200');
  });

  test('stops the command and prints the report on Ctrl-C', async () => {
    const { child, ended } = await proxy(await closedAddress(), [process.execPath, '-e', RUNS]);
    const pid = await pidIn(folder);
    child.kill('SIGINT');
    const { code, stdout } = await ended;
    expect(code).toBe(130);
    expect(stdout).toContain('8 operations');
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  test('ends with 2 if the command does not exist, and reports it', async () => {
    const { code, stdout, stderr } = await (await proxy(await closedAddress(), ['no-such-program'], REPORTS)).ended;
    expect(stderr).toContain('no-such-program: command not found');
    expect(code).toBe(2);
    await expectReportsOf(/^no-such-program: command not found$/, stdout, { incomplete: false });
  });

  test('ends with 2 if the server responds to no request, even if the mock does', async () => {
    const url = await closedAddress();
    const sending = [process.execPath, '-e', sends('/pets', 0)];
    for (const flags of [[], ['--mock-missing']]) {
      const { code, stdout, stderr } = await (await proxy(url, sending, [...flags, ...REPORTS])).ended;
      expect(stderr).toContain(`understudy: No request reached ${url}: connection refused.\n`);
      expect(code).toBe(2);
      expect(JSON.parse(stdout)).toMatchObject({ error: `No request reached ${url}: connection refused.` });
    }
  });

  test('ends with 2 if the command sends no request of the document', async () => {
    const { code, stderr } = await (await proxy(await closedAddress(), ['true'])).ended;
    expect(stderr).toContain('Nothing was tested: no client has sent a request of the document to the proxy.\n');
    expect(code).toBe(2);
  });

  test('passes the exit code of the command on if the server responds to no request', async () => {
    const url = await closedAddress();
    const { code, stderr } = await (await proxy(url, [process.execPath, '-e', sends('/pets', 7)])).ended;
    expect(stderr).toContain(`No request reached ${url}: connection refused.\n`);
    expect(code).toBe(7);
  });
});
