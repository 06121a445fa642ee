// The recipe for CI in the README runs as it is written, in a project that has the package as it is published.

import { execFile, spawn } from 'node:child_process';
import { copyFile, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { install } from '../support/installed.ts';
import { listingsOf } from '../support/listing.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const listingIn = async (page: string, language: string) =>
  listingsOf(await readFile(ROOT + page, 'utf8')).find((one) => one.language === language)?.text ?? '';

const recipe =
  listingsOf(await readFile(`${ROOT}README.md`, 'utf8')).find(({ language }) => language === 'sh')?.text ?? '';

let folder: string;
const git = (...words: readonly string[]) =>
  promisify(execFile)('git', ['-c', 'user.name=CI', '-c', 'user.email=ci@example.com', ...words], { cwd: folder });

/** The server of the guide, with its mistakes mended. */
async function mended(): Promise<string> {
  const text = await listingIn('docs/verify.md', 'js');
  const changes = listingsOf(await readFile(`${ROOT}docs/verify.md`, 'utf8')).filter(
    ({ language }) => language === 'diff',
  );
  expect(changes.length).toBeGreaterThan(1);
  return changes.reduce((so, { text: change }) => {
    const [before = '', after = ''] = ['-', '+'].map((sign) => new RegExp(`^\\${sign}(.*)$`, 'm').exec(change)?.[1]);
    return so.replace(before, () => after);
  }, text);
}

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'understudy-test-')));
  await install(folder);
  await copyFile(`${ROOT}docs/verify.yaml`, join(folder, 'openapi.yaml'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { start: 'exec node server.mjs' } }));
  await git('init', '--quiet', '--initial-branch=main');
  await git('add', 'openapi.yaml', 'package.json');
  await git('commit', '--quiet', '--message=Begin');
  // What a clone knows of the base branch.
  await git('update-ref', 'refs/remotes/origin/main', 'HEAD');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** Runs the recipe as a file of a shell. */
async function run(): Promise<{ readonly code: number | null; readonly text: string }> {
  const env = { PATH: process.env.PATH, HOME: folder, PORT: `${await freePort()}`, npm_config_offline: 'true' };
  const child = spawn('sh', ['-c', recipe], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (more) => {
      text += more;
    });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, text })));
}

describe('the recipe', () => {
  test('ends well for a server that keeps its document, and leaves what CI systems show', async () => {
    await writeFile(join(folder, 'server.mjs'), await mended());
    const { code, text } = await run();
    expect(text).toContain('4 operations, 4 passed, 0 failed, 0 not tested.');
    expect(code).toBe(0);
    expect(await readFile(join(folder, 'verify.xml'), 'utf8')).toContain('tests="4" failures="0"');
    expect(await readFile(join(folder, 'verify.html'), 'utf8')).toContain('<!doctype html>');
  });

  test('fails where the server breaks it', async () => {
    await writeFile(join(folder, 'server.mjs'), await listingIn('docs/verify.md', 'js'));
    const { code, text } = await run();
    expect(text).toContain('1. valid-input-accepted: addNote (POST /notes)');
    expect(code).toBe(1);
  });

  test('fails where the document breaks with its clients, before anything is started', async () => {
    const document = await readFile(join(folder, 'openapi.yaml'), 'utf8');
    await writeFile(join(folder, 'openapi.yaml'), document.replace('maxLength: 20', 'maxLength: 10'));
    const { code, text } = await run();
    await writeFile(join(folder, 'openapi.yaml'), document);
    expect(text).toMatch(/breaking/);
    expect(text).not.toContain('kept');
    expect(code).toBe(1);
  });

  test('fails where the document is none', async () => {
    const document = await readFile(join(folder, 'openapi.yaml'), 'utf8');
    await writeFile(join(folder, 'openapi.yaml'), document.replace("version: '1'", ''));
    const { code, text } = await run();
    await writeFile(join(folder, 'openapi.yaml'), document);
    expect(text).toContain('openapi.yaml');
    expect(text).not.toContain('kept');
    expect(code).toBe(1);
  });
});
