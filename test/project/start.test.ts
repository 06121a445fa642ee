// `npm start`, as a newcomer and as a process supervisor see it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

test('npm start ends its server when npm is told to end', async () => {
  // A process group of its own, so that nothing of it is left however the test ends.
  const npm = spawn('npm', ['start', '--', '--port', '0', '--memory'], { cwd: ROOT, detached: true });
  onTestFinished(() => {
    try {
      process.kill(-(npm.pid ?? 0), 'SIGKILL');
    } catch {
      // It has ended.
    }
  });
  let printed = '';
  const url = await new Promise<string>((resolve) => {
    npm.stdout.setEncoding('utf8').on('data', (text) => {
      printed += text;
      const [, found] = / at (http:\S+)[\s\S]*Ctrl-C/.exec(printed) ?? [];
      if (found) resolve(found);
    });
  });
  expect((await fetch(`${url}/debug/ready`)).status).toBe(200);
  npm.kill('SIGTERM');
  await once(npm, 'close');
  expect(printed).toContain('Stopping');
  await expect(fetch(`${url}/debug/ready`)).rejects.toThrow();
});
