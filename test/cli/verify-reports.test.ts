// Reports of `understudy verify`: files, workflow logs, aborted runs.

import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { understudy } from '../support/command.ts';
import { startNotebook, TOKEN } from '../support/notebook/notebook.ts';
import { answerHostile, HOSTILE_DOCUMENT, NOTEBOOK } from '../support/reports.ts';
import { temporaryFolder } from '../support/temporary.ts';

const FILES = ['report.xml', 'report.sarif', 'report.html'] as const;
const ALL = ['--junit', 'report.xml', '--sarif', 'report.sarif', '--html', 'report.html'];

/** The command against a server with hostile text in its responses. */
async function hostile(args: readonly string[], env: Record<string, string> = {}) {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'evil.json'), JSON.stringify(HOSTILE_DOCUMENT));
  const server = createServer((request, response) => {
    request.resume().on('end', () => answerHostile(request, response));
  });
  const url = await listening(server);
  const ended = await understudy(['verify', 'evil.json', url, '--allow-writes', '--allow-unsafe', 'refused', ...args], {
    cwd,
    env,
  }).ended;
  return { cwd, ...ended };
}

/** The errors of the test `the run` in a JUnit report. */
async function errorsIn(folder: string): Promise<readonly string[]> {
  const xml = await readFile(join(folder, 'report.xml'), 'utf8');
  const found = xml.matchAll(/<testcase name="the run"[^>]*>\s*<error [^>]*>([^<]*)<\/error>/g);
  return [...found].map(([, text = '']) => text);
}

/** The URL of a server that closes with the test. */
async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The commands in a log that a GitHub runner executes (actions/runner: `ActionCommand`, and `stop-commands`). */
function obeyed(log: string): readonly string[] {
  const found: string[] = [];
  let silent: string | undefined;
  for (const line of log.split(/\r\n|\r|\n/)) {
    const [, command, data = ''] = /^\s*::([\w-]+)[^:]*?(?:[^:]|:(?!:))*?::(.*)$/.exec(line) ?? [];
    const name = command ?? /##\[([\w-]+)/.exec(line)?.[1];
    if (name === undefined) continue;
    if (silent !== undefined) {
      if (name === silent) silent = undefined;
    } else if (name === 'stop-commands') silent = data;
    else found.push(name);
  }
  return found;
}

describe('the reports of understudy verify', () => {
  test('are written together', async () => {
    expect((await hostile(ALL)).stdout).toMatch(/^Wrote report\.xml, report\.sarif, report\.html\.$/m);
    const { cwd, code, stdout } = await hostile([...ALL, '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      operations: [{ outcome: 'failed' }, { outcome: 'notTested' }],
    });
    const [xml, sarif, html] = await Promise.all(FILES.map((name) => readFile(join(cwd, name), 'utf8')));
    expect(xml).toContain('<testsuites name="understudy verify" tests="2" failures="1"');
    expect(JSON.parse(sarif ?? '').runs[0].results.length).toBeGreaterThan(0);
    expect(html).toMatch(/^<!doctype html>/);
  });

  test('are written when a run is stopped', async () => {
    let requested: () => void = () => undefined;
    const isRequested = new Promise<void>((resolve) => {
      requested = resolve;
    });
    const waits = createServer((request, response) => {
      // Only the first, unrelated requests get a response.
      if (request.url?.startsWith('/notes')) requested();
      else response.writeHead(404).end();
    });
    const url = await listening(waits);
    const cwd = await temporaryFolder();
    const conditions = ['--require-tested', '--fail-under', '100'];
    const args = ['verify', NOTEBOOK, url, '--auth', `key=${TOKEN}`, '--timeout', '100', ...ALL, ...conditions];
    const { stop, ended } = understudy(args, { cwd });
    await isRequested;
    stop();
    const { stdout, stderr, code } = await ended;
    // The conditions are about completed runs.
    expect(code).toBe(130);
    expect(stderr).not.toContain('not tested');
    expect(await errorsIn(cwd)).toEqual(['The run was stopped by SIGINT before all operations were tested.']);
    expect(stdout).toMatch(/^Notebook \(.*: not tested\.$/m);
    expect(FILES.map((name) => existsSync(join(cwd, name)))).toEqual([true, true, true]);
    const sarif = JSON.parse(await readFile(join(cwd, 'report.sarif'), 'utf8'));
    expect(sarif.runs[0].invocations[0].executionSuccessful).toBe(false);
  });

  test('are written when a run is stopped before it gets its first token', async () => {
    let requested: () => void = () => undefined;
    const isRequested = new Promise<void>((resolve) => {
      requested = resolve;
    });
    const url = await listening(
      createServer((request, response) => {
        // The token never comes.
        if (request.url === '/token') requested();
        else response.writeHead(404).end();
      }),
    );
    const cwd = await temporaryFolder();
    const client = ['id=me', 'secret=sesame', `token-url=${url}/token`].flatMap((one) => ['--client', `key.${one}`]);
    const { stop, ended } = understudy(['verify', NOTEBOOK, url, ...client, '--timeout', '1000', ...ALL], { cwd });
    await isRequested;
    stop();
    const { stdout, stderr, code } = await ended;
    expect(stderr).not.toContain('Cannot get a token');
    expect(await errorsIn(cwd)).toEqual(['The run was stopped by SIGINT before all operations were tested.']);
    expect(stdout).toMatch(/^Notebook \(.*: not tested\.$/m);
    expect(code).toBe(130);
  });

  test('of understudy parity are written when it is stopped, too', async () => {
    let requested: () => void = () => undefined;
    const isRequested = new Promise<void>((resolve) => {
      requested = resolve;
    });
    const waits = createServer((request, response) => {
      if (request.url?.startsWith('/notes')) requested();
      else response.writeHead(404).end();
    });
    const url = await listening(waits);
    const cwd = await temporaryFolder();
    const args = ['parity', NOTEBOOK, url, url, '--auth', `key=${TOKEN}`, '--timeout', '100', '--junit', 'report.xml'];
    await writeFile(join(cwd, 'report.xml'), 'of yesterday');
    const { stop, ended } = understudy(args, { cwd });
    await isRequested;
    expect(existsSync(join(cwd, 'report.xml'))).toBe(false);
    stop();
    expect(await ended).toMatchObject({ code: 130 });
    expect(await readFile(join(cwd, 'report.xml'), 'utf8')).toContain(
      '<error type="run" message="The run was stopped by SIGINT before all operations were compared."/>',
    );
  });

  test.each<[what: string, args: readonly string[], error: RegExp]>([
    [
      'an operation was not tested',
      ['--require-tested', '--auth', `key=${TOKEN}`],
      /^\d of \d operations were not tested: the run fails \(--require-tested\)\.$/,
    ],
    [
      'too little is covered',
      ['--auth', `key=${TOKEN}`, '--fail-under', 'operations=100,keywords=1'],
      /^operations coverage is \d+(\.\d+)?%, below 100%\.$/,
    ],
  ])('report that the run failed because %s', async (_, args, error) => {
    const { url, close } = await startNotebook();
    onTestFinished(close);
    const cwd = await temporaryFolder();
    const checks = ['--checks', 'no-server-error'];
    const { code, stdout } = await understudy(['verify', NOTEBOOK, url, ...checks, ...ALL, ...args], {
      cwd,
      env: { GITHUB_ACTIONS: 'true' },
    }).ended;
    expect(code).toBe(1);
    expect(await errorsIn(cwd)).toEqual([expect.stringMatching(error)]);
    expect(stdout).toMatch(/^::error title=\S+ the run failed::\S/m);
    const { runs } = JSON.parse(await readFile(join(cwd, 'report.sarif'), 'utf8'));
    expect(runs[0].invocations[0].executionSuccessful).toBe(false);
    expect(await readFile(join(cwd, 'report.html'), 'utf8')).toContain('<p class="problem">');
  });

  test('of an earlier run are removed, also if a credential is missing', async () => {
    const cwd = await temporaryFolder();
    for (const name of FILES) await writeFile(join(cwd, name), 'of yesterday');
    const args = ['verify', NOTEBOOK, 'http://127.0.0.1:9', '--auth', 'key=env:UNSET', ...ALL];
    const { code, stderr } = await understudy(args, { cwd }).ended;
    expect(stderr).toContain('environment variable UNSET is not set');
    expect(code).toBe(2);
    expect(FILES.map((name) => existsSync(join(cwd, name)))).toEqual([false, false, false]);
  });

  test.each<[args: readonly string[], sentence: string]>([
    [['--html', 'nowhere/report.html'], '--html nowhere/report.html: folder not found: nowhere'],
    [['--sarif', '.'], '--sarif .: this is a folder'],
    [['--junit', ''], 'file name missing'],
    [['--junit', 'report', '--html', './report'], '--html ./report: the same file as --junit'],
  ])('%j cannot be written, which is reported before the first request', async (args, sentence) => {
    const { url, close } = await startNotebook();
    onTestFinished(close);
    const cwd = await temporaryFolder();
    const { code, stderr, stdout } = await understudy(['verify', NOTEBOOK, url, ...args], { cwd }).ended;
    expect(stderr).toContain('Cannot write these reports:');
    expect(stderr).toContain(sentence);
    expect([code, stdout]).toEqual([2, '']);
  });

  test('that cannot be written at the end are named; the others are written', async () => {
    const { url, close } = await startNotebook();
    onTestFinished(close);
    const cwd = await temporaryFolder();
    let isRequested = false;
    // Replaced by a folder once the run has started.
    const between = createServer(async (request, response) => {
      if (!isRequested) await mkdir(join(cwd, 'report.xml'));
      isRequested = true;
      const answer = await fetch(url + request.url, {
        headers: { authorization: request.headers.authorization ?? '' },
      });
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
      response.end(await answer.text());
    });
    const at = await listening(between);
    const args = ['verify', NOTEBOOK, at, '--auth', `key=${TOKEN}`, ...ALL, '--operations', 'getNote'];
    const { code, stderr, stdout } = await understudy(args, { cwd }).ended;
    expect(stderr).toMatch(/Cannot write these reports:\n {2}--junit report\.xml: EISDIR/);
    expect(code).toBe(2);
    expect(stdout).toContain('getNote');
    expect(existsSync(join(cwd, 'report.html'))).toBe(true);
  });
});

describe('in a GitHub workflow', () => {
  test('the log has annotations, and no commands from a server or document', async () => {
    const { stdout, cwd } = await hostile(['--warnings'], { GITHUB_ACTIONS: 'true' });
    expect(stdout).toContain('set-env');
    expect(obeyed('::set-env name=PATH::/tmp\n a ##[add-mask]x\n::stop-commands::x\n::error::y\n::x::')).toEqual([
      'set-env',
      'add-mask',
    ]);
    expect(new Set(obeyed(stdout))).toEqual(new Set(['error', 'warning', 'notice']));
    expect(stdout).toMatch(/^::error file=evil\.json,line=1,col=\d+,title=response-body%3A evil/m);
    expect(stdout).toMatch(/^::warning file=evil\.json,line=1,col=\d+,title=not tested%3A refused::/m);
    expect(cwd).toBeDefined();
  });

  test('a JSON report has no commands, and stays valid', async () => {
    const { stdout, stderr } = await hostile(['--json'], { GITHUB_ACTIONS: 'true' });
    expect(obeyed(stdout)).toEqual([]);
    expect(JSON.parse(stdout).title).toContain('##[add-mask]');
    expect(new Set(obeyed(stderr))).toEqual(new Set(['error', 'warning']));
  });

  test('elsewhere, annotations need --github', async () => {
    const { stdout } = await hostile([]);
    expect(stdout).not.toMatch(/^::/m);
    expect((await hostile(['--github'])).stdout).toMatch(/^::error /m);
  });
});
