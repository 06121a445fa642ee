// The executable: one file that needs neither Node nor npm.

import { execFileSync } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Health } from '../../src/server/grpc/generated/grpc/health/v1/health_pb.ts';
import { program } from '../support/command-process.ts';
import { SERVES } from '../support/process.ts';
import { temporaryFolder } from '../support/temporary.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const petstore = join(ROOT, 'examples/petstore/petstore.yaml');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

let folder: string;
let executable: string;
let cache: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'understudy-test-'));
  [executable, cache] = [join(folder, 'understudy'), join(folder, 'cache')];
  execFileSync(process.execPath, [join(ROOT, 'release/build-executable.ts'), executable], { cwd: ROOT, stdio: 'pipe' });
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the executable without Node in its path. */
function start(words: readonly string[], { cwd = folder, env = {} } = {}) {
  return program(words, { cwd, program: executable, env: { PATH: '', XDG_CACHE_HOME: cache, ...env } });
}

async function serve(words: readonly string[], cwd?: string) {
  const command = start([...words, '--port', '0'], { cwd });
  const [, url = ''] = await command.prints(SERVES);
  return { ...command, url };
}

const filesIn = (place: string) => globSync('**/*.js', { cwd: place });

describe('the executable', () => {
  test('prints its version, and unpacks its files once, for the user alone', async () => {
    expect(await start(['--version']).ended).toEqual({ code: 0, signal: null, stdout: `${version}\n`, stderr: '' });
    const [name = '', ...others] = globSync('understudy/*', { cwd: cache });
    expect(others).toEqual([]);
    expect(name).toMatch(new RegExp(`^understudy/${version}-[0-9a-f]{16}$`));
    const own = join(cache, name);
    if (process.getuid) expect(statSync(own).mode & 0o777).toBe(0o700);
    const command = join(own, 'node_modules/understudy-api/bin/understudy.js');
    const { ino, ctimeMs } = statSync(command);
    await start(['--version']).ended;
    expect(statSync(command)).toMatchObject({ ino, ctimeMs });
  });

  test('writes files that something removed or cut again', async () => {
    await start(['--version']).ended;
    const [name = ''] = globSync('understudy/*', { cwd: cache });
    const before = filesIn(join(cache, name));
    rmSync(join(cache, name, 'node_modules/ajv'), { recursive: true });
    writeFileSync(join(cache, name, 'start.cjs'), '');
    expect((await start(['operations', petstore]).ended).stdout).toContain('listPets');
    expect(filesIn(join(cache, name))).toEqual(before);
  });

  test.runIf(process.getuid)('uses the temporary folder in place of one that others can change, or none', async () => {
    const [open, temporary] = [await temporaryFolder(), await temporaryFolder()];
    const [name = ''] = globSync('understudy/*', { cwd: cache });
    mkdirSync(join(open, name), { recursive: true });
    chmodSync(join(open, name), 0o777);
    const env = { XDG_CACHE_HOME: open, TMPDIR: temporary };
    expect((await start(['--version'], { env }).ended).stdout).toBe(`${version}\n`);
    expect(filesIn(open)).toEqual([]);
    expect(filesIn(temporary).length).toBeGreaterThan(1000);
    const { code, stderr } = await start(['--version'], { env: { ...env, TMPDIR: petstore } }).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^understudy: Understudy cannot unpack its files at its first start\. Set XDG_CACHE_HOME /);
    expect(stderr).toContain('can be changed by other users');
  });

  test('serves a document, with its pages, and stores the state on disk', async () => {
    const cwd = await temporaryFolder();
    const first = await serve([petstore], cwd);
    const body = JSON.stringify({ name: 'Rex', kind: 'dog' });
    const headers = { 'content-type': 'application/json' };
    const created = await fetch(`${first.url}/pets`, { method: 'POST', headers, body });
    expect(created.status).toBe(201);
    const { id } = (await created.json()) as { id: number };
    const page = await (await fetch(`${first.url}/inspector`)).text();
    const reference = await (await fetch(`${first.url}/reference`)).text();
    const links = `${page}${reference}`.matchAll(/ (?:href|src)="(\/(?:_understudy\/page|reference\/swagger)[^"]*)"/g);
    const statuses = await Promise.all([...links].map(async ([, path]) => (await fetch(first.url + path)).status));
    expect(statuses.length).toBeGreaterThan(5);
    expect(new Set(statuses)).toEqual(new Set([200]));
    first.child.kill('SIGTERM');
    expect((await first.ended).code).toBe(0);
    const second = await serve([petstore], cwd);
    expect(await (await fetch(`${second.url}/pets/${id}`)).json()).toMatchObject({ name: 'Rex' });
  });

  test('responds to gRPC', async () => {
    const { url } = await serve(['demo', '--memory']);
    const client = createClient(Health, createGrpcTransport({ baseUrl: url }));
    expect(await client.check({ service: '' })).toMatchObject({ status: 1 });
  });

  test('loads a configuration and handlers in TypeScript, which import the package without having it', async () => {
    const cwd = await temporaryFolder();
    const config = `import { ApiError, defineApi, defineConfig } from 'understudy-api';
      const reason: string = 'it ran away';
      const handlers = { getPet() { throw new ApiError('not_found', reason); } };
      const document = ${JSON.stringify(petstore)};
      export default defineConfig({ apis: [defineApi({ name: 'pets', document, infer: true, handlers })] });`;
    writeFileSync(join(cwd, 'understudy.config.ts'), config);
    const { url } = await serve(['--memory'], cwd);
    const response = await fetch(`${url}/pets/1`);
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('it ran away')]);
  });

  test('verifies a server, lints in a thread, and generates types', async () => {
    const cwd = await temporaryFolder();
    const { url } = await serve([petstore, '--memory'], cwd);
    const verified = await start(['verify', petstore, url, '--allow-writes', '--max-requests', '60'], { cwd }).ended;
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining(' 0 failed') });
    writeFileSync(join(cwd, 'rules.yaml'), 'extends: spectral:oas\n');
    // Spectral is found beside the package, which an executable contains.
    const stderr = expect.stringContaining('npm install --save-dev understudy-api @stoplight/spectral-cli');
    expect(await start(['lint', petstore], { cwd }).ended).toMatchObject({ code: 0, stderr });
    expect(await start(['lint', petstore, '--ruleset', 'rules.yaml'], { cwd }).ended).toMatchObject({
      code: 2,
      stderr,
    });
    expect((await start(['types', petstore], { cwd }).ended).stdout).toContain('export type Pet = {');
  });

  test('has the library for PostgreSQL', async () => {
    const { code, stderr } = await start(['serve', petstore, '--store', 'postgres://127.0.0.1:1/none']).ended;
    expect([code, stderr]).toEqual([2, expect.stringContaining('the database does not respond')]);
  });
});
