// The README: its size, its listings, and the files and scripts that it names.

import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { findPorts } from '../docs/ports.ts';
import { runPage } from '../docs/run-page.ts';
import { program } from '../support/command-process.ts';
import { install } from '../support/installed.ts';
import { listingsOf } from '../support/listing.ts';
import { SERVES } from '../support/process.ts';
import { temporaryFolder } from '../support/temporary.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const textOf = (path: string) => readFile(ROOT + path, 'utf8');
const readme = await textOf('README.md');
const listings = listingsOf(readme);
const scripts: Record<string, string> = JSON.parse(await textOf('package.json')).scripts;

describe('the README', () => {
  test('fits one screen per topic', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(180);
    expect(readme.split(/\s+/).length).toBeLessThanOrEqual(900);
  });

  test('has listings that run', () => runPage('README.md'));

  test('shows a Playwright test of the guide', async () => {
    const guide = await textOf('docs/guides/playwright.md');
    const shown = listings.find(({ text }) => text.includes('understudy-api/playwright'));
    const lines = shown?.text.split('\n').filter((line) => line !== '') ?? [];
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) expect(guide).toContain(`${line}\n`);
  });

  test('names scripts that exist', () => {
    const named = [...readme.matchAll(/npm (?:run )?(start|test|[\w:]+:[\w:]+)/g)].map(([, name = '']) => name);
    expect(named).toContain('start');
    for (const name of named) expect(scripts, name).toHaveProperty([name]);
    expect(scripts.start).toBe('exec node bin/understudy.js serve');
  });

  test('shows options of docker that the image and the guide for teams know', async () => {
    const docker = listings.find(({ text }) => text.startsWith('docker build'))?.text ?? '';
    expect(await textOf('Containerfile')).toContain('WORKDIR /srv\n');
    expect(docker).toContain(':/srv:ro" understudy serve openapi.yaml --memory');
  });
});

/** A project with the package, a document, and scripts that start and test a server. */
async function createProject() {
  const folder = await temporaryFolder();
  await install(folder);
  await copyFile(`${ROOT}examples/petstore/petstore.yaml`, join(folder, 'openapi.yaml'));
  const { real } = await findPorts('http://127.0.0.1:3000');
  const start = `understudy serve openapi.yaml --memory --quiet --port ${real('3000')}`;
  const check = `fetch(process.env.UNDERSTUDY_URL + '/pets').then(({ status }) => process.exit(status === 200 ? 0 : 9))`;
  const scripts = { start, test: `node -e "${check}"` };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts }));
  const shell =
    "process.exitCode = require('child_process').spawnSync('sh', ['-ec', process.argv[1]], { stdio: 'inherit' }).status ?? 1";
  return {
    folder,
    port: real('3000'),
    run: (text: string) => program(['-e', shell, real(text)], { cwd: folder }).ended,
  };
}

describe('the commands for CI in the README', () => {
  const shown = (start: string) => listings.find(({ text }) => text.startsWith(start))?.text ?? '';

  test('verify starts the server, tests it and writes a report', async () => {
    const { folder, run } = await createProject();
    const { code, stdout, stderr } = await run(shown('npx understudy verify'));
    expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
    expect(await readFile(join(folder, 'report.xml'), 'utf8')).toContain('<testsuite');
  });

  test('the proxy runs the tests and passes on their exit code', async () => {
    const { folder, port, run } = await createProject();
    const args = ['serve', 'openapi.yaml', '--memory', '--port', port];
    await program(['node_modules/.bin/understudy', ...args], { cwd: folder }).prints(SERVES);
    const { code, stdout, stderr } = await run(shown('npx understudy proxy'));
    expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
  });
});
