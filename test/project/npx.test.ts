// The command as the README writes it, in a clone that nobody has built.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary.ts';

const ROOT = new URL('../../', import.meta.url);

test('npx understudy runs from the sources', async () => {
  const env = { ...process.env, npm_config_cache: await temporaryFolder(), npm_config_offline: 'true' };
  const { stdout } = await promisify(execFile)('npx', ['understudy', 'lint', 'spec/control.yaml'], { cwd: ROOT, env });
  expect(stdout).toBe('spec/control.yaml: no findings\n');
});

test('npm says nothing here but what went wrong', async () => {
  // Whoever asks by a variable is answered, and this test is often run by npm, which passes its own on.
  const { npm_config_loglevel: _, ...env } = process.env;
  const { stdout, stderr } = await promisify(execFile)('npm', ['config', 'get', 'loglevel'], { cwd: ROOT, env });
  expect([stdout, stderr]).toEqual(['error\n', '']);
});

test('a Node that cannot run the sources says what can', async () => {
  const script = ['--no-experimental-strip-types', 'bin/understudy.js', '--version'];
  const refused = await promisify(execFile)(process.execPath, script, { cwd: ROOT }).catch((error) => error);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    `Node ${process.versions.node} does not run TypeScript. In a clone use npx understudy, which takes the Node that npm ci installed.\n`,
  ]);
});
