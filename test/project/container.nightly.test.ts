// The container: the steps of its file run in a folder without an engine, and its program runs as its user.

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { build, type Image, start } from '../support/containerfile.ts';
import { SERVES } from '../support/process.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FILE = join(ROOT, 'Containerfile');

describe('a container', () => {
  let folder: string;
  let image: Image;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'understudy-container-'));
    // Readable for everybody, like the root of a container.
    chmodSync(folder, 0o755);
    const context = join(folder, 'context');
    const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
    for (const file of files.toString().split('\0'))
      if (file !== '' && lstatSync(join(ROOT, file), { throwIfNoEntry: false }))
        cpSync(join(ROOT, file), join(context, file), { verbatimSymlinks: true });
    image = await build(FILE, context, folder);
    rmSync(context, { recursive: true });
    cpSync(join(ROOT, 'examples/petstore'), join(image.root, 'srv'), { recursive: true });
    const [uid = 0, gid = 0] = image.user.split(':').map(Number);
    if (process.getuid?.() === 0) for (const path of image.volumes) chownSync(join(image.root, path), uid, gid);
    // Read-only except for the volume. Where the test runs as root, the container has another user.
    execFileSync('chmod', ['-R', 'a-w', 'node_modules', 'srv'], { cwd: image.root });
    chmodSync(image.root, 0o555);
  }, 600_000);
  afterAll(() => {
    execFileSync('chmod', ['-R', 'u+w', folder]);
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts it. @returns its address */
  async function running(environment: Readonly<Record<string, string>> = {}) {
    const child = start(image, [...image.entrypoint, ...image.command], { UNDERSTUDY_PORT: '0', ...environment });
    onTestFinished(() => void child.kill('SIGKILL'));
    let message = '';
    child.stderr?.on('data', (piece) => {
      message += piece;
    });
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout?.on('data', (piece) => {
        message += piece;
        const [, found] = SERVES.exec(message) ?? [];
        if (found !== undefined) resolve(found);
      });
      child.on('close', () => reject(new Error(message)));
    });
    const stop = async () => {
      child.kill(image.stopSignal as NodeJS.Signals);
      const [code] = await once(child, 'close');
      return code;
    };
    return { url, stop };
  }
  const health = async (url: string) => {
    const child = start(image, image.healthcheck, { UNDERSTUDY_PORT: new URL(url).port });
    const [code] = await once(child, 'close');
    return code;
  };

  test('has no privileged user, and only the package with its dependencies', () => {
    expect(image.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(readdirSync(image.root).toSorted()).toEqual(['data', 'node_modules', 'srv']);
    const installed = readdirSync(join(image.root, 'node_modules'));
    expect(installed).toEqual(expect.arrayContaining(['understudy-api', 'express', 'ajv']));
    for (const name of ['vitest', 'typescript', 'dredd']) expect(installed).not.toContain(name);
    expect(readdirSync(join(image.root, 'node_modules/understudy-api'))).not.toContain('src');
  });

  test('serves the document in its folder, is healthy, stops on SIGTERM, and continues with its state', async () => {
    const first = await running();
    const headers = { 'content-type': 'application/json' };
    const pet = JSON.stringify({ name: 'Rex', kind: 'dog' });
    expect((await fetch(`${first.url}/pets`, { method: 'POST', headers, body: pet })).status).toBe(201);
    expect(await health(first.url)).toBe(0);
    expect(await first.stop()).toBe(0);
    expect(await health(first.url)).toBe(1);
    const [at = ''] = image.volumes;
    expect(readdirSync(join(image.root, at))).not.toEqual([]);
    const second = await running();
    expect(await (await fetch(`${second.url}/pets`)).text()).toContain('Rex');
    expect(await second.stop()).toBe(0);
  });

  test('closes /_understudy to the network unless it has a token', async () => {
    const closed = await running();
    const from = { headers: { host: 'mock-server.example' } };
    const status = (url: string, headers = {}) =>
      fetch(`${url}/_understudy/state`, {
        headers: { 'x-forwarded-for': '192.0.2.1', ...from.headers, ...headers },
      }).then((one) => one.status);
    expect(await status(closed.url)).toBe(403);
    await closed.stop();
    const token = 'c0ffee-c0ffee-c0ffee';
    const open = await running({ UNDERSTUDY_CONTROL_TOKEN: token });
    expect([await status(open.url), await status(open.url, { authorization: `Bearer ${token}` })]).toEqual([401, 200]);
    await open.stop();
  });

  test('accepts a config that imports the package, from any location', async () => {
    const served = join(image.root, 'srv');
    chmodSync(served, 0o755);
    const file = join(served, 'understudy.config.ts');
    writeFileSync(
      file,
      "import { defineConfig } from 'understudy-api';\nimport { identity } from 'understudy-api/identity';\nexport default defineConfig({ apis: [identity], memory: true });\n",
    );
    const { url, stop } = await running();
    expect((await fetch(`${url}/management/v1/healthz`)).status).toBe(200);
    expect(await stop()).toBe(0);
    rmSync(file);
  });
});
