// `npm start` for a newcomer and for a process supervisor.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { APP, PROJECT } from '../support/identity-records.ts';
import { temporaryFolder } from '../support/temporary.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Signals npm and all processes that it started. */
function signalGroup({ pid = 0 }: ChildProcess, signal: NodeJS.Signals): void {
  process.kill(-pid, signal);
}

/** Runs `npm start` until the server responds. */
async function npmStart(...settings: string[]) {
  // A process group of its own, so that the test can stop all of it.
  const npm = spawn('npm', ['start', '--', '--port', '0', ...settings], { cwd: ROOT, detached: true });
  onTestFinished(() => {
    try {
      signalGroup(npm, 'SIGKILL');
    } catch {
      // It has ended.
    }
  });
  const printed = { text: '' };
  const url = await new Promise<string>((resolve) => {
    npm.stdout.setEncoding('utf8').on('data', (text) => {
      printed.text += text;
      const [, found] = / at (http:\S+)[\s\S]*Ctrl-C/.exec(printed.text) ?? [];
      if (found) resolve(found);
    });
  });
  return { npm, url, printed };
}

test('npm start stops its server when npm receives a signal', async () => {
  const { npm, url, printed } = await npmStart('--memory');
  expect((await fetch(`${url}/debug/ready`)).status).toBe(200);
  npm.kill('SIGTERM');
  await once(npm, 'close');
  expect(printed.text).toContain('Shutting down');
  await expect(fetch(`${url}/debug/ready`)).rejects.toThrow();
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s for all, which npm forwards once more, as with Ctrl-C, stores the state in its file',
  async (signal) => {
    const data = await temporaryFolder();
    const { npm, url } = await npmStart('--data', data);
    const renamed = await fetch(`${url}/management/v1/projects/${PROJECT.gearShop}/apps/${APP.storefront}`, {
      method: 'PUT',
      headers: { authorization: 'Bearer token-owner', 'content-type': 'application/json' },
      body: '{"name":"Shop Window"}',
    });
    expect(renamed.status).toBe(200);
    signalGroup(npm, signal);
    await once(npm, 'close');
    // Neither a log nor a lock.
    expect((await readdir(data)).toSorted()).toEqual(['identity.json', 'issuer.json']);
    expect(await readFile(join(data, 'identity.json'), 'utf8')).toContain('Shop Window');
  },
);
